public import GeoSnapColumns

/// The position of a line's vertices in a geometry column: for scans of millions of lines without copying.
@usableFromInline package struct PackedPath: Sendable {
  @usableFromInline let start: Int
  /// The number of vertices, more than 1.
  @usableFromInline package let count: Int
  @usableFromInline package let dimensions: CoordinateDimensions

  @inlinable var words: Range<Int> { start..<start + count * dimensions.count }
}

extension GeometryColumn {
  /// The vertices of a line of one part; nil for an empty line, for several parts, and for other types.
  package func onlyPath(_ row: Int) -> PackedPath? {
    let shape = shape(row)
    switch shape.form {
    case .absent, .point: return nil
    case .line:
      let range = range(row)
      // Most lines have two ordinates, and a division by a constant 2 is a shift.
      let count = shape.dimensions == .xy ? range.count / 2 : range.count / shape.dimensions.count
      guard count > 1 else { return nil }
      return PackedPath(start: range.lowerBound, count: count, dimensions: shape.dimensions)
    case .other:
      var reader = GeometryWords(words, at: range(row).lowerBound)
      return reader.readOnlyPart().flatMap { $0.count > 1 ? $0 : nil }
    }
  }

  /// Lends the ordinates of a path of this column to `body`, without copying.
  @inlinable package func withOrdinates<Result>(
    of path: PackedPath,
    _ body: (Span<Double>) -> Result
  ) -> Result {
    words.withElements { body($0.extracting(path.words)) }
  }

  @inlinable package func vertex(_ index: Int, of path: PackedPath) -> Coordinate {
    let word = path.start + index * path.dimensions.count
    return Coordinate(x: words[word], y: words[word + 1])
  }

  /// The z of a vertex of a path of this column; nil when the path has none.
  @inlinable package func z(_ index: Int, of path: PackedPath) -> Double? {
    path.dimensions.hasZ ? words[path.start + index * path.dimensions.count + 2] : nil
  }

  /// The ordinates that any part of a row's geometry has; nil for a row without a geometry.
  @inlinable package func dimensions(_ row: Int) -> CoordinateDimensions? {
    let shape = shape(row)
    switch shape.form {
    case .absent: return nil
    case .point, .line: return shape.dimensions
    case .other: return otherDimensions(row)
    }
  }

  @usableFromInline func otherDimensions(_ row: Int) -> CoordinateDimensions? {
    self[row].map { CoordinateDimensions(hasZ: $0.hasZ, hasM: $0.hasM) }
  }

  /// Calls `body` with the ordinates of a row that is a point or a line with x and y only; nil for other rows and for
  /// lines without vertices.
  package func withPlainOrdinates<Result>(
    _ row: Int,
    _ body: (_ isPoint: Bool, _ ordinates: Span<Double>) -> Result
  ) -> Result? {
    let shape = shape(row)
    guard shape.form == .point || shape.form == .line, shape.dimensions == .xy else { return nil }
    let range = range(row)
    if range.isEmpty { return nil }
    return words.withElements { body(shape.form == .point, $0.extracting(range)) }
  }

  /// The smallest envelope around all rows; nil when no row has a coordinate.
  package var envelope: Envelope? {
    var (minX, minY) = (Double.infinity, Double.infinity)
    var (maxX, maxY) = (-Double.infinity, -Double.infinity)
    var others: Envelope?
    words.withElements { words in
      for row in indices {
        let shape = shape(row)
        switch shape.form {
        case .absent: continue
        case .other: others = Envelope.combining([others, self[row]?.envelope])
        case .point, .line:
          let range = range(row)
          let width = shape.dimensions.count
          var word = range.lowerBound
          while word + 1 < range.upperBound {
            let (x, y) = (words[word], words[word + 1])
            minX = Swift.min(minX, x)
            minY = Swift.min(minY, y)
            maxX = Swift.max(maxX, x)
            maxY = Swift.max(maxY, y)
            word += width
          }
        }
      }
    }
    guard minX <= maxX, minY <= maxY else { return others }
    return Envelope.combining([others, Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY)])
  }

  @inlinable package func type(_ row: Int) -> GeometryType? {
    let shape = shape(row)
    switch shape.form {
    case .absent: return nil
    case .point: return .point
    case .line: return .lineString
    case .other: return otherType(row)
    }
  }

  @usableFromInline func otherType(_ row: Int) -> GeometryType? {
    GeometryType(rawValue: UInt32(words[range(row).lowerBound].bitPattern & 0xFF))
  }
}

/// A line of one part, read in place in a geometry column: for pointer moves, and for checks of millions of lines.
package struct PackedLine: Sendable {
  private let words: Column<Double>
  private let path: PackedPath

  /// The line of a row; nil for an empty line, for several parts, and for other types.
  package init?(_ column: GeometryColumn, row: Int) {
    guard let path = column.onlyPath(row) else { return nil }
    words = column.words
    self.path = path
  }

  package var count: Int { path.count }

  package subscript(index: Int) -> Coordinate {
    precondition(index >= 0 && index < path.count, "No such vertex")
    let word = path.start + index * path.dimensions.count
    return Coordinate(x: words[word], y: words[word + 1])
  }

  package func z(at index: Int) -> Double? {
    precondition(index >= 0 && index < path.count, "No such vertex")
    return path.dimensions.hasZ ? words[path.start + index * path.dimensions.count + 2] : nil
  }

  package func segment(_ index: Int) -> Segment { Segment(self[index], self[index + 1]) }

  /// The share of the planar length at the point of a segment closest to `coordinate`; 0 on a line of zero length.
  package func fraction(segment: Int, closestTo coordinate: Coordinate) -> Double {
    words.withElements {
      fractionOfLength(
        $0.extracting(path.words),
        width: path.dimensions.count,
        ends: CollectionOfOne(path.count),
        0,
        segment,
        coordinate
      )
    }
  }
}

/// The long form of a geometry in a column: a head, counts, ends and ordinates, eight bytes each.
struct GeometryWords {
  private let words: Column<Double>
  private var position: Int

  init(_ words: Column<Double>, at position: Int) {
    self.words = words
    self.position = position
  }

  static func append(_ geometry: Geometry, to words: inout Column<Double>) {
    func append(_ word: UInt64) { words.append(Double(bitPattern: word)) }
    func append(_ ends: [Int]) {
      append(UInt64(ends.count))
      for end in ends { append(UInt64(end)) }
    }
    func append(_ sequence: CoordinateSequence) {
      append(UInt64(sequence.ordinates.count))
      words.append(contentsOf: sequence.ordinates)
    }
    // A collection leaves the ordinates to its members.
    let dimensions = geometry.type == .geometryCollection ? .xy : geometry.dimensions
    var head = UInt64(geometry.type.rawValue) | UInt64(dimensions.rawValue) << 8
    if case .point(let point) = geometry, point.coordinate == nil { head |= 1 << 16 }
    if let srid = geometry.srid { head |= 1 << 17 | UInt64(UInt32(bitPattern: srid)) << 32 }
    append(head)
    switch geometry {
    case .point(let point):
      guard let place = point.coordinate else { return }
      words.append(contentsOf: [place.x, place.y] + [point.z, point.m].compactMap(\.self))
    case .lineString(let line): append(line.coordinates)
    case .polygon(let polygon):
      append(polygon.ringEnds)
      append(polygon.coordinates)
    case .multiPoint(let points): append(points.coordinates)
    case .multiLineString(let lines):
      append(lines.partEnds)
      append(lines.coordinates)
    case .multiPolygon(let polygons):
      append(polygons.ringEnds)
      append(polygons.polygonEnds)
      append(polygons.coordinates)
    case .collection(let collection):
      append(UInt64(collection.geometries.count))
      for member in collection.geometries { GeometryWords.append(member, to: &words) }
    }
  }

  mutating func readGeometry() -> Geometry {
    let head = readWord()
    guard let type = GeometryType(rawValue: UInt32(head & 0xFF)),
      let dimensions = CoordinateDimensions(rawValue: UInt8(head >> 8 & 3))
    else { preconditionFailure("A geometry column has words that it did not write") }
    let srid = head >> 17 & 1 == 0 ? nil : SRID(truncatingIfNeeded: head >> 32)
    switch type {
    case .point:
      if head >> 16 & 1 != 0 { return .point(Point(emptyIn: srid)) }
      let place = Coordinate(x: readNumber(), y: readNumber())
      let z = dimensions.hasZ ? readNumber() : nil
      return .point(Point(place, z: z, m: dimensions.hasM ? readNumber() : nil, srid: srid))
    case .geometryCollection:
      let members = (0..<readWord()).map { _ in readGeometry() }
      return .collection(GeometryCollection(trusted: members, srid: srid))
    default:
      let hasPathEnds = type == .polygon || type == .multiLineString || type == .multiPolygon
      let pathEnds = hasPathEnds ? readEnds() : []
      let partEnds = type == .multiPolygon ? readEnds() : []
      let sequence = readSequence(dimensions)
      return .trusted(type, sequence, pathEnds: pathEnds, partEnds: partEnds, srid: srid)
    }
  }

  /// The words of the ordinates of a line, or of a multi line of one part; nil for other geometries.
  mutating func readOnlyPart() -> PackedPath? {
    let head = readWord()
    guard let dimensions = CoordinateDimensions(rawValue: UInt8(head >> 8 & 3)) else { return nil }
    switch GeometryType(rawValue: UInt32(head & 0xFF)) {
    case .lineString: break
    case .multiLineString:
      guard readWord() == 1 else { return nil }
      // The end of the only part, which the ordinates give too.
      _ = readWord()
    default: return nil
    }
    let count = Int(readWord())
    return PackedPath(start: position, count: count / dimensions.count, dimensions: dimensions)
  }

  private mutating func readNumber() -> Double {
    defer { position += 1 }
    return words[position]
  }

  private mutating func readWord() -> UInt64 { readNumber().bitPattern }

  private mutating func readEnds() -> [Int] { (0..<readWord()).map { _ in Int(readWord()) } }

  private mutating func readSequence(_ dimensions: CoordinateDimensions) -> CoordinateSequence {
    let count = Int(readWord())
    defer { position += count }
    let ordinates = words.copied(position..<position + count)
    return CoordinateSequence(trusted: ordinates, dimensions: dimensions)
  }
}

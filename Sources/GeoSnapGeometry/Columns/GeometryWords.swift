internal import GeoSnapColumns

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

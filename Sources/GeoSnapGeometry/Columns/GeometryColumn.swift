public import GeoSnapColumns

/// The geometries of rows in packed columns, without memory for them while no row has one.
///
/// Reading a row makes a ``Geometry``. A point takes 25 bytes; a line takes 9 bytes and its ordinates. A row out of
/// range is a programming error and traps.
///
/// ```swift
/// var poles = FeatureTable(name: "poles", sourceID: nil, geometryType: .point)
/// poles.append(Feature(rowID: 1, globalID: nil, geometry: .point(Point(x: 1, y: 2))))
/// poles.append(Feature(rowID: 2, globalID: nil, geometry: nil))
/// poles.geometries.count  // -> 2
/// poles.geometries[0]     // -> POINT (1 2)
/// poles.geometries[1]     // -> nil
/// ```
///
/// - Z and M: Kept.
/// - Complexity: Linear in the number of coordinates of a row, which are copied.
/// - Source: GeoArrow's columns, with a long form for all geometries except points and lines.
public struct GeometryColumn: Sendable {
  // Points and lines in the reference system of the column, or in none, are stored as their ordinates alone. All
  // other geometries have the long form of `GeometryWords`.

  @usableFromInline var rowCount = 0
  /// The shape of each row; empty while no row has a geometry.
  @usableFromInline var shapes = Column<UInt8>()
  private var ends = Column<Int>()
  /// Ordinates, and the other numbers of a geometry as bit patterns.
  @usableFromInline var words = Column<Double>()
  /// The reference system of the first geometry that had one.
  private var srid: SRID?

  package init() {}

  package init(_ geometries: some Sequence<Geometry?>) {
    reserveCapacity(geometries.underestimatedCount)
    for geometry in geometries { append(geometry) }
  }

  package var byteCount: Int { shapes.byteCount + ends.byteCount + words.byteCount }

  package mutating func reserveCapacity(_ count: Int) {
    if shapes.isEmpty { return }
    shapes.reserveCapacity(count)
    ends.reserveCapacity(count)
  }

  package mutating func append(_ geometry: Geometry?) {
    guard let geometry else { return appendNone() }
    if srid == nil { srid = geometry.srid }
    switch geometry {
    case .point(let point) where point.coordinate != nil && isPlain(point.srid): appendPoint(point)
    case .lineString(let line) where isPlain(line.srid):
      words.append(contentsOf: line.coordinates.ordinates)
      append(PackedShape(.line, line.coordinates.dimensions, declaresSRID: line.srid != nil))
    default:
      GeometryWords.append(geometry, to: &words)
      append(.other)
    }
  }

  package mutating func append(contentsOf other: GeometryColumn) {
    reserveCapacity(rowCount + other.rowCount)
    if srid == nil { srid = other.srid }
    for row in other.indices {
      let shape = other.shape(row)
      if shape == .absent {
        appendNone()
      } else if shape == .other || !shape.declaresSRID || srid == other.srid {
        let range = other.range(row)
        for word in range { words.append(other.words[word]) }
        append(shape)
      } else {
        append(other[row])
      }
    }
  }

  private func isPlain(_ other: SRID?) -> Bool { other == nil || other == srid }

  private mutating func appendPoint(_ point: Point) {
    guard let place = point.coordinate else { return }
    words.append(place.x)
    words.append(place.y)
    if let z = point.z { words.append(z) }
    if let m = point.m { words.append(m) }
    let dimensions = CoordinateDimensions(hasZ: point.z != nil, hasM: point.m != nil)
    append(PackedShape(.point, dimensions, declaresSRID: point.srid != nil))
  }

  private mutating func appendNone() {
    if !shapes.isEmpty { return append(.absent) }
    rowCount += 1
  }

  private mutating func append(_ shape: PackedShape) {
    if shapes.isEmpty {
      shapes = Column(repeating: PackedShape.absent.rawValue, count: rowCount)
      ends = Column(repeating: 0, count: rowCount)
    }
    shapes.append(shape.rawValue)
    ends.append(words.count)
    rowCount += 1
  }

  @inlinable func shape(_ row: Int) -> PackedShape {
    precondition(row >= 0 && row < rowCount, "No such row")
    return shapes.isEmpty ? .absent : PackedShape(rawValue: shapes[row])
  }

  func range(_ row: Int) -> Range<Int> { (row == 0 ? 0 : ends[row - 1])..<ends[row] }
}

extension GeometryColumn: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of rows.
  public var endIndex: Int { rowCount }

  /// The geometry of a row; nil for a row without one.
  public subscript(row: Int) -> Geometry? {
    let shape = shape(row)
    switch shape.form {
    case .absent: return nil
    case .point: return .point(point(shape, range(row).lowerBound))
    case .line:
      let range = range(row)
      let ordinates = words.copied(range)
      return .lineString(
        LineString(
          trusted: CoordinateSequence(trusted: ordinates, dimensions: shape.dimensions),
          srid: shape.declaresSRID ? srid : nil
        )
      )
    case .other:
      var reader = GeometryWords(words, at: range(row).lowerBound)
      return reader.readGeometry()
    }
  }

  package func onlyPoint(_ row: Int) -> Point? {
    let shape = shape(row)
    if shape.form == .point { return point(shape, range(row).lowerBound) }
    guard shape.form == .other, case .point(let point) = self[row] else { return nil }
    return point
  }

  private func point(_ shape: PackedShape, _ start: Int) -> Point {
    let dimensions = shape.dimensions
    return Point(
      Coordinate(x: words[start], y: words[start + 1]),
      z: dimensions.hasZ ? words[start + 2] : nil,
      m: dimensions.hasM ? words[start + dimensions.count - 1] : nil,
      srid: shape.declaresSRID ? srid : nil
    )
  }
}

extension GeometryColumn: Equatable {
  /// Whether all rows have equal geometries.
  public static func == (lhs: GeometryColumn, rhs: GeometryColumn) -> Bool {
    lhs.elementsEqual(rhs)
  }
}

extension GeometryColumn: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    rowCount = try image.read("count")
    shapes = try image.read("shapes")
    ends = try image.read("ends")
    words = try image.read("words")
    let number: Int? = try image.read("srid")
    srid = number.map { SRID(truncatingIfNeeded: $0) }
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(rowCount, "count")
    try image.write(shapes, "shapes")
    try image.write(ends, "ends")
    try image.write(words, "words")
    try image.write(srid.map { Int($0) }, "srid")
  }
}

/// The kind of a row of a geometry column, in one byte.
@usableFromInline struct PackedShape: Equatable, RawRepresentable, Sendable {
  // Bits 0 and 1 are the form, bits 2 and 3 the dimensions. Bit 4: the geometry is declared in the column's reference
  // system.
  @usableFromInline let rawValue: UInt8

  @usableFromInline enum Form: UInt8 {
    case absent, point, line, other
  }

  @inlinable static var absent: PackedShape { PackedShape(rawValue: Form.absent.rawValue) }
  static let other = PackedShape(rawValue: Form.other.rawValue)

  @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ form: Form, _ dimensions: CoordinateDimensions, declaresSRID: Bool) {
    rawValue = form.rawValue | dimensions.rawValue << 2 | (declaresSRID ? 16 : 0)
  }

  // Each value of the two bits has a case.
  @inlinable var form: Form { Form(rawValue: rawValue & 3) ?? .absent }
  @inlinable var dimensions: CoordinateDimensions {
    CoordinateDimensions(rawValue: rawValue >> 2 & 3) ?? .xy
  }
  var declaresSRID: Bool { rawValue & 16 != 0 }
}

import GeoSnap

/// Geometries of bytes, two for each vertex: places on a small grid, where everything touches.
struct OperandBytes {
  struct Plane {
    var unit = 1.0
    var base = Coordinate(x: 0, y: 0)
    /// Whether some ordinates are such that no operation takes them.
    var isSpoiled = false
  }

  var plane = Plane()
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> UInt8 {
    guard offset < bytes.count else { return 0 }
    offset += 1
    return bytes[offset - 1]
  }

  /// A small multiple of a unit for most bytes, negative ones too; the rest no operation likes.
  static func amount(_ byte: UInt8, unit: Double) -> Double {
    switch byte {
    case 0xFF: .nan
    case 0xFE: .infinity
    case 0xFD: 1e150
    case 0xFC: 1e308
    case 0xFB: 1e-300
    default: Double(Int(byte) - 64) / 4 * unit
    }
  }

  /// A geometry of any type; what lies nested deeper than two levels is a point.
  mutating func geometry(depth: Int) throws(GeometryError) -> Geometry {
    let head = next()
    let dimensions = CoordinateDimensions(rawValue: (head >> 4) & 3) ?? .xy
    let srid = depth == 0 && head >= 0xF0 ? SRID(25832) : nil
    switch head & (depth < 2 ? 7 : 3) {
    case 1: return .lineString(try LineString(path(2, dimensions), srid: srid))
    case 2, 7: return .polygon(try Polygon(rings: rings(dimensions), srid: srid))
    case 3: return .multiPoint(MultiPoint(path(0, dimensions), srid: srid))
    case 4:
      var parts: [CoordinateSequence] = []
      for _ in 0..<next() & 3 { parts.append(path(2, dimensions)) }
      return .multiLineString(try MultiLineString(parts: parts, srid: srid))
    case 5:
      var polygons: [Polygon] = []
      for _ in 0..<next() & 3 { polygons.append(try Polygon(rings: rings(dimensions))) }
      return .multiPolygon(try MultiPolygon(polygons: polygons, srid: srid))
    case 6:
      var members: [Geometry] = []
      for _ in 0..<next() & 3 { members.append(try geometry(depth: depth + 1)) }
      return .collection(try GeometryCollection(members, srid: srid))
    default:
      let place = path(1, dimensions)
      guard let coordinate = place.first else { return .point(Point(emptyIn: srid)) }
      return .point(Point(coordinate, z: place.z(at: 0), m: place.m(at: 0), srid: srid))
    }
  }

  /// Coordinates, none or at least `least`.
  private mutating func path(_ least: Int, _ dimensions: CoordinateDimensions) -> CoordinateSequence
  {
    let head = next()
    let count = head == 0xFF ? 0 : max(least, Int(head & 15))
    var ordinates: [Double] = []
    for _ in 0..<count { append(dimensions, to: &ordinates) }
    return sequence(ordinates, dimensions)
  }

  /// An exterior ring and up to two holes, closed; they may cross themselves and each other.
  private mutating func rings(_ dimensions: CoordinateDimensions) -> [CoordinateSequence] {
    let head = next()
    guard head != 0xFF else { return [] }
    var rings: [CoordinateSequence] = []
    for _ in 0...min(head & 3, 2) {
      var ordinates: [Double] = []
      for _ in 0..<max(3, Int(next() & 15)) { append(dimensions, to: &ordinates) }
      ordinates += ordinates[..<dimensions.count]
      rings.append(sequence(ordinates, dimensions))
    }
    return rings
  }

  private func sequence(
    _ ordinates: [Double],
    _ dimensions: CoordinateDimensions
  ) -> CoordinateSequence {
    do {
      return try CoordinateSequence(ordinates: ordinates, dimensions: dimensions)
    } catch { preconditionFailure("Whole coordinates are made here: \(error)") }
  }

  private mutating func append(_ dimensions: CoordinateDimensions, to ordinates: inout [Double]) {
    ordinates.append(plane.base.x + ordinate() * plane.unit)
    ordinates.append(plane.base.y + ordinate() * plane.unit)
    if dimensions.hasZ { ordinates.append(Double(next())) }
    if dimensions.hasM {
      let measure = next()
      ordinates.append(measure == 0xFF ? .nan : Double(measure))
    }
  }

  private mutating func ordinate() -> Double {
    let byte = next()
    if plane.isSpoiled {
      switch byte {
      case 0xFF: return .nan
      case 0xFE: return .infinity
      case 0xFD: return 1e160
      default: break
      }
    }
    return Double(Int8(bitPattern: byte)) / 8
  }
}

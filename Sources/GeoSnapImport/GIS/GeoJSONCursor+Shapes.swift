internal import GeoSnap

extension GeoJSONCursor {
  /// Reads a geometry, with `ordinates` as a buffer; nil for null.
  mutating func geometry(
    srid: SRID?,
    _ ordinates: inout [Double]
  ) throws(Stop) -> Geometry? {
    if try peek() == UInt8(ascii: "n") {
      guard try word() == nil else { throw .doubt }
      return nil
    }
    var other = self
    do throws(Stop) {
      return try typedGeometry(srid: srid, &ordinates)
    } catch {
      if error == .end { throw error }
      // Members that are unusual or in another order, or a collection.
      let value = try other.parsed(other.value())
      guard let found = try? GeoJSONShape.geometry(value, path: "", srid: srid) else {
        throw .doubt
      }
      self = other
      losesHeights = found.losesHeights
      return found.geometry
    }
  }

  /// The parsed value of a range of bytes.
  func parsed(_ range: Range<Int>) throws(Stop) -> ParsedJSON {
    guard let value = try? JSONParser.parse(Array(bytes[range]), path: "", isEmbedded: true) else {
      throw .doubt
    }
    return value
  }

  /// Reads a geometry with the type first, followed by the coordinates.
  private mutating func typedGeometry(
    srid: SRID?,
    _ ordinates: inout [Double]
  ) throws(Stop) -> Geometry {
    try pass(UInt8(ascii: "{"))
    guard isWord(try plainText(), "type") else { throw .doubt }
    try pass(UInt8(ascii: ":"))
    let type = try plainText()
    try pass(UInt8(ascii: ","))
    guard isWord(try plainText(), "coordinates") else { throw .doubt }
    try pass(UInt8(ascii: ":"))
    let geometry: Geometry?
    if isWord(type, "Point") {
      geometry = try point(srid: srid)
    } else if isWord(type, "LineString") {
      let vertices = try sequence(&ordinates)
      geometry = (try? LineString(vertices, srid: srid)).map { .lineString($0) }
    } else if isWord(type, "Polygon") {
      let rings = try sequences(&ordinates)
      geometry = (try? Polygon(rings: rings, srid: srid)).map { .polygon($0) }
    } else if isWord(type, "MultiLineString") {
      let parts = try sequences(&ordinates)
      geometry = (try? MultiLineString(parts: parts, srid: srid)).map { .multiLineString($0) }
    } else {
      throw .doubt
    }
    try pass(UInt8(ascii: "}"))
    guard let geometry else { throw .doubt }
    return geometry
  }

  private mutating func point(srid: SRID?) throws(Stop) -> Geometry {
    let place = try position()
    guard let x = place.x, let y = place.y else { return .point(Point(emptyIn: srid)) }
    return .point(Point(x: x, y: y, z: place.z, srid: srid))
  }

  /// Reads a position; without numbers, all ordinates are nil.
  private mutating func position() throws(Stop) -> (x: Double?, y: Double?, z: Double?) {
    var place: (x: Double?, y: Double?, z: Double?) = (nil, nil, nil)
    var count = 0
    try pass(UInt8(ascii: "["))
    while try next(before: UInt8(ascii: "]"), isFirst: count == 0) {
      let ordinate = try number()
      guard ordinate.magnitude <= 1e150, count < 4 else { throw .doubt }
      switch count {
      case 0: place.x = ordinate
      case 1: place.y = ordinate
      case 2: place.z = ordinate
      default: break
      }
      count += 1
    }
    if count == 1 { throw .doubt }
    return place
  }

  private mutating func sequence(_ ordinates: inout [Double]) throws(Stop) -> CoordinateSequence {
    ordinates.removeAll(keepingCapacity: true)
    var heights: [Double] = []
    var count = 0
    try pass(UInt8(ascii: "["))
    while try next(before: UInt8(ascii: "]"), isFirst: count == 0) {
      let place = try position()
      guard let x = place.x, let y = place.y else { throw .doubt }
      ordinates.append(x)
      ordinates.append(y)
      if let z = place.z { heights.append(z) }
      count += 1
    }
    // Heights are kept only when all positions have one.
    guard count > 0, heights.count == count else {
      losesHeights = losesHeights || !heights.isEmpty
      return CoordinateSequence(trusted: Array(ordinates), dimensions: .xy)
    }
    var all: [Double] = []
    all.reserveCapacity(count * 3)
    for (index, height) in heights.enumerated() {
      all += [ordinates[index * 2], ordinates[index * 2 + 1], height]
    }
    return CoordinateSequence(trusted: all, dimensions: .xyz)
  }

  private mutating func sequences(
    _ ordinates: inout [Double]
  ) throws(Stop) -> [CoordinateSequence] {
    var sequences: [CoordinateSequence] = []
    try pass(UInt8(ascii: "["))
    while try next(before: UInt8(ascii: "]"), isFirst: sequences.isEmpty) {
      sequences.append(try sequence(&ordinates))
    }
    guard sequences.contains(where: { !$0.dimensions.hasZ }) else { return sequences }
    losesHeights = losesHeights || sequences.contains { $0.dimensions.hasZ }
    return sequences.map { $0.removingZ() }
  }
}

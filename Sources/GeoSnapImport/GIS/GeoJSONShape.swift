internal import GeoSnap

/// Reads the geometries of GeoJSON.
struct GeoJSONShape {
  let srid: SRID?
  /// Whether heights were left out, since only some positions have one.
  private var losesHeights = false

  private init(srid: SRID?) { self.srid = srid }

  /// A geometry, nil for null, and whether it lost its heights.
  static func geometry(
    _ value: ParsedJSON,
    path: String,
    srid: SRID?
  ) throws(ReadingError) -> (geometry: Geometry?, losesHeights: Bool) {
    var shape = GeoJSONShape(srid: srid)
    let geometry = try shape.geometry(JSONNode(value: value, path: path), isMember: false)
    return (geometry, shape.losesHeights)
  }

  private mutating func geometry(_ node: JSONNode, isMember: Bool) throws(ReadingError) -> Geometry?
  {
    if case .null = node.value { return nil }
    let members = try node.namedMembers()
    guard case .string(let type)? = members["type"]?.value else {
      throw node.error("A geometry with a \"type\" was expected.")
    }
    if type == "GeometryCollection" {
      guard let list = members["geometries"], !isMember else {
        throw node.error(
          "A collection with \"geometries\", not inside another collection, was expected."
        )
      }
      var geometries: [Geometry] = []
      for element in try list.elements() {
        if let geometry = try geometry(element, isMember: true) { geometries.append(geometry) }
      }
      return try made(node) { () throws(GeometryError) in
        .collection(try GeometryCollection(geometries, srid: srid))
      }
    }
    guard let coordinates = members["coordinates"] else {
      throw node.error("The \"coordinates\" of the \(type.prefix(40)) are missing.")
    }
    switch type {
    case "Point": return try point(coordinates)
    case "MultiPoint":
      return .multiPoint(MultiPoint(try sequence(coordinates), srid: srid))
    case "LineString":
      let vertices = try sequence(coordinates)
      return try made(coordinates) { () throws(GeometryError) in
        .lineString(try LineString(vertices, srid: srid))
      }
    case "MultiLineString":
      let parts = try sequences(coordinates)
      return try made(coordinates) { () throws(GeometryError) in
        .multiLineString(try MultiLineString(parts: parts, srid: srid))
      }
    case "Polygon": return .polygon(try polygon(coordinates))
    case "MultiPolygon":
      var polygons: [Polygon] = []
      for element in try coordinates.elements() { polygons.append(try polygon(element)) }
      return try made(coordinates) { () throws(GeometryError) in
        .multiPolygon(try MultiPolygon(polygons: polygons, srid: srid))
      }
    default: throw node.error("'\(type.prefix(40))' is not a type of geometry.")
    }
  }

  private func made(
    _ node: JSONNode,
    _ body: () throws(GeometryError) -> Geometry
  ) throws(ReadingError) -> Geometry {
    do throws(GeometryError) { return try body() } catch { throw node.error(error.message) }
  }

  private mutating func polygon(_ node: JSONNode) throws(ReadingError) -> Polygon {
    let rings = try sequences(node)
    do throws(GeometryError) {
      // GDAL writes an empty polygon with an empty ring.
      return try Polygon(rings: rings.allSatisfy(\.isEmpty) ? [] : rings, srid: srid)
    } catch {
      throw node.error(error.message)
    }
  }

  private func point(_ node: JSONNode) throws(ReadingError) -> Geometry {
    // RFC 7946 has no empty point; programs write one without coordinates.
    if case .array(let ordinates) = node.value, ordinates.isEmpty {
      return .point(Point(emptyIn: srid))
    }
    let place = try position(node)
    return .point(Point(x: place.x, y: place.y, z: place.z, srid: srid))
  }

  private mutating func sequences(_ node: JSONNode) throws(ReadingError) -> [CoordinateSequence] {
    var sequences: [CoordinateSequence] = []
    for element in try node.elements() { sequences.append(try sequence(element)) }
    guard sequences.contains(where: { !$0.dimensions.hasZ }) else { return sequences }
    losesHeights = losesHeights || sequences.contains { $0.dimensions.hasZ }
    return sequences.map { $0.removingZ() }
  }

  /// Positions; heights are kept only when all positions have one.
  private mutating func sequence(_ node: JSONNode) throws(ReadingError) -> CoordinateSequence {
    var positions: [Position] = []
    for element in try node.elements() { positions.append(try position(element)) }
    let hasZ = !positions.isEmpty && positions.allSatisfy { $0.z != nil }
    losesHeights = losesHeights || !hasZ && positions.contains { $0.z != nil }
    return CoordinateSequence(
      trusted: positions.flatMap { hasZ ? [$0.x, $0.y, $0.z ?? 0] : [$0.x, $0.y] },
      dimensions: hasZ ? .xyz : .xy
    )
  }

  private struct Position {
    let x: Double
    let y: Double
    let z: Double?
  }

  private func position(_ node: JSONNode) throws(ReadingError) -> Position {
    guard case .array(let values) = node.value, (2...4).contains(values.count) else {
      throw node.error(
        "A position of two to four numbers was expected; this is \(node.value.kind)."
      )
    }
    var ordinates: [Double] = []
    for value in values.prefix(3) {
      guard let ordinate = value.double, ordinate.isFinite, abs(ordinate) <= 1e150 else {
        throw node.error("A number within ±1e150 was expected; this is \(value.kind).")
      }
      ordinates.append(ordinate)
    }
    return Position(x: ordinates[0], y: ordinates[1], z: ordinates.count > 2 ? ordinates[2] : nil)
  }
}

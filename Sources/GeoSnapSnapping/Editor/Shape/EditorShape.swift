/// A geometry as vertices that can be moved, added and deleted one by one.
///
/// While it is drawn, its parts may have too few vertices for a geometry, or none.
struct EditorShape: Sendable {
  // Invariants: parts of points have one vertex each. polygonEnds ascend to parts.count for areas and are empty for
  // other types. Lines and areas have at least one part, which may be empty.

  let type: GeometryType
  let dimensions: CoordinateDimensions
  let srid: SRID?
  /// The parts as in ``GeometryPath``; a ring's first vertex is not repeated.
  var parts: [[EditorVertex]]
  /// For areas, the index after the last ring of each polygon.
  var polygonEnds: [Int]

  init(
    _ type: GeometryType,
    _ dimensions: CoordinateDimensions,
    srid: SRID?
  ) throws(GeometryEditorError) {
    guard type != .geometryCollection else {
      throw GeometryEditorError(
        .unsupportedType,
        "A geometry collection cannot be edited: edit its members one by one."
      )
    }
    self.type = type
    self.dimensions = dimensions
    self.srid = srid
    parts = type.isPoints ? [] : [[]]
    polygonEnds = type.isAreas ? [1] : []
  }

  init(_ geometry: Geometry) throws(GeometryEditorError) {
    try self.init(geometry.type, geometry.dimensions, srid: geometry.srid)
    guard !geometry.isEmpty else { return }
    var number: Int32 = 0
    parts = geometry.paths.map { path in
      (0..<(path.kind == .ring ? path.count - 1 : path.count)).map { index in
        number += 1
        return EditorVertex(
          place: path[index],
          z: path.z(at: index) ?? 0,
          m: path.m(at: index) ?? .nan,
          original: number - 1
        )
      }
    }
    switch geometry {
    case .polygon: polygonEnds = [parts.count]
    case .multiPolygon(let polygons): polygonEnds = polygons.polygonEnds
    default: break
    }
  }

  var hasZ: Bool { dimensions.hasZ }

  var isEmpty: Bool { parts.allSatisfy(\.isEmpty) }

  func isOfSameType(as other: EditorShape) -> Bool {
    type == other.type && dimensions == other.dimensions
  }

  /// Whether both have the same vertices, irrespective of empty parts.
  func hasSameVertices(as other: EditorShape) -> Bool {
    guard isOfSameType(as: other) else { return isEmpty && other.isEmpty }
    if parts == other.parts && polygonEnds == other.polygonEnds { return true }
    let (one, two) = (withoutEmptyParts, other.withoutEmptyParts)
    return one.parts == two.parts && one.polygonEnds == two.polygonEnds
  }

  var withoutEmptyParts: EditorShape {
    guard parts.contains(where: \.isEmpty) else { return self }
    var shape = self
    shape.parts = parts.filter { !$0.isEmpty }
    let counts = polygonEnds.map { end in parts[..<end].count { !$0.isEmpty } }
    shape.polygonEnds = zip([0] + counts.dropLast(), counts).compactMap { $0 < $1 ? $1 : nil }
    return shape
  }

  func vertex(_ part: Int, _ vertex: Int) -> EditorVertex? {
    guard parts.indices.contains(part), parts[part].indices.contains(vertex) else { return nil }
    return parts[part][vertex]
  }

  /// The number of segments of a part, including the closing one of a ring of three or more vertices.
  func segmentCount(_ part: Int) -> Int {
    let count = parts[part].count
    return type.isAreas && count > 2 ? count : max(count - 1, 0)
  }

  func isLineEnd(_ part: Int, _ vertex: Int) -> Bool {
    type.dimension == 1 && (vertex == 0 || vertex == parts[part].count - 1)
  }

  func polygon(ofRing part: Int) -> Int { polygonEnds.firstIndex { part < $0 } ?? 0 }

  /// The geometry of its vertices; nil when there are none, or too few in some part.
  ///
  /// Rings are closed by their first vertex with its height. Empty parts are left out.
  var geometry: Geometry? {
    let shape = withoutEmptyParts
    let isComplete = shape.parts.allSatisfy { $0.count >= type.fewestVertices }
    guard !shape.parts.isEmpty, isComplete else { return nil }
    return try? shape.completeGeometry()
  }

  private func completeGeometry() throws(GeometryError) -> Geometry {
    switch type {
    case .point:
      let vertex = parts[0][0]
      let (z, m) = (hasZ ? vertex.z : nil, dimensions.hasM ? vertex.m : nil)
      return .point(Point(vertex.place, z: z, m: m, srid: srid))
    case .multiPoint: return .multiPoint(MultiPoint(sequence(parts.map { $0[0] }), srid: srid))
    case .lineString: return .lineString(try LineString(sequence(parts[0]), srid: srid))
    case .multiLineString:
      return .multiLineString(try MultiLineString(parts: parts.map { sequence($0) }, srid: srid))
    case .polygon: return .polygon(try polygon(parts[...]))
    case .multiPolygon, .geometryCollection:
      var polygons: [Polygon] = []
      var start = 0
      for end in polygonEnds {
        polygons.append(try polygon(parts[start..<end]))
        start = end
      }
      return .multiPolygon(try MultiPolygon(polygons: polygons, srid: srid))
    }
  }

  private func polygon(_ rings: ArraySlice<[EditorVertex]>) throws(GeometryError) -> Polygon {
    try Polygon(rings: rings.map { sequence($0 + $0.prefix(1)) }, srid: srid)
  }

  private func sequence(_ vertices: [EditorVertex]) -> CoordinateSequence {
    var ordinates: [Double] = []
    ordinates.reserveCapacity(vertices.count * dimensions.count)
    for vertex in vertices {
      ordinates += [vertex.place.x, vertex.place.y]
      if hasZ { ordinates.append(vertex.z) }
      if dimensions.hasM { ordinates.append(vertex.m) }
    }
    return CoordinateSequence(trusted: ordinates, dimensions: dimensions)
  }

  /// A vertex to insert at an index of a part.
  ///
  /// Without a given height, it gets the height between its neighbours' by planar distance, that of the only
  /// neighbour, or 0. Its measure is interpolated between two neighbours, and missing at an end.
  @inline(never)
  func newVertex(
    at place: Coordinate,
    z: Double?,
    snap: Int32 = -1,
    part: Int,
    index: Int
  ) -> EditorVertex {
    var vertex = EditorVertex(place: place, z: z ?? 0, snap: snap)
    guard !type.isPoints, parts.indices.contains(part), let last = parts[part].last,
      (0...parts[part].count).contains(index)
    else { return vertex }
    let vertices = parts[part]
    let wraps = type.isAreas
    let isBetween = wraps || (index > 0 && index < vertices.count)
    let before = index > 0 ? vertices[index - 1] : wraps ? last : vertices[0]
    let after = index < vertices.count ? vertices[index] : wraps ? vertices[0] : last
    let (near, far) = (before.place.distance(to: place), after.place.distance(to: place))
    let share = near + far > 0 ? near / (near + far) : 0
    if z == nil { vertex.z = before.z + share * (after.z - before.z) }
    if isBetween { vertex.m = before.m + share * (after.m - before.m) }
    return vertex
  }

  func middle(_ part: Int, _ segment: Int) -> Coordinate {
    let vertices = parts[part]
    return Segment(vertices[segment].place, vertices[(segment + 1) % vertices.count].place).middle
  }
}

struct EditorVertex: Sendable {
  var place: Coordinate
  /// The height; 0 in a geometry without heights.
  var z: Double
  /// The measure; NaN when it is missing and in a geometry without measures.
  var m = Double.nan
  /// The index of its snap; -1 without a snap.
  var snap: Int32 = -1
  /// Its index among the vertices before the edit; -1 for a new one.
  var original: Int32 = -1
  var splits = false
}

extension EditorVertex: Equatable {
  /// Whether both are at the same place to the last bit; an existing NaN is thus no change.
  static func == (one: EditorVertex, other: EditorVertex) -> Bool {
    one.place.x.bitPattern == other.place.x.bitPattern
      && one.place.y.bitPattern == other.place.y.bitPattern
      && one.z.bitPattern == other.z.bitPattern && one.m.bitPattern == other.m.bitPattern
      && one.splits == other.splits
  }

  /// Whether both are at the same place with the same snap and original vertex.
  func isIdentical(to other: EditorVertex) -> Bool {
    self == other && snap == other.snap && original == other.original
  }
}

extension GeometryType {
  /// Whether it consists of points, each a separate part.
  var isPoints: Bool { self == .point || self == .multiPoint }

  var isAreas: Bool { self == .polygon || self == .multiPolygon }

  var isMulti: Bool { self == .multiPoint || self == .multiLineString || self == .multiPolygon }

  /// The fewest vertices of a part, without a ring's closing vertex.
  var fewestVertices: Int { isPoints ? 1 : isAreas ? 3 : 2 }

  var partName: String { isPoints ? "point" : isAreas ? "ring" : "line" }
}

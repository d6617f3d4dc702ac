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

  /// The shape without its empty parts.
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
}

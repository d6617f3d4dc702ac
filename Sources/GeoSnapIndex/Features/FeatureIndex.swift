/// An index over the geometries of features, which finds features near a point and their exact distances.
///
/// A feature is a number: the position of its geometry when the index is built. Missing and empty geometries are
/// absent. Points are segments of zero length, and areas have distance 0 inside. Queries with a NaN, a negative
/// distance or a point beyond ±1e150 find nothing; an infinite distance finds all.
///
/// An index is a value. Any number of threads may query it, and a copy is a cheap snapshot: edits of the original
/// happen in place while there is no copy, and otherwise copy only what they change.
///
/// All distances are planar, in coordinate units. Nothing wraps at 180 degrees: geometry that crosses the
/// antimeridian must be split at it, or it spans the world the other way.
public struct FeatureIndex: Sendable {
  package var segments: EditableTree
  package var areas: AreaIndex

  /// Creates an empty index.
  public init() {
    segments = EditableTree(checked: [])
    areas = AreaIndex(AreaColumns([]), EditableTree(checked: []))
  }

  init(segments: PackedTree, areas: AreaIndex) {
    self.segments = EditableTree(segments)
    self.areas = areas
  }

  /// The number of segments and single points.
  public var segmentCount: Int { segments.count }

  /// The size in bytes, including exact geometry, but without coordinates of inserted areas, which are shared with
  /// their geometries.
  public var byteCount: Int { segments.byteCount + areas.byteCount }
}

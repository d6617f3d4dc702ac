/// An index over the geometries of features: what lies near a place, and exactly how near.
///
/// A feature is a number; an index that is built gives each geometry its position among those given, and missing
/// and empty geometries are simply absent. Points are segments of zero length, and areas answer distance 0 inside.
/// Queries with a NaN, a negative distance or a place beyond ±1e150 find nothing; an infinite distance finds all.
///
/// An index is a value. Any number of threads may query it, and a copy is a snapshot that costs next to nothing:
/// edits of the original happen in place while there is no copy, and else copy only what they touch.
///
/// All distances are planar, in coordinate units. Nothing wraps at 180 degrees: geometry that crosses the
/// antimeridian must be split there, or it runs the long way round the world.
public struct FeatureIndex: Sendable {
  /// The segments and places of all features.
  package var segments: EditableTree
  /// The areas of those that have any.
  package var areas: AreaIndex

  /// Creates an index without features, to insert some.
  public init() {
    segments = EditableTree(checked: [])
    areas = AreaIndex(AreaColumns([]), EditableTree(checked: []))
  }

  /// Takes over what a builder has made.
  init(segments: PackedTree, areas: AreaIndex) {
    self.segments = EditableTree(segments)
    self.areas = areas
  }

  /// The number of segments and places.
  public var segmentCount: Int { segments.count }

  /// Bytes that the index occupies, exact geometry included; coordinates of areas that were inserted later are
  /// shared with the geometries given and not counted twice.
  public var byteCount: Int { segments.byteCount + areas.byteCount }
}

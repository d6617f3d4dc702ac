/// A static index over the geometries of features: what lies near a place, and exactly how near.
///
/// A feature is the position of its geometry among those given; missing and empty geometries are
/// simply absent. Points are segments of zero length, and areas answer distance 0 inside. Built
/// once, then only read, by any number of threads. Queries with a NaN, a negative distance or a
/// place beyond ±1e150 find nothing; an infinite distance finds all.
///
/// All distances are planar, in coordinate units. Nothing wraps at 180 degrees: geometry that
/// crosses the antimeridian must be split there, or it runs the long way round the world.
public struct FeatureIndex: Sendable {
  /// The segments of all features.
  public let segments: PackedSegmentTree
  // Invariant: the items of areaTree are the positions in areas.
  let areas: [IndexedArea]
  let areaTree: PackedRTree

  init(segments: PackedSegmentTree, areas: [IndexedArea], areaTree: PackedRTree) {
    self.segments = segments
    self.areas = areas
    self.areaTree = areaTree
  }

  /// Bytes that the index occupies, exact geometry included; coordinates of areas are shared with
  /// the geometries given and not counted twice.
  public var byteCount: Int { segments.byteCount + areaTree.byteCount }
}

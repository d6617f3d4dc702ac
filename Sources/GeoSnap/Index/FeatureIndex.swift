/// A static index over the geometries of features: what lies near a place, and exactly how near.
///
/// A feature is the position of its geometry among those given; missing and empty geometries are
/// simply absent. Points are segments of zero length, and areas answer distance 0 inside. Built
/// once, then only read, by any number of threads. Queries with a NaN, a negative distance or a
/// place beyond ±1e150 find nothing; an infinite distance finds all.
///
/// All distances are planar, in coordinate units.
public struct FeatureIndex: Sendable {
  /// The segments of all features.
  public let segments: PackedSegmentTree
  // Invariant: the items of areaTree are the positions in areas.
  let areas: [IndexedArea]
  let areaTree: PackedRTree

  /// Builds an index over all of `geometries`.
  ///
  /// - Throws: ``IndexError`` for the first geometry with an ordinate that is not finite or beyond
  ///   ±1e150; its `entry` is the feature.
  /// - Complexity: O(n) for n segments.
  public init(_ geometries: [Geometry?]) throws(IndexError) {
    var problems: [IndexError] = []
    try self.init(geometries, skipped: &problems)
    if let first = problems.first { throw first }
  }

  /// Builds an index over those of `geometries` that can be indexed, and lists the others.
  ///
  /// `skipped` receives an error for each feature left out.
  /// - Throws: ``IndexError`` with code `tooManyEntries` only.
  public init(_ geometries: [Geometry?], skipped: inout [IndexError]) throws(IndexError) {
    try checkEntryCount(geometries.count)
    var segments: [IndexedSegment] = []
    var areas: [IndexedArea] = []
    for (entry, geometry) in geometries.enumerated() {
      guard let geometry else { continue }
      if let problem = geometryProblem(geometry, entry: entry) {
        skipped.append(problem)
        continue
      }
      appendSegments(of: geometry, feature: Int32(entry), to: &segments)
      areas += IndexedArea.areas(of: geometry, feature: Int32(entry))
    }
    try checkEntryCount(segments.count)
    self.segments = PackedSegmentTree(checked: segments)
    self.areas = areas
    areaTree = PackedRTree(
      checked: areas.compactMap(\.envelope),
      items: Array(0..<Int32(areas.count))
    )
  }

  /// Bytes that the index occupies, exact geometry included; coordinates of areas are shared with
  /// the geometries given and not counted twice.
  public var byteCount: Int { segments.byteCount + areaTree.byteCount }
}

/// What is wrong with the first unusable coordinate of a geometry; nil when all can be indexed.
private func geometryProblem(_ geometry: Geometry, entry: Int) -> IndexError? {
  var problem: IndexError?
  geometry.forEachPath { path in
    for index in path.range where problem == nil {
      problem = coordinateProblem(path.sequence[index], entry: entry)
    }
  }
  return problem
}

private func appendSegments(
  of geometry: Geometry,
  feature: Int32,
  to segments: inout [IndexedSegment]
) {
  geometry.forEachPath { path in
    guard path.count > 1 else {
      if path.count == 1 {
        segments.append(
          IndexedSegment(
            feature: feature,
            part: Int32(path.part),
            flags: [.startsPart, .endsPart, .place],
            geometry: Segment(path[0], path[0])
          )
        )
      }
      return
    }
    let kind: PathFlags = path.kind == .ring ? .ring : []
    let last = path.count - 2
    for index in 0...last {
      var flags = kind
      if index == 0 { flags.insert(.startsPart) }
      if index == last { flags.insert(.endsPart) }
      segments.append(
        IndexedSegment(
          feature: feature,
          part: Int32(path.part),
          segment: Int32(index),
          flags: flags,
          geometry: Segment(path[index], path[index + 1])
        )
      )
    }
  }
}

/// A static R-tree over segments: which lie near a place or meet a rectangle, exactly.
///
/// Built once, then only read, by any number of threads. Queries with a NaN, a negative distance
/// or a place beyond ±1e150 find nothing; an infinite distance finds all. Results come in a fixed
/// order, the tree's, unless a method says otherwise.
public struct PackedSegmentTree: Sendable {
  // Invariant: geometries[slot] and labels[slot] are one segment; slots stand in tree order.
  @usableFromInline let nodes: PackedNodes
  @usableFromInline let geometries: [Segment]
  @usableFromInline let labels: [SegmentLabel]

  /// Builds a tree over all of `segments`.
  ///
  /// - Throws: ``IndexError`` for the first segment with an ordinate that is not finite or beyond
  ///   ±1e150; its `entry` is the position in `segments`.
  /// - Complexity: O(n).
  public init(_ segments: [IndexedSegment]) throws(IndexError) {
    try checkEntryCount(segments.count)
    for (entry, segment) in segments.enumerated() {
      if let problem = segmentProblem(segment, entry: entry) { throw problem }
    }
    self.init(checked: segments)
  }

  /// Builds a tree over those of `segments` that can be indexed, and lists the others.
  ///
  /// `skipped` receives an error for each segment left out.
  /// - Throws: ``IndexError`` with code `tooManyEntries` only.
  public init(_ segments: [IndexedSegment], skipped: inout [IndexError]) throws(IndexError) {
    try checkEntryCount(segments.count)
    var kept: [IndexedSegment] = []
    for (entry, segment) in segments.enumerated() {
      if let problem = segmentProblem(segment, entry: entry) {
        skipped.append(problem)
      } else {
        kept.append(segment)
      }
    }
    self.init(checked: kept)
  }

  init(checked segments: [IndexedSegment]) {
    var extent = segments.first?.geometry.envelope ?? Envelope(Coordinate(x: 0, y: 0))
    for segment in segments { extent = extent.union(segment.geometry.envelope) }
    let order = hilbertOrder(count: segments.count, extent: extent) {
      segments[$0].geometry.envelope.center
    }
    let geometries = order.map { segments[Int($0)].geometry }
    self.geometries = geometries
    labels = order.map { SegmentLabel(segments[Int($0)]) }
    nodes = PackedNodes(count: geometries.count, extent: extent) { geometries[$0].envelope }
  }

  /// The number of segments.
  public var count: Int { geometries.count }

  /// Bytes that the tree occupies, exact geometry included.
  public var byteCount: Int {
    nodes.byteCount
      + count * (MemoryLayout<Segment>.stride + MemoryLayout<SegmentLabel>.stride)
  }

  /// The segment in a slot.
  @inlinable
  @inline(__always)
  func segment(at slot: Int) -> IndexedSegment {
    let label = labels[slot]
    return IndexedSegment(
      feature: label.feature,
      part: label.part,
      segment: label.segment,
      flags: label.flags,
      geometry: geometries[slot]
    )
  }

  /// The slots whose boxes may come within a tolerance of a place.
  @inlinable
  @inline(__always)
  func cursor(within tolerance: Tolerance, of point: Coordinate) -> WindowCursor {
    WindowCursor(
      nodes,
      NodeWindow(
        Envelope(around: point, radius: tolerance.distance),
        margin: nodes.slack(for: point),
        from: nodes.origin
      )
    )
  }
}

/// What is wrong with a segment; nil when it can be indexed.
private func segmentProblem(_ segment: IndexedSegment, entry: Int) -> IndexError? {
  coordinateProblem(segment.geometry.start, segment.geometry.end, entry: entry)
}

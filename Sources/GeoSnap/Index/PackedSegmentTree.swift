/// A static R-tree over segments: which lie near a place or meet a rectangle, exactly.
///
/// Built once, then only read, by any number of threads. Queries with a NaN, a negative distance
/// or a place beyond ±1e150 find nothing; an infinite distance finds all. Results come in a fixed
/// order, the tree's, unless a method says otherwise.
public struct PackedSegmentTree: Sendable {
  // Invariant: the corners in a slot of the tree are the ends of the segment that its label names.
  @usableFromInline let tree: PackedTree

  /// Builds a tree over all of `segments`.
  ///
  /// - Throws: ``IndexError`` for the first segment with an ordinate that is not finite or beyond
  ///   ±1e150; its `entry` is the position in `segments`.
  /// - Complexity: O(n).
  public init(_ segments: [IndexedSegment]) throws(IndexError) {
    var problems: [IndexError] = []
    try self.init(segments, skipped: &problems)
    if let first = problems.first { throw first }
  }

  /// Builds a tree over those of `segments` that can be indexed, and lists the others.
  ///
  /// `skipped` receives an error for each segment left out.
  ///
  /// - Throws: ``IndexError`` with code `tooManyEntries` only.
  public init(_ segments: [IndexedSegment], skipped: inout [IndexError]) throws(IndexError) {
    try checkEntryCount(segments.count)
    var kept = SegmentColumns()
    kept.reserveCapacity(segments.count)
    for (entry, segment) in segments.enumerated() {
      if let problem = coordinateProblem(segment.geometry.start, entry: entry)
        ?? coordinateProblem(segment.geometry.end, entry: entry)
      {
        skipped.append(problem)
      } else {
        kept.append(segment.geometry, EntryLabel(segment))
      }
    }
    self.init(kept)
  }

  /// Packs segments whose ordinates have been checked.
  init(_ segments: SegmentColumns) {
    let geometries = segments.geometries
    let labels = segments.labels
    var extent = geometries.first?.envelope ?? Envelope(Coordinate(x: 0, y: 0))
    for geometry in geometries { extent = extent.union(geometry.envelope) }
    let order = hilbertOrder(count: geometries.count, extent: extent) { entry in
      geometries[entry].coordinate(atFraction: 0.5)
    }
    tree = PackedTree(count: geometries.count, extent: extent) { slot in
      let geometry = geometries[Int(order[slot])]
      return (geometry.start, geometry.end, labels[Int(order[slot])])
    }
  }

  /// The number of segments.
  public var count: Int { tree.count }

  /// Bytes that the tree occupies, exact geometry included.
  public var byteCount: Int { tree.byteCount }

  /// Where the segment in a slot lies.
  @inlinable
  @inline(__always)
  func geometry(at slot: Int) -> Segment {
    let (start, end) = tree.corners(slot)
    return Segment(start, end)
  }

  /// The segment in a slot.
  @inlinable
  @inline(__always)
  func segment(at slot: Int) -> IndexedSegment {
    let label = tree.label(slot)
    return IndexedSegment(
      feature: label.feature,
      part: label.part,
      segment: label.segment,
      flags: label.flags,
      geometry: geometry(at: slot)
    )
  }
}

/// Segments on their way into a tree, geometry and labels side by side.
struct SegmentColumns {
  private(set) var geometries: [Segment] = []
  private(set) var labels: [EntryLabel] = []

  var count: Int { geometries.count }

  mutating func reserveCapacity(_ count: Int) {
    geometries.reserveCapacity(count)
    labels.reserveCapacity(count)
  }

  mutating func append(_ geometry: Segment, _ label: EntryLabel) {
    geometries.append(geometry)
    labels.append(label)
  }
}

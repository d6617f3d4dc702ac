/// A static R-tree over segments: which lie near a place or meet a rectangle, exactly.
///
/// Built once, then only read, by any number of threads. Queries with a NaN, a negative distance
/// or a place beyond ±1e150 find nothing; an infinite distance finds all. Results come in a fixed
/// order, the tree's, unless a method says otherwise.
public struct PackedSegmentTree: Sendable {
  // Invariant: an entry's corners are the ends of the segment that its label names.
  let tree: PackedTree

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
    var kept: [TreeEntry] = []
    kept.reserveCapacity(segments.count)
    for (entry, segment) in segments.enumerated() {
      if let problem = coordinateProblem(segment.geometry.start, entry: entry)
        ?? coordinateProblem(segment.geometry.end, entry: entry)
      {
        skipped.append(problem)
      } else {
        kept.append(TreeEntry(segment))
      }
    }
    self.init(checked: kept)
  }

  private init(checked entries: [TreeEntry]) {
    let builder = TreeBuilder(entries)
    builder.run()
    self.init(builder.tree())
  }

  /// Takes over a tree of segments.
  init(_ tree: PackedTree) { self.tree = tree }

  /// The number of segments.
  public var count: Int { tree.count }

  /// Bytes that the tree occupies, exact geometry included.
  public var byteCount: Int { tree.byteCount }
}

/// The boxes and entries of a static R-tree, packed along a Hilbert curve: leaves of 16 entries, and
/// nodes of 16 children above.
///
/// Built once; then entries may be removed from a copy, which marks them and shares all else.
struct PackedTree: Sendable {
  /// Keeps the memory that `view` points to.
  let memory: TreeMemory
  let view: TreeView
  /// The grid of the leaves' rows; nil when they keep sides as they are.
  let grid: Grid?
  /// The envelope of all entries; a single place when there are none.
  let extent: Envelope
  /// The entries that no search finds any more.
  var removed = RemovedEntries()

  /// The number of entries that it was built with.
  var count: Int { view.shape.count }

  /// Bytes that leaves, nodes, exceptions and marks occupy.
  var byteCount: Int { view.byteCount + removed.byteCount }
}

extension PackedTree {
  /// Calls `body` with each entry whose box may meet a window, in tree order.
  @inline(__always)
  func forEachEntry(meeting window: Envelope, _ body: (TreeEntry) -> Void) {
    // The view does not keep the memory alive.
    defer { withExtendedLifetime(memory) {} }
    if grid == nil {
      forEachEntry(DoubleLeaves.self, meeting: window, body)
    } else {
      forEachEntry(GridLeaves.self, meeting: window, body)
    }
  }

  @inline(__always)
  private func forEachEntry<Leaves: LeafFormat>(
    _ format: Leaves.Type,
    meeting window: Envelope,
    _ body: (TreeEntry) -> Void
  ) {
    let view = view
    let leaves = view.leaves(as: format, grid)
    let rows = leaves.window(window)
    view.forEachLeaf(meeting: view.frame.units(window)) { leaf in
      var bits = removed.remaining(leaves.entries(of: leaf, in: rows), of: leaf)
      while bits != 0 {
        body(view.entry(leaves, leaf, bits.trailingZeroBitCount))
        bits &= bits &- 1
      }
    }
  }
}

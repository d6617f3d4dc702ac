/// The boxes and entries of a static R-tree, packed along a Hilbert curve: leaves of 16 entries, and
/// nodes of 16 children above.
///
/// Built once, then only read.
struct PackedTree: Sendable {
  /// Keeps the memory that `view` points to.
  let memory: TreeMemory
  let view: TreeView
  /// The grid of the leaves' rows; nil when they keep sides as they are.
  let grid: Grid?
  /// The envelope of all entries; a single place when there are none.
  let extent: Envelope

  /// The number of entries.
  var count: Int { view.shape.count }

  /// Bytes that leaves, nodes and exceptions occupy.
  var byteCount: Int { view.byteCount }
}

extension PackedTree {
  /// How far a computed distance may be below the true one, generously: it keeps a box test from
  /// refusing what the exact test would take.
  @inline(__always)
  func slack(for point: Coordinate, within distance: Double) -> Double {
    let origin = extent.center
    let span =
      max(extent.width, extent.height) + (point.x - origin.x).magnitude
      + (point.y - origin.y).magnitude
    let greatest = max(point.x.magnitude, point.y.magnitude)
    // The last is for squares that underflow.
    return min(distance, span) * 0x1p-50 + span * 0x1p-50 + greatest * 0x1p-51 + 0x1p-535
  }

  /// The window around all that may lie within a distance of a place.
  @inline(__always)
  func window(within distance: Double, of point: Coordinate) -> Envelope {
    Envelope(around: point, radius: distance + slack(for: point, within: distance))
  }

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
    let rows = leaves.window(leaves.sides(of: window))
    view.forEachLeaf(meeting: view.frame.units(window)) { leaf in
      var bits = leaves.entries(of: leaf, in: rows)
      while bits != 0 {
        body(view.entry(leaves, leaf, bits.trailingZeroBitCount))
        bits &= bits &- 1
      }
    }
  }
}

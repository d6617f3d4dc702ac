extension PackedTree {
  /// Calls `visit` with entries that may lie within a distance of a place, roughly the near ones
  /// first; `visit` returns the distance that is still of interest, which only shrinks.
  ///
  /// A distance that is small beside the tree has few entries within it: then a plain walk through
  /// the window is quicker than one that ranks boxes by distance.
  @inline(__always)
  func forEachEntry(
    near point: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Double
  ) {
    if distance * view.frame.scale < 256 {
      forEachEntry(meeting: extent.window(within: distance, of: point)) { _ = visit($0) }
    } else if grid == nil {
      forEachEntry(DoubleLeaves.self, near: point, within: distance, visit)
    } else {
      forEachEntry(GridLeaves.self, near: point, within: distance, visit)
    }
  }

  @inline(__always)
  private func forEachEntry<Leaves: LeafFormat>(
    _ format: Leaves.Type,
    near point: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Double
  ) {
    // The view does not keep the memory alive.
    defer { withExtendedLifetime(memory) {} }
    let view = view
    let leaves = view.leaves(as: format, grid)
    let place = leaves.place(point)
    let slack = extent.slack(for: point, within: .infinity)
    var interest = distance
    view.forEachLeaf(near: point, within: interest + slack) { leaf in
      var bits = removed.remaining(
        leaves.entries(of: leaf, within: interest + slack, of: place),
        of: leaf
      )
      while bits != 0 {
        interest = min(interest, visit(view.entry(leaves, leaf, bits.trailingZeroBitCount)))
        bits &= bits &- 1
      }
      return interest + slack
    }
  }
}

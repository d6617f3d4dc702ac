extension PackedTree {
  /// Whether a distance is small beside the tree, so that few leaves may lie within it.
  @inline(__always)
  func isSmall(_ distance: Double) -> Bool { distance * view.frame.scale < 256 }

  /// Calls `visit` with entries that may lie within a distance of a place, roughly the near ones
  /// first; `visit` returns the distance that is still of interest, which only shrinks.
  ///
  /// A distance that is small beside the tree may have few leaves within it: then a plain walk
  /// through the window is quicker than one that ranks boxes by distance.
  @inline(__always)
  func forEachEntry(
    near point: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Double
  ) {
    if isSmall(distance), forEachEntryOfFew(near: point, within: distance, visit) {
      return
    }
    if grid == nil {
      forEachEntry(DoubleLeaves.self, near: point, within: distance, visit)
    } else {
      forEachEntry(GridLeaves.self, near: point, within: distance, visit)
    }
  }

  /// Calls `visit` with entries that may lie within a distance of a place, in tree order, if they
  /// are in few leaves; false, before any visit, when these are many.
  @inline(__always)
  private func forEachEntryOfFew(
    near point: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Double
  ) -> Bool {
    // The view does not keep the memory alive.
    defer { withExtendedLifetime(memory) {} }
    let window = extent.window(within: distance, of: point)
    return grid == nil
      ? forEachEntryOfFew(DoubleLeaves.self, meeting: window, visit)
      : forEachEntryOfFew(GridLeaves.self, meeting: window, visit)
  }

  @inline(__always)
  private func forEachEntryOfFew<Leaves: LeafFormat>(
    _ format: Leaves.Type,
    meeting window: Envelope,
    _ visit: (TreeEntry) -> Double
  ) -> Bool {
    let view = view
    let leaves = view.leaves(as: format, grid)
    let rows = leaves.window(leaves.sides(of: window))
    return view.forEachLeaf(ofFewMeeting: view.frame.units(window)) { leaf in
      var bits = removed.remaining(leaves.entries(of: leaf, in: rows), of: leaf)
      while bits != 0 {
        _ = visit(view.entry(leaves, leaf, bits.trailingZeroBitCount))
        bits &= bits &- 1
      }
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

  /// Calls `visit` with entries whose segments may lie within a distance of a place, roughly the
  /// near ones first; `visit` returns the distance that is still of interest, which only shrinks.
  ///
  /// As `forEachEntry`, for a tree whose entries are segments: one that is far from the place is
  /// refused although its box holds it.
  @inline(__always)
  func forEachSegment(
    near point: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Double
  ) {
    if isSmall(distance), forEachEntryOfFew(near: point, within: distance, visit) {
      return
    }
    if grid == nil {
      forEachSegment(DoubleLeaves.self, near: point, within: distance, visit)
    } else {
      forEachSegment(GridLeaves.self, near: point, within: distance, visit)
    }
  }

  @inline(__always)
  private func forEachSegment<Leaves: LeafFormat>(
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
      let distances = leaves.segmentDistances(of: leaf, from: place)
      var exceptions: UInt32 = 0
      var bits = leaves.lanes(of: distances, within: interest + slack)
      if view.exceptions.count > 0 {
        // Their rows do not say where the segment runs, but where its box lies.
        let all = leaves.exceptions(of: leaf)
        exceptions = all & leaves.entries(of: leaf, within: interest + slack, of: place)
        bits = bits & ~all | exceptions
      }
      bits &= 1 &<< UInt32(truncatingIfNeeded: view.shape.entryCount(of: leaf)) &- 1
      bits = removed.remaining(bits, of: leaf)
      guard bits != 0 else { return interest + slack }
      // The nearest first: it often refuses all others.
      var lane = leaves.nearest(among: bits, distances)
      while true {
        bits ^= 1 &<< UInt32(truncatingIfNeeded: lane)
        let rest = visit(view.entry(leaves, leaf, lane))
        if rest < interest {
          interest = rest
          bits &= leaves.lanes(of: distances, within: interest + slack) | exceptions
        }
        guard bits != 0 else { return interest + slack }
        lane = bits.trailingZeroBitCount
      }
    }
  }
}

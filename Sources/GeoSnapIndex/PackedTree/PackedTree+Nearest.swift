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
  package func forEachEntry(
    near point: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Double
  ) {
    if isSmall(distance), forEachEntryOfFew(near: point, within: distance, visit) { return }
    let slack = extent.slack(for: point, within: .infinity)
    var interest = distance
    withNearestWalk(from: point, within: distance + slack) { walk in
      while let leaf = walk.next(within: interest + slack) {
        var bits = entries(of: leaf, within: interest + slack, of: point)
        while bits != 0 {
          interest = min(interest, visit(entry(leaf, bits.trailingZeroBitCount)))
          bits &= bits &- 1
        }
      }
    }
  }

  /// Calls `visit` with entries whose segments may lie within a distance of a place, roughly the
  /// near ones first; `visit` returns the distance that is still of interest, which only shrinks.
  ///
  /// As `forEachEntry`, for a tree whose entries are segments: one that is far from the place is
  /// refused although its box holds it.
  @inline(__always)
  package func forEachSegment(
    near point: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Double
  ) {
    if isSmall(distance), forEachEntryOfFew(near: point, within: distance, visit) { return }
    if grid == nil {
      forEachSegment(DoubleLeaves.self, near: point, within: distance, visit)
    } else {
      forEachSegment(GridLeaves.self, near: point, within: distance, visit)
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
    forEachEntry(ofFewMeeting: extent.window(within: distance, of: point)) { _ = visit($0) }
  }

  @inline(__always)
  private func forEachSegment<Leaves: LeafFormat>(
    _ format: Leaves.Type,
    near point: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Double
  ) {
    let slack = extent.slack(for: point, within: .infinity)
    var interest = distance
    withNearestWalk(from: point, within: distance + slack) { walk in
      var near = NearSegments<Leaves>(of: self, near: point)
      while let lane = near.next(within: interest + slack, self, &walk) {
        interest = min(interest, visit(view.entry(near.leaves, near.leaf, lane)))
      }
    }
  }

  /// One bit for each entry of a leaf whose box may come within a distance of a place.
  @inline(never)
  private func entries(of leaf: Int, within distance: Double, of point: Coordinate) -> UInt32 {
    let bits: UInt32
    if let grid {
      let leaves = view.leaves(as: GridLeaves.self, grid)
      bits = leaves.entries(of: leaf, within: distance, of: leaves.place(point))
    } else {
      let leaves = view.leaves(as: DoubleLeaves.self, nil)
      bits = leaves.entries(of: leaf, within: distance, of: leaves.place(point))
    }
    return removed.remaining(bits, of: leaf)
  }
}

/// The segments of one leaf after the other that may come within a distance of a place.
private struct NearSegments<Leaves: LeafFormat> {
  let leaves: Leaves
  /// The leaf being looked at.
  private(set) var leaf = 0
  private let place: Leaves.Place
  /// The lanes still to visit, and which of them are exceptions.
  private var pending: UInt32 = 0
  private var exceptions: UInt32 = 0
  private var distances = Leaves.Distances()
  private var limit = Double.infinity

  @inline(__always)
  init(of tree: PackedTree, near point: Coordinate) {
    leaves = tree.view.leaves(as: Leaves.self, tree.grid)
    place = leaves.place(point)
  }

  /// The lane of the next segment; nil at the end. The distance is what is still of interest, which only shrinks.
  // A function of its own, so that its registers are not those of the visits.
  @inline(never)
  mutating func next(
    within distance: Double,
    _ tree: PackedTree,
    _ walk: inout NearestWalk
  ) -> Int? {
    if pending != 0 {
      if distance < limit {
        limit = distance
        pending &= leaves.lanes(of: distances, within: distance) | exceptions
      }
      if pending != 0 { return take(pending.trailingZeroBitCount) }
    }
    limit = distance
    while let next = walk.next(within: distance) {
      leaf = next
      distances = leaves.segmentDistances(of: leaf, from: place)
      pending = leaves.lanes(of: distances, within: distance)
      exceptions = 0
      if tree.view.exceptions.count > 0 {
        // Their rows do not say where the segment runs, but where its box lies.
        let all = leaves.exceptions(of: leaf)
        exceptions = all & leaves.entries(of: leaf, within: distance, of: place)
        pending = pending & ~all | exceptions
      }
      pending &= 1 &<< UInt32(truncatingIfNeeded: tree.view.shape.entryCount(of: leaf)) &- 1
      pending = tree.removed.remaining(pending, of: leaf)
      // The nearest first: it often refuses all others.
      if pending != 0 { return take(leaves.nearest(among: pending, distances)) }
    }
    return nil
  }

  @inline(__always)
  private mutating func take(_ lane: Int) -> Int {
    pending ^= 1 &<< UInt32(truncatingIfNeeded: lane)
    return lane
  }
}

extension PackedTree {
  /// Whether a distance is small compared to the tree, so that few leaves may lie within it.
  @inline(__always)
  func isSmall(_ distance: Double) -> Bool { distance * view.frame.scale < 256 }

  /// Calls `visit` with entries that may lie within a distance of a point, roughly the nearest first; `visit` returns
  /// the distance to search further, which may only shrink.
  ///
  /// If the distance is small compared to the tree, a plain walk through the few leaves of the window is faster than
  /// one that ranks boxes by distance.
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

  /// ``forEachEntry(near:within:_:)`` for a tree of segments: a segment that is far from the point is skipped even if
  /// its box contains the point.
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

  /// Calls `visit` with entries that may lie within a distance of a point, in tree order, if they are in few leaves;
  /// otherwise returns false before any visit.
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

  /// One bit for each entry of a leaf whose box may be within a distance of a point.
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

/// The segments within a distance of a point, leaf by leaf.
private struct NearSegments<Leaves: LeafFormat> {
  let leaves: Leaves
  private(set) var leaf = 0
  private let place: Leaves.Place
  /// The lanes still to visit; `exceptions` are those of them that are exceptions.
  private var pending: UInt32 = 0
  private var exceptions: UInt32 = 0
  private var distances = Leaves.Distances()
  private var limit = Double.infinity

  @inline(__always)
  init(of tree: PackedTree, near point: Coordinate) {
    leaves = tree.view.leaves(as: Leaves.self, tree.grid)
    place = leaves.place(point)
  }

  /// The lane of the next segment, nil at the end; `distance` is the distance to search further, which only shrinks.
  // A separate function, so that it does not share registers with the visits.
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
        // The rows of exceptions give their box, not the course of the segment.
        let all = leaves.exceptions(of: leaf)
        exceptions = all & leaves.entries(of: leaf, within: distance, of: place)
        pending = pending & ~all | exceptions
      }
      pending &= 1 &<< UInt32(truncatingIfNeeded: tree.view.shape.entryCount(of: leaf)) &- 1
      pending = tree.removed.remaining(pending, of: leaf)
      // The nearest first: it often rules out all others.
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

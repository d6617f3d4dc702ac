extension PackedTree {
  /// Calls `visit` with entries among which are the few nearest segments that lie within a distance
  /// of a place, roughly nearest first; for a tree whose entries are segments.
  ///
  /// Hardly more are visited than asked for: all others are refused by bounds of their distances,
  /// without being read exactly. Whether they lie within the distance is for `visit` to say.
  ///
  /// Returns whether it could be done. Otherwise nothing has been visited, because another way is
  /// better or the only one: for a single segment, for many, for many that lie equally far, for a
  /// distance that is small beside the tree, for a place that the grid does not reach, or without a
  /// grid.
  @inline(__always)
  func forEachOfFew(
    _ count: Int,
    near point: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Void
  ) -> Bool {
    guard count > 1, count <= NearestCandidates.greatestCount, let grid, grid.reaches(point),
      distance * view.frame.scale >= 256
    else { return false }
    // The view does not keep the memory alive.
    defer { withExtendedLifetime(memory) {} }
    let view = view
    let leaves = view.leaves(as: GridLeaves.self, grid)
    let slack = extent.slack(for: point, within: .infinity)
    var candidates = NearestCandidates(for: count)
    let cut = find(&candidates, leaves, near: point, within: distance, slack)
    guard !candidates.isOverfull else { return false }
    candidates.sort(within: cut)
    for index in 0..<candidates.count {
      let slot = candidates.slot(index)
      visit(view.entry(leaves, slot &>> 4, slot & 15))
    }
    return true
  }

  /// Finds all candidates; returns the bound from below that none of the nearest exceeds.
  ///
  /// If an entry is among the nearest, there are `count` entries whose bounds from above are the
  /// least, and one of those is computed to be at least as far. `interest` is at least the distance
  /// computed for it, so as in `forEachSegment` nothing farther than `interest + slack` is looked
  /// for.
  @inline(__always)
  private func find(
    _ candidates: inout NearestCandidates,
    _ leaves: GridLeaves,
    near point: Coordinate,
    within distance: Double,
    _ slack: Double
  ) -> Float {
    let place = leaves.place(point)
    var interest = distance
    var cut = leaves.cut(interest + slack)
    /// Takes note of lanes' bounds from above; returns whether less is of interest than before.
    @inline(__always)
    func note(_ lanes: UInt32, _ greatest: SIMD16<Float>) -> Bool {
      let limit = candidates.limit
      var rest = lanes
      while rest != 0 {
        candidates.note(greatest[rest.trailingZeroBitCount])
        rest &= rest &- 1
      }
      guard candidates.limit < limit else { return false }
      interest = min(interest, leaves.reach(candidates.limit) + slack)
      cut = leaves.cut(interest + slack)
      return true
    }
    view.forEachLeaf(near: point, within: interest + slack) { leaf in
      let (least, greatest) = leaves.segmentBounds(of: leaf, from: place)
      let there = removed.remaining(
        1 &<< UInt32(truncatingIfNeeded: view.shape.entryCount(of: leaf)) &- 1,
        of: leaf
      )
      let exceptions = view.exceptions.count > 0 ? leaves.exceptions(of: leaf) & there : 0
      var bits = GridLeaves.lanes(of: least, within: cut) & there & ~exceptions
      if bits != 0 {
        if note(bits, greatest) { bits &= GridLeaves.lanes(of: least, within: cut) }
        while bits != 0 {
          let lane = bits.trailingZeroBitCount
          candidates.append(leaf &* 16 &+ lane, least[lane], within: cut)
          bits &= bits &- 1
        }
      }
      if exceptions != 0 {
        // Their rows do not say where the segment runs, but where its box lies.
        bits = exceptions & leaves.entries(of: leaf, within: interest + slack, of: place)
        while bits != 0 {
          let slot = leaf &* 16 &+ bits.trailingZeroBitCount
          let squared = view.exceptions.entry(at: slot).segment.squaredDistance(to: point)
          let (least, greatest) = leaves.bounds(ofSquaredDistance: squared)
          _ = note(1, SIMD16(repeating: greatest))
          if least <= cut { candidates.append(slot, least, within: cut) }
          bits &= bits &- 1
        }
      }
      return interest + slack
    }
    return cut
  }
}

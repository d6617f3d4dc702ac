extension PackedTree {
  /// Calls `visit` with entries that include the `count` nearest segments within a distance of a point, roughly the
  /// nearest first, in a tree of segments; false without a visit if another way is better or needed.
  ///
  /// Few more than `count` are visited, since bounds of distances rule out the others before they are read exactly.
  /// `visit` has to check the distance. Another way is better for a single segment, for many, for many at the same
  /// distance, for a distance that is small compared to the tree, and for a point too far away to measure from.
  @inline(__always)
  func forEachOfFew(
    _ count: Int,
    near point: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Void
  ) -> Bool {
    guard count > 1, count <= NearestCandidates.greatestCount, distance * view.frame.scale >= 256
    else { return false }
    // The view does not keep the memory alive.
    defer { withExtendedLifetime(memory) {} }
    let candidates =
      grid == nil
      ? fewNearest(DoubleLeaves.self, count, near: point, within: distance)
      : fewNearest(GridLeaves.self, count, near: point, within: distance)
    guard let candidates else { return false }
    for index in 0..<candidates.count {
      let slot = candidates.slot(index)
      visit(entry(slot &>> 4, slot & 15))
    }
    return true
  }

  /// The entries that include the few nearest; nil when another way is needed.
  @inline(never)
  private func fewNearest<Leaves: LeafFormat>(
    _ format: Leaves.Type,
    _ count: Int,
    near point: Coordinate,
    within distance: Double
  ) -> NearestCandidates? {
    let leaves = view.leaves(as: format, grid)
    guard leaves.reaches(point, in: extent) else { return nil }
    let view = view
    var search = FewNearest(count, of: self, leaves, near: point, within: distance)
    withNearestWalk(from: point, within: search.reach) { walk in
      while let leaf = walk.next(within: search.reach) { search.visit(leaf, view, removed) }
    }
    guard !search.candidates.isOverfull else { return nil }
    search.candidates.sort(within: search.cut)
    return search.candidates
  }
}

/// A search for the few segments nearest to a point.
///
/// An entry among the nearest is computed to be at most as far as one of the `count` entries with the least upper
/// bounds. `interest` is at least the distance computed for that one, so, as in `forEachSegment`, nothing farther
/// than `interest + slack` has to be searched.
private struct FewNearest<Leaves: LeafFormat> {
  private let leaves: Leaves
  private let point: Coordinate
  private let place: Leaves.Place
  private let slack: Double
  private var interest: Double
  /// The greatest lower bound of the nearest.
  private(set) var cut: Float
  var candidates: NearestCandidates

  @inline(__always)
  init(
    _ count: Int,
    of tree: PackedTree,
    _ leaves: Leaves,
    near point: Coordinate,
    within distance: Double
  ) {
    self.leaves = leaves
    self.point = point
    place = leaves.place(point)
    slack = tree.extent.slack(for: point, within: .infinity)
    interest = distance
    cut = leaves.cut(distance + slack)
    candidates = NearestCandidates(for: count)
  }

  /// The distance up to which boxes are searched.
  @inline(__always)
  var reach: Double { interest + slack }

  /// Adds the candidates of a leaf.
  // A separate function, so that it does not share registers with the walk.
  @inline(never)
  mutating func visit(_ leaf: Int, _ view: TreeView, _ removed: RemovedEntries) {
    let (least, greatest) = leaves.segmentBounds(of: leaf, from: place)
    let there = removed.remaining(
      1 &<< UInt32(truncatingIfNeeded: view.shape.entryCount(of: leaf)) &- 1,
      of: leaf
    )
    let exceptions = view.exceptions.count > 0 ? leaves.exceptions(of: leaf) & there : 0
    var bits = LaneBits.of(least, within: cut) & there & ~exceptions
    if bits != 0 {
      let limit = candidates.limit
      var rest = bits
      while rest != 0 {
        candidates.note(greatest[rest.trailingZeroBitCount])
        rest &= rest &- 1
      }
      if candidates.limit < limit {
        shrink()
        bits &= LaneBits.of(least, within: cut)
      }
      while bits != 0 {
        let lane = bits.trailingZeroBitCount
        candidates.append(leaf &* 16 &+ lane, least[lane], within: cut)
        bits &= bits &- 1
      }
    }
    if exceptions != 0 { visit(exceptions, of: leaf, view) }
  }

  /// Adds exceptions, whose rows give their box, not the course of the segment.
  @inline(never)
  private mutating func visit(_ exceptions: UInt32, of leaf: Int, _ view: TreeView) {
    var bits = exceptions & leaves.entries(of: leaf, within: reach, of: place)
    while bits != 0 {
      let slot = leaf &* 16 &+ bits.trailingZeroBitCount
      let squared = view.exceptions.entry(at: slot).segment.squaredDistance(to: point)
      let (least, greatest) = leaves.bounds(ofSquaredDistance: squared)
      let limit = candidates.limit
      candidates.note(greatest)
      if candidates.limit < limit { shrink() }
      if least <= cut { candidates.append(slot, least, within: cut) }
      bits &= bits &- 1
    }
  }

  @inline(__always)
  private mutating func shrink() {
    let limit = leaves.reach(candidates.limit) + slack
    if limit < interest {
      interest = limit
      cut = leaves.cut(reach)
    }
  }
}

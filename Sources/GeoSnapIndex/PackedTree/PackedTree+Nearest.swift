extension PackedTree {
  /// Whether a distance is small compared to the tree, so that few leaves may lie within it.
  @inline(__always) func isSmall(_ distance: Double) -> Bool { distance * view.frame.scale < 256 }

  /// Calls `visit` with entries of a tree of segments that may lie within a distance of a point, roughly the nearest
  /// first; `visit` returns the distance to search further, which may only shrink.
  ///
  /// If the distance is small compared to the tree, a plain walk through the few leaves of the window is faster than
  /// one that ranks boxes by distance. A segment that is far from the point is skipped even if its box contains it.
  @inline(__always) package func forEachSegment(
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
  @inline(__always) private func forEachEntryOfFew(
    near point: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Double
  ) -> Bool {
    forEachEntry(ofFewMeeting: extent.window(within: distance, of: point)) { _ = visit($0) }
  }

  @inline(__always) private func forEachSegment<Leaves: LeafFormat>(
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

  /// Calls `visit` with entries that include the `count` nearest segments within a distance of a point, roughly the
  /// nearest first, in a tree of segments; false without a visit if another way is better or needed.
  ///
  /// Few more than `count` are visited, since bounds of distances rule out the others before they are read exactly.
  /// `visit` has to check the distance. Another way is better for a single segment, for many, for many at the same
  /// distance, for a distance that is small compared to the tree, and for a point too far away to measure from.
  @inline(__always) func forEachOfFew(
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
  @inline(never) private func fewNearest<Leaves: LeafFormat>(
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

  @inline(__always) init(of tree: PackedTree, near point: Coordinate) {
    leaves = tree.view.leaves(as: Leaves.self, tree.grid)
    place = leaves.place(point)
  }

  /// The lane of the next segment, nil at the end; `distance` is the distance to search further, which only shrinks.
  // A separate function, so that it does not share registers with the visits.
  @inline(never) mutating func next(
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

  @inline(__always) private mutating func take(_ lane: Int) -> Int {
    pending ^= 1 &<< UInt32(truncatingIfNeeded: lane)
    return lane
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
  private(set) var cut: Float
  var candidates: NearestCandidates

  @inline(__always) init(
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

  @inline(__always) var reach: Double { interest + slack }

  /// Adds the candidates of a leaf.
  // A separate function, so that it does not share registers with the walk.
  @inline(never) mutating func visit(_ leaf: Int, _ view: TreeView, _ removed: RemovedEntries) {
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
  @inline(never) private mutating func visit(_ exceptions: UInt32, of leaf: Int, _ view: TreeView) {
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

  @inline(__always) private mutating func shrink() {
    let limit = leaves.reach(candidates.limit) + slack
    if limit < interest {
      interest = limit
      cut = leaves.cut(reach)
    }
  }
}

/// The entries that may be among the few nearest to a point, by bounds of their squared distances.
struct NearestCandidates {
  static let greatestCount = 8

  /// Lower bounds in the upper half, slots in the lower.
  private var keys = InlineArray<48, UInt64>(repeating: 0)
  private(set) var count = 0
  /// Whether there were more candidates than there is room for, as with many at the same distance.
  private(set) var isOverfull = false
  /// The `count` least upper bounds in rising order, after -infinity.
  private var lower: SIMD4<Float>
  private var upper: SIMD4<Float>

  /// Creates empty candidates for the `count` nearest, from 1 to `greatestCount`.
  @inline(__always) init(for count: Int) {
    let lanes = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    let unused = SIMD8(repeating: Int32(truncatingIfNeeded: 8 &- count))
    let bounds = SIMD8<Float>(repeating: .infinity)
      .replacing(with: SIMD8(repeating: -.infinity), where: lanes .< unused)
    (lower, upper) = (bounds.lowHalf, bounds.highHalf)
  }

  /// An upper bound of the squared distances of the nearest; infinite while too few are known.
  @inline(__always) var limit: Float { upper.w }

  /// Inserts an entry's upper bound.
  ///
  /// Each of the sorted bounds becomes the greater of its predecessor and the lesser of itself and the new one,
  /// without a branch.
  @inline(__always) mutating func note(_ bound: Float) {
    let bounds = SIMD4(repeating: bound)
    let previous = SIMD4(lower.w, upper.x, upper.y, upper.z)
    let first = SIMD4(-Float.infinity, lower.x, lower.y, lower.z)
    let lesserUpper = upper.replacing(with: bounds, where: bounds .< upper)
    let lesserLower = lower.replacing(with: bounds, where: bounds .< lower)
    upper = lesserUpper.replacing(with: previous, where: lesserUpper .< previous)
    lower = lesserLower.replacing(with: first, where: lesserLower .< first)
  }

  /// Adds an entry with its lower bound, if that is at most `cut`.
  @inline(__always) mutating func append(_ slot: Int, _ bound: Float, within cut: Float) {
    if count == keys.count {
      drop(beyond: cut)
      guard count < keys.count else {
        isOverfull = true
        return
      }
    }
    // Bits of numbers that are not negative are in the order of the numbers.
    keys[count] =
      UInt64((bound > 0 ? bound : 0).bitPattern) &<< 32 | UInt64(UInt32(truncatingIfNeeded: slot))
    count &+= 1
  }

  /// Drops the entries beyond a bound, and sorts the others by their lower bounds.
  @inline(__always) mutating func sort(within cut: Float) {
    let last = UInt64(cut.bitPattern) &<< 32 | UInt64(UInt32.max)
    var kept = 0
    for index in 0..<count {
      let key = keys[index]
      guard key <= last else { continue }
      var place = kept
      while place > 0, keys[place &- 1] > key {
        keys[place] = keys[place &- 1]
        place &-= 1
      }
      keys[place] = key
      kept &+= 1
    }
    count = kept
  }

  @inline(__always)
  func slot(_ index: Int) -> Int { Int(truncatingIfNeeded: keys[index] & 0xffff_ffff) }

  @inline(never) private mutating func drop(beyond cut: Float) {
    let last = UInt64(cut.bitPattern) &<< 32 | UInt64(UInt32.max)
    var kept = 0
    for index in 0..<count where keys[index] <= last {
      keys[kept] = keys[index]
      kept &+= 1
    }
    count = kept
  }
}

extension PackedTree {
  /// Calls `body` with each entry whose box may meet a window, in tree order.
  ///
  /// Only the code that handles an entry is inlined into the caller; the walk is one shared function.
  @inline(__always)
  package func forEachEntry(meeting window: Envelope, _ body: (TreeEntry) -> Void) {
    _ = forEachMatch(meeting: window) { forEachEntry(of: $0, body) }
  }

  /// Calls `body` with each entry whose box may meet a window, in tree order, if they are in few leaves; otherwise
  /// returns false before any call.
  @inline(__always)
  package func forEachEntry(ofFewMeeting window: Envelope, _ body: (TreeEntry) -> Void) -> Bool {
    forEachMatch(meeting: window, ifFew: true) { forEachEntry(of: $0, body) }
  }

  /// Calls `body` with the slot of each entry of a feature in the leaves that may meet a window.
  @inline(__always)
  func forEachSlot(meeting window: Envelope, of feature: Int32, _ body: (Int) -> Void) {
    _ = forEachMatch(meeting: window, of: feature) { match in
      var bits = match.bits
      while bits != 0 {
        let slot = Int(match.leaf) &* 16 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        // Lanes without an entry have a feature too.
        if slot < count { body(slot) }
      }
    }
  }

  /// Calls `visit` with each leaf whose box meets a window, and with its entries of `feature`, if there is one, or
  /// those whose boxes may meet the window.
  ///
  /// With `ifFew` it returns false without a visit when there are many leaves.
  @inline(__always) package func forEachMatch(
    meeting window: Envelope,
    of feature: Int32? = nil,
    ifFew: Bool = false,
    _ visit: (LeafMatch) -> Void
  ) -> Bool {
    // The view does not keep the memory alive.
    defer { withExtendedLifetime(memory) {} }
    // Up to 1024 bytes need no allocation.
    return unsafe withUnsafeTemporaryAllocation(
      of: SearchStep.self,
      capacity: searchStepCapacity
    ) { steps in
      unsafe withUnsafeTemporaryAllocation(
        of: LeafMatch.self,
        capacity: leafMatchCapacity
      ) { found in
        guard let step = steps.baseAddress, let match = found.baseAddress else { return false }
        var stepCount = -1
        repeat {
          let count = unsafe findMatches(meeting: window, of: feature, step, &stepCount, match)
          if ifFew, stepCount > 0 { return false }
          var index = 0
          while index < count {
            // index < count, which the search has filled.
            visit(unsafe match[index])
            index &+= 1
          }
        } while stepCount > 0
        return true
      }
    }
  }

  @inline(__always) private func forEachEntry(of match: LeafMatch, _ body: (TreeEntry) -> Void) {
    var bits = match.bits
    while bits != 0 {
      body(entry(Int(match.leaf), bits.trailingZeroBitCount))
      bits &= bits &- 1
    }
  }

  @inline(__always) func entry(_ leaf: Int, _ lane: Int) -> TreeEntry {
    if let grid { return view.entry(view.leaves(as: GridLeaves.self, grid), leaf, lane) }
    return view.entry(view.leaves(as: DoubleLeaves.self, nil), leaf, lane)
  }

  /// ``entry(_:_:)`` as one shared function, where reading an entry is a small part of the work.
  @inline(never) func storedEntry(_ leaf: Int, _ lane: Int) -> TreeEntry { entry(leaf, lane) }

  /// Continues a search through a window, or starts it when `stepCount` is negative, until it has found some leaves
  /// or all; returns their number.
  ///
  /// The search is complete when `stepCount` is 0.
  // A separate function, so that it does not share registers with the visits.
  @inline(never) private func findMatches(
    meeting window: Envelope,
    of feature: Int32?,
    _ step: UnsafeMutablePointer<SearchStep>,
    _ stepCount: inout Int,
    _ matches: UnsafeMutablePointer<LeafMatch>
  ) -> Int {
    if stepCount < 0 { stepCount = unsafe view.begin(step) }
    let sides = view.frame.units(window)
    let count = unsafe view.findLeaves(meeting: sides, step, &stepCount, matches)
    if grid == nil {
      unsafe test(DoubleLeaves.self, meeting: window, of: feature, matches, count)
    } else {
      unsafe test(GridLeaves.self, meeting: window, of: feature, matches, count)
    }
    return count
  }

  @inline(__always) private func test<Leaves: LeafFormat>(
    _ format: Leaves.Type,
    meeting window: Envelope,
    of feature: Int32?,
    _ matches: UnsafeMutablePointer<LeafMatch>,
    _ count: Int
  ) {
    let leaves = view.leaves(as: format, grid)
    let rows = LaneWindow(leaves.sides(of: window))
    for index in 0..<count {
      // index < count, which the caller has filled.
      let leaf = unsafe Int(matches[index].leaf)
      let entries =
        feature.map { leaves.entries(of: leaf, ofFeature: $0) }
        ?? leaves.entries(of: leaf, in: rows)
      unsafe matches[index].bits = removed.remaining(entries, of: leaf)
    }
  }

  /// One bit for each entry of a leaf whose box may meet a window.
  @inline(never) func entries(of leaf: Int, meeting window: Envelope) -> UInt32 {
    let bits: UInt32
    if let grid {
      let leaves = view.leaves(as: GridLeaves.self, grid)
      bits = leaves.entries(of: leaf, in: LaneWindow(leaves.sides(of: window)))
    } else {
      let leaves = view.leaves(as: DoubleLeaves.self, nil)
      bits = leaves.entries(of: leaf, in: LaneWindow(leaves.sides(of: window)))
    }
    return removed.remaining(bits, of: leaf)
  }
}

/// A node that a search has yet to open, its level, and the start of that level's coarse nodes.
struct SearchStep {
  let position: Int32
  private let startAndLevel: Int32

  // A tree has fewer than 2^24 coarse nodes and 8 levels.
  @inline(__always) init(_ level: Int, start: Int, _ position: Int) {
    self.position = Int32(truncatingIfNeeded: position)
    startAndLevel = Int32(truncatingIfNeeded: start &<< 3 | level)
  }

  @inline(__always) var level: Int { Int(startAndLevel & 7) }

  @inline(__always) var start: Int { Int(startAndLevel &>> 3) }
}

/// A leaf that a search has found, with one bit for each of its entries that may meet the window.
package struct LeafMatch {
  let leaf: Int32
  var bits: UInt32
}

/// The most leaves that a search finds at a time: those of two fine nodes.
let leafMatchCapacity = 32

/// The most nodes that a search has pending: at most 15 on each of at most 7 levels, and 4 on the entry level.
let searchStepCapacity = 112

extension TreeView {
  /// Stores the first nodes of a search, the last of them first, and returns their number.
  func begin(_ step: UnsafeMutablePointer<SearchStep>) -> Int {
    guard shape.top > 0 else { return 0 }
    let level = shape.entryLevel
    let count = shape.width(level)
    let start = shape.start(level)
    var index = 0
    while index < count {
      // count <= 4.
      unsafe step[index] = SearchStep(level, start: start, count &- 1 &- index)
      index &+= 1
    }
    return count
  }

  /// Continues a search until it has found more than 16 leaves, or all, in tree order; returns their number.
  ///
  /// Leaves are prefetched as soon as they are known and read later, so that memory loads overlap.
  func findLeaves(
    meeting sides: SIMD4<Float>,
    _ step: UnsafeMutablePointer<SearchStep>,
    _ stepCount: inout Int,
    _ matches: UnsafeMutablePointer<LeafMatch>
  ) -> Int {
    let window = LaneWindow(sides)
    var waitCount = 0
    // A fine node adds at most 16, so there is always room.
    while stepCount > 0, waitCount <= leafMatchCapacity - 16 {
      stepCount &-= 1
      let level = unsafe step[stepCount].level
      let node = unsafe Int(step[stepCount].position)
      if level == 1 {
        var bits = leaves(ofFine: node, in: sides)
        while bits != 0 {
          let leaf = node &* 16 &+ bits.trailingZeroBitCount
          bits &= bits &- 1
          guard leaf < shape.leafCount else { break }
          fetchLeaf(leaf)
          unsafe matches[waitCount] = LeafMatch(leaf: Int32(truncatingIfNeeded: leaf), bits: 0)
          waitCount &+= 1
        }
      } else {
        let start = unsafe step[stepCount].start
        let childStart = level > 2 ? start &- shape.width(level &- 1) : 0
        var bits = children(ofCoarse: start &+ node, in: window)
        // From the last child to the first, so that the first is opened next.
        while bits != 0 {
          let child = 31 &- bits.leadingZeroBitCount
          bits ^= 1 &<< UInt32(truncatingIfNeeded: child)
          let position = node &* 16 &+ child
          if level == 2 { fetchFine(position) } else { fetchCoarse(childStart &+ position) }
          unsafe step[stepCount] = SearchStep(level &- 1, start: childStart, position)
          stepCount &+= 1
        }
      }
    }
    return waitCount
  }
}

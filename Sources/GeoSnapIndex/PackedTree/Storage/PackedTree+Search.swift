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
  @inline(__always)
  package func forEachMatch(
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

  @inline(__always)
  private func forEachEntry(of match: LeafMatch, _ body: (TreeEntry) -> Void) {
    var bits = match.bits
    while bits != 0 {
      body(entry(Int(match.leaf), bits.trailingZeroBitCount))
      bits &= bits &- 1
    }
  }

  @inline(__always)
  func entry(_ leaf: Int, _ lane: Int) -> TreeEntry {
    if let grid { return view.entry(view.leaves(as: GridLeaves.self, grid), leaf, lane) }
    return view.entry(view.leaves(as: DoubleLeaves.self, nil), leaf, lane)
  }

  /// ``entry(_:_:)`` as one shared function, where reading an entry is a small part of the work.
  @inline(never)
  func storedEntry(_ leaf: Int, _ lane: Int) -> TreeEntry { entry(leaf, lane) }

  /// Continues a search through a window, or starts it when `stepCount` is negative, until it has found some leaves
  /// or all; returns their number.
  ///
  /// The search is complete when `stepCount` is 0.
  // A separate function, so that it does not share registers with the visits.
  @inline(never)
  private func findMatches(
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

  /// Stores the entries of some leaves to read.
  @inline(__always)
  private func test<Leaves: LeafFormat>(
    _ format: Leaves.Type,
    meeting window: Envelope,
    of feature: Int32?,
    _ matches: UnsafeMutablePointer<LeafMatch>,
    _ count: Int
  ) {
    let leaves = view.leaves(as: format, grid)
    let rows = leaves.window(leaves.sides(of: window))
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
  @inline(never)
  func entries(of leaf: Int, meeting window: Envelope) -> UInt32 {
    let bits: UInt32
    if let grid {
      let leaves = view.leaves(as: GridLeaves.self, grid)
      bits = leaves.entries(of: leaf, in: leaves.window(leaves.sides(of: window)))
    } else {
      let leaves = view.leaves(as: DoubleLeaves.self, nil)
      bits = leaves.entries(of: leaf, in: leaves.window(leaves.sides(of: window)))
    }
    return removed.remaining(bits, of: leaf)
  }
}

extension PackedTree {
  /// Marks entries of one feature as removed, where they are found with all their bits.
  ///
  /// - Parameters:
  ///   - entries: At most 32 entries of one feature.
  ///   - wanted: A bit for each of them that is to be removed.
  /// - Returns: A bit for each entry removed.
  /// - Complexity: As a search for the box around the entries.
  mutating func remove(_ entries: Span<TreeEntry>, _ wanted: UInt32) -> UInt32 {
    guard wanted != 0, removed.count < count else { return 0 }
    var box: Envelope?
    var rest = wanted
    while rest != 0 {
      let envelope = entries[rest.trailingZeroBitCount].envelope
      box = box?.union(envelope) ?? envelope
      rest &= rest &- 1
    }
    guard let box else { return 0 }
    let feature = entries[wanted.trailingZeroBitCount].label.feature
    var slots = InlineArray<32, Int32>(repeating: 0)
    var found: UInt32 = 0
    forEachEntry(of: feature, meeting: box) { slot, entry in
      var open = wanted & ~found
      while open != 0 {
        let index = open.trailingZeroBitCount
        if entries[index] == entry {
          slots[index] = Int32(truncatingIfNeeded: slot)
          found |= 1 << UInt32(index)
          break
        }
        open &= open &- 1
      }
      return found != wanted
    }
    rest = found
    while rest != 0 {
      removed.mark(Int(slots[rest.trailingZeroBitCount]), leafCount: view.shape.leafCount)
      rest &= rest &- 1
    }
    return found
  }

  /// Calls `visit` with the entries of a feature, and their slots, in the leaves that may meet a
  /// window, until it returns false.
  @inline(__always)
  private func forEachEntry(
    of feature: Int32,
    meeting window: Envelope,
    _ visit: (_ slot: Int, TreeEntry) -> Bool
  ) {
    // The view does not keep the memory alive.
    defer { withExtendedLifetime(memory) {} }
    if grid == nil {
      forEachEntry(DoubleLeaves.self, of: feature, meeting: window, visit)
    } else {
      forEachEntry(GridLeaves.self, of: feature, meeting: window, visit)
    }
  }

  @inline(__always)
  private func forEachEntry<Leaves: LeafFormat>(
    _ format: Leaves.Type,
    of feature: Int32,
    meeting window: Envelope,
    _ visit: (_ slot: Int, TreeEntry) -> Bool
  ) {
    let view = view
    let leaves = view.leaves(as: format, grid)
    var goesOn = true
    view.forEachLeaf(meeting: view.frame.units(window)) { leaf in
      guard goesOn else { return }
      var bits = removed.remaining(leaves.entries(of: leaf, ofFeature: feature), of: leaf)
      while bits != 0 {
        let slot = leaf &* 16 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        // Lanes that stand for no entry have a feature too.
        guard slot < count else { return }
        goesOn = visit(slot, view.entry(leaves, leaf, slot & 15))
        guard goesOn else { return }
      }
    }
  }
}

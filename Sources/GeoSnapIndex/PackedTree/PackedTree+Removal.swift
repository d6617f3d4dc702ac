extension PackedTree {
  /// Marks those of at most 32 entries of one feature as removed whose bits are set in `wanted` and that are in the
  /// tree bit for bit; returns a bit for each removed entry.
  ///
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
    forEachSlot(meeting: box, of: feature) { slot in
      guard found != wanted else { return }
      let entry = entry(slot &>> 4, slot & 15)
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
    }
    rest = found
    while rest != 0 {
      removed.mark(Int(slots[rest.trailingZeroBitCount]), leafCount: view.shape.leafCount)
      rest &= rest &- 1
    }
    return found
  }
}

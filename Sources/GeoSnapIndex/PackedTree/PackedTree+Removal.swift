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

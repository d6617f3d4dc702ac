internal import GeoSnapSupport

/// The set of taken slots, which assigns free ones in rising order, so that insertions in a row write to the same
/// pages.
struct SlotSet: Sendable {
  private var words = PagedArray<UInt64>()
  /// The first slot that has never been taken.
  private var end = 0
  private var freeCount = 0
  /// The word where the search for a free slot starts.
  private var cursor = 0

  /// Takes a free slot, or the first that was never taken.
  @inline(__always)
  mutating func take() -> Int {
    // With one slot in eight free, a free one is found within a few words.
    if freeCount > 64, freeCount > end / 8 { return takeFreed() }
    let slot = end
    end += 1
    if slot & 63 == 0 { words.append(0) }
    words[slot >> 6] |= 1 << UInt64(slot & 63)
    return slot
  }

  private mutating func takeFreed() -> Int {
    while true {
      var free = ~words[cursor]
      if cursor == words.count - 1, end & 63 != 0 { free &= 1 << UInt64(end & 63) - 1 }
      if free != 0 {
        let slot = cursor << 6 | free.trailingZeroBitCount
        words[cursor] |= free & (~free &+ 1)
        freeCount -= 1
        return slot
      }
      cursor += 1
      if cursor == words.count { cursor = 0 }
    }
  }

  @inline(__always)
  mutating func free(_ slot: Int) {
    words[slot >> 6] &= ~(1 << UInt64(slot & 63))
    freeCount += 1
  }

  /// The first taken slot from `slot` on; nil when there is none.
  func next(from slot: Int) -> Int? {
    var word = slot >> 6
    guard word < words.count else { return nil }
    var bits = words[word] & ~0 &<< UInt64(slot & 63)
    while bits == 0 {
      word += 1
      guard word < words.count else { return nil }
      bits = words[word]
    }
    return word << 6 | bits.trailingZeroBitCount
  }

  var byteCount: Int { words.byteCount }
}

/// Says of most cells without entries that they have none, from a few bits for each entry: small
/// enough to stay in the cache, so that a query far from all edits is done with them at once.
///
/// Bits are set and never cleared; building chains anew clears them all.
struct CellFilter: Sendable {
  private var words: PagedArray<UInt64>
  private let mask: UInt64

  /// A filter of some bits, a power of two of at least 64.
  init(bitCount: Int) {
    words = PagedArray(repeating: 0, count: bitCount / 64)
    mask = UInt64(bitCount - 1)
  }

  /// Whether a cell with the same bit may have been added.
  @inline(__always)
  func mayContain(_ hash: UInt64) -> Bool {
    let bit = hash & mask
    return words[Int(truncatingIfNeeded: bit &>> 6)] & 1 &<< (bit & 63) != 0
  }

  @inline(__always)
  mutating func add(_ hash: UInt64) {
    let bit = hash & mask
    let index = Int(truncatingIfNeeded: bit &>> 6)
    let word = words[index]
    // Writing copies a page that a snapshot has too.
    if word & 1 &<< (bit & 63) == 0 { words[index] = word | 1 &<< (bit & 63) }
  }

  /// Bytes that the filter occupies; what copies share counts in full.
  var byteCount: Int { words.byteCount }
}

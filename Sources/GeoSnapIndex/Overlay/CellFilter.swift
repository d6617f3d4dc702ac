internal import GeoSnapSupport

/// A filter of two bits per occupied cell, which rules out most empty cells.
///
/// It is small enough for the cache, so a query far from all edits ends here. Bits are set and never cleared;
/// rebuilding chains clears them all.
struct CellFilter: Sendable {
  private var words: PagedArray<UInt64>
  private let mask: UInt64

  /// Creates a filter of some bits, a power of two of at least 64.
  init(bitCount: Int) {
    words = PagedArray(repeating: 0, count: bitCount / 64)
    mask = UInt64(bitCount / 64 - 1)
  }

  /// Whether a cell with the same bits may have been added.
  @inline(__always)
  func mayContain(_ hash: UInt64) -> Bool {
    let bits = CellFilter.bits(hash)
    return words[index(hash)] & bits == bits
  }

  @inline(__always)
  mutating func add(_ hash: UInt64) {
    let (index, bits) = (index(hash), CellFilter.bits(hash))
    let word = words[index]
    // Writing copies a page that is shared with a snapshot.
    if word & bits != bits { words[index] = word | bits }
  }

  var byteCount: Int { words.byteCount }

  @inline(__always)
  private func index(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> 6 & mask) }

  /// Two bits of one word; the second separates most cells that share the word and the first.
  @inline(__always)
  private static func bits(_ hash: UInt64) -> UInt64 {
    1 &<< (hash & 63) | 1 &<< ((hash ^ hash &>> 58) & 63)
  }
}

internal import GeoSnapSupport

/// The set of entries of a packed tree that were removed after it was built; copies share memory until one is edited.
struct RemovedEntries: Sendable {
  private(set) var count = 0
  /// A bit per lane for each leaf; empty while nothing has been removed.
  private var marks = PagedArray<UInt16>()
  /// A bit for each leaf with marks: small enough for the cache, and most leaves have none.
  private var marked = PagedArray<UInt64>()

  /// Clears the bits of removed entries of a leaf.
  @inline(__always)
  func remaining(_ bits: UInt32, of leaf: Int) -> UInt32 {
    guard count != 0, bits != 0, marked[leaf >> 6] & 1 &<< UInt64(leaf & 63) != 0 else {
      return bits
    }
    return bits & ~UInt32(marks[leaf])
  }

  /// Marks the entry of a slot, which must not be marked yet.
  mutating func mark(_ slot: Int, leafCount: Int) {
    if marks.count == 0 {
      marks = PagedArray(repeating: 0, count: leafCount)
      marked = PagedArray(repeating: 0, count: leafCount / 64 + 1)
    }
    let leaf = slot >> 4
    marks[leaf] |= 1 << UInt16(slot & 15)
    if marked[leaf >> 6] & 1 << UInt64(leaf & 63) == 0 {
      marked[leaf >> 6] |= 1 << UInt64(leaf & 63)
    }
    count += 1
  }

  var byteCount: Int { marks.byteCount + marked.byteCount }
}

internal import GeoSnapSupport

/// Which entries of a packed tree have been removed since it was built.
///
/// Copies share memory until one of them is edited.
struct RemovedEntries: Sendable {
  /// The number of entries removed.
  private(set) var count = 0
  /// For each leaf a bit for each lane; without elements as long as nothing has been removed.
  private var marks = PagedArray<UInt16>()
  /// For each leaf whether it has marks: so few bits stay in the cache, and most leaves have none.
  private var marked = PagedArray<UInt64>()

  /// Leaves the bits of those entries of a leaf that are still there.
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

  /// Bytes that the marks occupy; what copies share counts in full.
  var byteCount: Int { marks.byteCount + marked.byteCount }
}

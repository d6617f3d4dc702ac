/// Which entries of a packed tree have been removed since it was built.
///
/// Copies share memory until one of them is edited.
struct RemovedEntries: Sendable {
  /// The number of entries removed.
  private(set) var count = 0
  /// For each leaf a bit for each lane; without elements as long as nothing has been removed.
  private var marks = PagedArray<UInt16>()

  /// Leaves the bits of those entries of a leaf that are still there.
  @inline(__always)
  func remaining(_ bits: UInt32, of leaf: Int) -> UInt32 {
    count == 0 ? bits : bits & ~UInt32(marks[leaf])
  }

  /// Marks the entry of a slot, which must not be marked yet.
  mutating func mark(_ slot: Int, leafCount: Int) {
    if marks.count == 0 { marks = PagedArray(repeating: 0, count: leafCount) }
    marks[slot >> 4] |= 1 << UInt16(slot & 15)
    count += 1
  }

  /// Bytes that the marks occupy; what copies share counts in full.
  var byteCount: Int { marks.byteCount }
}

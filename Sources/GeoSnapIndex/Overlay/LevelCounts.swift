internal import GeoSnapSupport

/// The number of entries at each level of a grid.
struct LevelCounts: Sendable {
  /// A bit for each level with entries.
  private(set) var inUse: UInt64 = 0
  /// In pages, which keep the index value small.
  private var counts = PagedArray<Int32>(repeating: 0, count: 64)

  @inline(__always)
  subscript(level: Int) -> Int { Int(counts[level]) }

  @inline(__always)
  mutating func add(_ level: Int) {
    counts[level] += 1
    inUse |= 1 &<< UInt64(level)
  }

  @inline(__always)
  mutating func subtract(_ level: Int) {
    counts[level] -= 1
    if counts[level] == 0 { inUse &= ~(1 &<< UInt64(level)) }
  }
}

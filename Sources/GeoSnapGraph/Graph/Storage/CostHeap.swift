internal import GeoSnapSupport

/// A heap of nodes by cost, with four children per entry; the cheapest comes first, at equal cost the lesser number.
// Invariants: `entries` has `capacity` entries, of which the first `count` are a heap. The children of entry p are 4p
// + 1 to 4p + 4, and these four are one cache line.
@safe
package final class CostHeap {
  /// The bits of a cost above the node's number; the bits ascend with the cost, since no cost is negative.
  typealias Entry = UInt128

  private(set) var entries: UnsafeMutablePointer<Entry>
  private(set) var count = 0
  private var capacity: Int
  private var memory: UnsafeMutableRawPointer

  package init() {
    capacity = 0
    unsafe memory = LargeMemory.allocate(byteCount: 64)
    unsafe entries = CostHeap.place(in: memory)
  }

  deinit { unsafe memory.deallocate() }

  @inline(__always)
  static func entry(_ cost: Double, _ node: Int32) -> Entry {
    Entry(cost.bitPattern) << 64 | Entry(UInt32(bitPattern: node))
  }

  @inline(__always)
  static func cost(_ entry: Entry) -> Double {
    Double(bitPattern: UInt64(truncatingIfNeeded: entry >> 64))
  }

  @inline(__always)
  static func node(_ entry: Entry) -> Int {
    Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: entry))
  }

  package func push(_ cost: Double, _ node: Int32) {
    reserve(1)
    // Turns a cost of -0.0 into 0.0.
    push(CostHeap.entry(cost + 0, node))
  }

  /// Removes the cheapest node; nil when there is none.
  package func pop() -> (cost: Double, node: Int32)? {
    guard count > 0 else { return nil }
    let least = popLeast()
    return (CostHeap.cost(least), Int32(truncatingIfNeeded: CostHeap.node(least)))
  }

  @inline(__always)
  func reserve(_ more: Int) {
    if count + more > capacity { grow(to: max(2 * capacity, count + more, 1024)) }
  }

  private func grow(to newCapacity: Int) {
    let newMemory = unsafe LargeMemory.allocate(
      byteCount: (newCapacity + 4) * MemoryLayout<Entry>.stride
    )
    let newEntries = unsafe CostHeap.place(in: newMemory)
    // count <= capacity < newCapacity.
    unsafe newEntries.update(from: entries, count: count)
    unsafe memory.deallocate()
    unsafe (memory, entries, capacity) = (newMemory, newEntries, newCapacity)
  }

  /// Three entries in, so that the second entry, a first child, begins a cache line.
  private static func place(in memory: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Entry> {
    unsafe memory.assumingMemoryBound(to: Entry.self) + 3
  }

  /// Adds an entry; there has to be room.
  @inline(__always)
  func push(_ entry: Entry) {
    var place = count
    count += 1
    // reserve() has made room; parents lie before their children.
    while place > 0 {
      let parent = (place - 1) >> 2
      let above = unsafe entries[parent]
      if above <= entry { break }
      unsafe entries[place] = above
      place = parent
    }
    unsafe entries[place] = entry
  }

  /// Removes the least entry; there has to be one.
  @inline(__always)
  func popLeast() -> Entry {
    let least = unsafe entries[0]
    count -= 1
    let count = count
    // The last entry sinks from the top; every position below is less than `count`.
    let last = unsafe entries[count]
    var place = 0
    while true {
      let first = 4 * place + 1
      var (child, below): (Int, Entry)
      if first + 3 < count {
        // The least of four is unpredictable, so it is chosen without branches.
        let (a, b) = unsafe (entries[first], entries[first + 1])
        let (c, d) = unsafe (entries[first + 2], entries[first + 3])
        let (one, lesser) = b < a ? (first + 1, b) : (first, a)
        let (other, otherLesser) = d < c ? (first + 3, d) : (first + 2, c)
        (child, below) = otherLesser < lesser ? (other, otherLesser) : (one, lesser)
      } else {
        guard first < count else { break }
        (child, below) = unsafe (first, entries[first])
        for place in first + 1..<max(count, first + 1) {
          let next = unsafe entries[place]
          if next < below { (child, below) = (place, next) }
        }
      }
      if last <= below { break }
      unsafe entries[place] = below
      place = child
    }
    unsafe entries[place] = last
    return least
  }
}

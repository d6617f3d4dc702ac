internal import GeoSnapSupport

/// The entries inserted into an index since its packed tree was built: a hash grid whose copies share memory.
///
/// A copy is a snapshot that does not change when the original is edited; each edit after it copies only the pages it
/// changes. The corners of an entry are finite. A bad cell size only costs time: cells that are too large put
/// everything in a few chains, and cells that are too small in one.
// Invariants: slot s has an entry when it is taken, and the chain of each of the entry's cells, four at most, has one
// link to it.
package struct Overlay: Sendable {
  package private(set) var count = 0
  let grid: CellGrid
  private(set) var levels = LevelCounts()
  private(set) var entries = PagedArray<TreeEntry>()
  package private(set) var links = LinkTable(bucketCount: 256)
  private(set) var filter = CellFilter(bitCount: 256 * filterBits)
  private(set) var slots = SlotSet()

  /// The bits of the filter per bucket, which usually has one or two links.
  private static var filterBits: Int { 32 }

  /// Creates an empty overlay with finest cells of `cellSide`, in coordinate units: about half the side of the packed
  /// tree's leaves.
  package init(cellSide: Double) {
    precondition(cellSide > 0 && cellSide.isFinite, "A cell's side must be positive and finite")
    grid = CellGrid(cellSide: cellSide)
  }

  package mutating func insert(_ entry: TreeEntry) {
    if links.count >= links.bucketCount * 2 { spread(over: links.bucketCount * 2) }
    let slot = slots.take()
    if slot < entries.count { entries[slot] = entry } else { entries.append(entry) }
    levels.add(link(slot, entry))
    count += 1
  }

  /// Removes an entry that is equal bit for bit; false when there is none.
  package mutating func remove(_ entry: TreeEntry) -> Bool {
    let units = grid.units(of: entry.envelope)
    let cells = units.cells(level: grid.level(of: entry.envelope, units))
    var slot: Int?
    var isFirst = true
    cells.forEachCell { cell in
      // The first cell gives the slot, by which the others find the entry.
      guard isFirst || slot != nil else { return }
      isFirst = false
      let extent = units.extent(in: cell)
      let entries = entries
      slot = links.remove(entry, from: bucket(of: cell.hash), entries) { link in
        if let slot { return link.slot == slot }
        return link.extent == extent && entries[Int(link.slot)] == entry
      }
    }
    guard let slot else { return false }
    slots.free(slot)
    levels.subtract(cells.level)
    count -= 1
    return true
  }

  /// The size in bytes; memory shared with copies counts in full.
  package var byteCount: Int {
    entries.byteCount + links.byteCount + filter.byteCount + slots.byteCount
  }

  @inline(__always) package func forEachEntry(_ body: (TreeEntry) -> Void) {
    var slot = 0
    while let next = slots.next(from: slot) {
      body(entries[next])
      slot = next + 1
    }
  }

  @inline(__always) func bucket(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash & UInt64(truncatingIfNeeded: links.bucketCount - 1))
  }

  /// Links a slot to the chains of its cells, and returns their level.
  @inline(__always) private mutating func link(_ slot: Int, _ entry: TreeEntry) -> Int {
    let units = grid.units(of: entry.envelope)
    let cells = units.cells(level: grid.level(of: entry.envelope, units))
    cells.forEachCell { cell in
      let link = Link(slot: Int32(truncatingIfNeeded: slot), extent: units.extent(in: cell))
      let hash = cell.hash
      filter.add(hash)
      links.insert(link, into: bucket(of: hash), entries)
    }
    return cells.level
  }

  private mutating func spread(over bucketCount: Int) {
    links = LinkTable(bucketCount: bucketCount)
    filter = CellFilter(bitCount: bucketCount * Self.filterBits)
    var slot = 0
    while let next = slots.next(from: slot) {
      _ = link(next, entries[next])
      slot = next + 1
    }
  }
}

extension Crowd: PagedElement {}

extension TreeEntry: PagedElement {
  package static var pageBytes: Int { 16384 }
}

struct LevelCounts: Sendable {
  private(set) var inUse: UInt64 = 0
  /// In pages, which keep the index value small.
  private var counts = PagedArray<Int32>(repeating: 0, count: 64)

  @inline(__always) subscript(level: Int) -> Int { Int(counts[level]) }

  @inline(__always) mutating func add(_ level: Int) {
    counts[level] += 1
    inUse |= 1 &<< UInt64(level)
  }

  @inline(__always) mutating func subtract(_ level: Int) {
    counts[level] -= 1
    if counts[level] == 0 { inUse &= ~(1 &<< UInt64(level)) }
  }
}

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
  @inline(__always) func mayContain(_ hash: UInt64) -> Bool {
    let bits = CellFilter.bits(hash)
    return words[index(hash)] & bits == bits
  }

  @inline(__always) mutating func add(_ hash: UInt64) {
    let (index, bits) = (index(hash), CellFilter.bits(hash))
    let word = words[index]
    // Writing copies a page that is shared with a snapshot.
    if word & bits != bits { words[index] = word | bits }
  }

  var byteCount: Int { words.byteCount }

  @inline(__always)
  private func index(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> 6 & mask) }

  /// Two bits of one word; the second separates most cells that share the word and the first.
  @inline(__always) private static func bits(_ hash: UInt64) -> UInt64 {
    1 &<< (hash & 63) | 1 &<< ((hash ^ hash &>> 58) & 63)
  }
}

/// The set of taken slots, which assigns free ones in rising order, so that insertions in a row write to the same
/// pages.
struct SlotSet: Sendable {
  private var words = PagedArray<UInt64>()
  private var end = 0
  private var freeCount = 0
  /// The word where the search for a free slot starts.
  private var cursor = 0

  /// Takes a free slot, or the first that was never taken.
  @inline(__always) mutating func take() -> Int {
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

  @inline(__always) mutating func free(_ slot: Int) {
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

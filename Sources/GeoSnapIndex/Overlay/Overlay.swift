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

  /// Inserts an entry.
  ///
  /// - Complexity: Amortised O(1); after a copy also a page for each array.
  package mutating func insert(_ entry: TreeEntry) {
    if links.count >= links.bucketCount * 2 { spread(over: links.bucketCount * 2) }
    let slot = slots.take()
    if slot < entries.count { entries[slot] = entry } else { entries.append(entry) }
    levels.add(link(slot, entry))
    count += 1
  }

  /// Removes an entry that is equal bit for bit; false when there is none.
  ///
  /// - Complexity: O(1) on average, also among many entries at one point.
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

  /// Calls `body` for every entry, in no particular order.
  @inline(__always)
  package func forEachEntry(_ body: (TreeEntry) -> Void) {
    var slot = 0
    while let next = slots.next(from: slot) {
      body(entries[next])
      slot = next + 1
    }
  }

  @inline(__always)
  func bucket(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash & UInt64(truncatingIfNeeded: links.bucketCount - 1))
  }

  /// Links a slot to the chains of its cells, and returns their level.
  @inline(__always)
  private mutating func link(_ slot: Int, _ entry: TreeEntry) -> Int {
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

  /// Rebuilds all chains.
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

internal import GeoSnapSupport

/// The entries put into an index since its packed tree was built: a hash grid whose copies share memory.
///
/// A copy is a snapshot: it stays as it is while the original is edited, and each edit after it copies only the
/// pages it touches.
///
/// The corners of an entry are finite. Cells of a bad size cost time, never answers: far too large ones hold
/// everything in a few chains, far too small ones cannot count so far and keep everything in one.
// Invariants: slot s holds an entry when it is taken, and the chain of each cell in which the entry
// lives, four at most, has one link to it.
package struct Overlay: Sendable {
  /// The number of entries.
  package private(set) var count = 0
  let grid: CellGrid
  private(set) var levels = LevelCounts()
  private(set) var entries = PagedArray<TreeEntry>()
  package private(set) var links = LinkTable(bucketCount: 256)
  private(set) var filter = CellFilter(bitCount: 256 * filterBits)
  private(set) var slots = SlotSet()

  /// The bits of the filter for each bucket, which has one or two links most of the time.
  private static var filterBits: Int { 32 }

  /// Creates an overlay without entries.
  ///
  /// - Parameter cellSide: The side of the finest cells, in coordinate units: about half
  ///   that of the packed tree's leaves.
  package init(cellSide: Double) {
    precondition(cellSide > 0 && cellSide.isFinite, "A cell's side must be positive and finite")
    grid = CellGrid(cellSide: cellSide)
  }

  /// Adds an entry.
  ///
  /// - Complexity: O(1), amortised; after a copy, besides, a page for each array.
  package mutating func insert(_ entry: TreeEntry) {
    if links.count >= links.bucketCount * 2 { spread(over: links.bucketCount * 2) }
    let slot = slots.take()
    if slot < entries.count { entries[slot] = entry } else { entries.append(entry) }
    levels.add(link(slot, entry))
    count += 1
  }

  /// Takes out an entry equal in all bits; false when there is none.
  ///
  /// - Complexity: O(1) on average, also among many entries at one place.
  package mutating func remove(_ entry: TreeEntry) -> Bool {
    let units = grid.units(of: entry.envelope)
    let cells = units.cells(level: grid.level(of: entry.envelope, units))
    var slot: Int?
    var isFirst = true
    cells.forEachCell { cell in
      // The first cell tells the slot, by which the others know the entry.
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

  /// Bytes that the entries and all that leads to them occupy; what copies share counts in full.
  package var byteCount: Int {
    entries.byteCount + links.byteCount + filter.byteCount + slots.byteCount
  }

  /// Calls `body` for every entry, in no order.
  @inline(__always)
  package func forEachEntry(_ body: (TreeEntry) -> Void) {
    var slot = 0
    while let next = slots.next(from: slot) {
      body(entries[next])
      slot = next + 1
    }
  }

  /// The bucket of the cells with a hash.
  @inline(__always)
  func bucket(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash & UInt64(truncatingIfNeeded: links.bucketCount - 1))
  }

  /// Adds a slot to the chains of its cells; returns their level.
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

  /// Builds all chains anew.
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

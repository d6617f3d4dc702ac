/// The entries put into an index since its packed tree was built: a hash grid whose copies share
/// memory.
///
/// A copy is a snapshot: it stays as it is while the original is edited, and each edit after it
/// copies only the pages it touches.
///
/// The corners of an entry are finite. Cells of a bad size cost time, never answers: far too large
/// ones hold everything in a few chains, far too small ones cannot count so far and keep everything
/// in one.
// Invariants: an entry's slot is taken; for each cell in which it lives there is one link, in the
// chain of the cell's bucket. Bucket b's chain begins with link `heads[b]`, -1 for none, and goes on
// by `next`; -2 - k instead says that the bucket is crowded and has the chains of `crowds[k]`.
struct Overlay: Sendable {
  /// The number of entries.
  private(set) var count = 0
  let grid: CellGrid
  private(set) var levels = LevelCounts()
  private(set) var entries = PagedArray<TreeEntry>()
  private(set) var links = PagedArray<Link>()
  private(set) var heads: PagedArray<Int32>
  private(set) var crowds = PagedArray<Crowd>()
  private var bucketCount = 1024
  private var takenEntries = SlotSet()
  private var takenLinks = SlotSet()

  /// A chain longer than this is split when a removal has to walk it.
  private static let longestWalk = 64

  /// Creates an overlay without entries.
  ///
  /// - Parameter cellSide: The side of the finest cells, in coordinate units: about that of the
  ///   packed tree's leaves.
  init(cellSide: Double) {
    precondition(cellSide > 0 && cellSide.isFinite, "A cell's side must be positive and finite")
    grid = CellGrid(cellSide: cellSide)
    heads = PagedArray(repeating: -1, count: bucketCount)
  }

  /// Adds an entry.
  ///
  /// - Complexity: O(1), amortised; after a copy, besides, a page for each array.
  mutating func insert(_ entry: TreeEntry) {
    if links.count >= bucketCount { spread(over: bucketCount * 2) }
    let slot = takenEntries.take()
    if slot == entries.count { entries.append(entry) } else { entries[slot] = entry }
    let units = grid.units(of: entry.envelope)
    let cells = units.cells(level: grid.level(of: entry.envelope, units))
    levels.add(cells.level)
    count += 1
    cells.forEachCell { cell in
      let index = takenLinks.take()
      let link = Link(
        next: -1,
        slot: Int32(truncatingIfNeeded: slot),
        extent: units.extent(in: cell)
      )
      if index == links.count { links.append(link) }
      join(bucket(of: cell), index, link, entry)
    }
  }

  /// Takes out an entry equal in all bits; false when there is none.
  ///
  /// - Complexity: O(1) on average, also among many entries at one place.
  mutating func remove(_ entry: TreeEntry) -> Bool {
    let units = grid.units(of: entry.envelope)
    let cells = units.cells(level: grid.level(of: entry.envelope, units))
    var slot: Int32 = -1
    var isThere = true
    cells.forEachCell { cell in
      guard isThere else { return }
      let extent = units.extent(in: cell)
      let bucket = bucket(of: cell)
      let position = chain(of: entry, in: bucket)
      var previous = -1
      var index = Int(heads[position])
      var steps = 0
      while index >= 0 {
        let link = links[index]
        // The first cell tells the slot, by which the others know the entry.
        if link.extent == extent, slot >= 0 ? link.slot == slot : entries[Int(link.slot)] == entry {
          slot = link.slot
          if previous < 0 { heads[position] = link.next } else { links[previous].next = link.next }
          takenLinks.free(index)
          break
        }
        previous = index
        index = Int(link.next)
        steps += 1
      }
      isThere = index >= 0
      if steps > Self.longestWalk, position == bucket { split(bucket) }
    }
    guard isThere else { return false }
    takenEntries.free(Int(slot))
    levels.subtract(cells.level)
    count -= 1
    return true
  }

  /// Bytes that the entries and all that leads to them occupy; what copies share counts in full.
  var byteCount: Int {
    entries.byteCount + links.byteCount + heads.byteCount + crowds.byteCount
      + takenEntries.byteCount + takenLinks.byteCount
  }

  /// Calls `body` for every entry, in no order.
  @inline(__always)
  func forEachEntry(_ body: (TreeEntry) -> Void) {
    takenEntries.forEach { body(entries[$0]) }
  }

  /// The bucket of a cell.
  @inline(__always)
  func bucket(of cell: Cell) -> Int {
    Int(truncatingIfNeeded: cell.hash & UInt64(truncatingIfNeeded: bucketCount - 1))
  }

  /// Where the chain of an entry begins.
  @inline(__always)
  private func chain(of entry: TreeEntry, in bucket: Int) -> Int {
    let head = heads[bucket]
    return head >= -1 ? bucket : crowds[Int(-2 - head)].position(of: entry)
  }

  /// Puts a link at the beginning of a bucket's chain, or of its own chain in a crowd.
  @inline(__always)
  private mutating func join(_ bucket: Int, _ index: Int, _ link: Link, _ entry: TreeEntry) {
    var link = link
    var position = bucket
    link.next = heads[position]
    if link.next < -1 {
      position = join(crowd: Int(-2 - link.next), entry)
      link.next = heads[position]
    }
    links[index] = link
    heads[position] = Int32(truncatingIfNeeded: index)
  }

  /// The chain for one more entry of a crowd, which gets more chains when they grow long.
  private mutating func join(crowd index: Int, _ entry: TreeEntry) -> Int {
    crowds[index].members += 1
    let crowd = crowds[index]
    if crowd.members > crowd.positions.count * 8 {
      let grown = Crowd(members: crowd.members, start: heads.count)
      for _ in grown.positions { heads.append(-1) }
      for position in crowd.positions { relink(Int(heads[position]), into: grown) }
      crowds[index] = grown
    }
    return crowds[index].position(of: entry)
  }

  /// Gives a bucket that has grown crowded a chain for each of many kinds of entry.
  private mutating func split(_ bucket: Int) {
    let head = heads[bucket]
    var members = 0
    var index = Int(head)
    while index >= 0 {
      members += 1
      index = Int(links[index].next)
    }
    let crowd = Crowd(members: members, start: heads.count)
    for _ in crowd.positions { heads.append(-1) }
    heads[bucket] = Int32(-2 - crowds.count)
    relink(Int(head), into: crowd)
    crowds.append(crowd)
  }

  private mutating func relink(_ first: Int, into crowd: Crowd) {
    var index = first
    while index >= 0 {
      let following = Int(links[index].next)
      let position = crowd.position(of: entries[Int(links[index].slot)])
      links[index].next = heads[position]
      heads[position] = Int32(index)
      index = following
    }
  }

  /// Builds all chains anew.
  private mutating func spread(over bucketCount: Int) {
    self.bucketCount = bucketCount
    heads = PagedArray(repeating: -1, count: bucketCount)
    links = PagedArray()
    crowds = PagedArray()
    takenLinks = SlotSet()
    let (entries, takenEntries) = (entries, takenEntries)
    takenEntries.forEach { slot in
      let entry = entries[slot]
      let units = grid.units(of: entry.envelope)
      units.cells(level: grid.level(of: entry.envelope, units)).forEachCell { cell in
        let link = Link(next: -1, slot: Int32(slot), extent: units.extent(in: cell))
        let index = takenLinks.take()
        links.append(link)
        join(bucket(of: cell), index, link, entry)
      }
    }
  }
}

/// What leads to an entry from a cell, and on to the next entry of the cell's chain.
struct Link: Sendable {
  var next: Int32
  var slot: Int32
  /// Where the entry lies in the cell: most that do not meet a window are passed by for it.
  var extent: UInt32
}

/// The entries put into an index since its packed tree was built: a hash grid whose copies share
/// memory.
///
/// A copy is a snapshot: it stays as it is while the original is edited, and each edit after it
/// copies only the pages it touches.
///
/// The corners of an entry are finite. Cells of a bad size cost time, never answers: far too large
/// ones hold everything in a few chains, far too small ones cannot count so far and keep everything
/// in one.
// Invariants: slot s holds an entry when it is taken; link 4 s + k is in the chain of the k-th of the
// cells in which the entry lives, four at most. Bucket b's chain begins with link `heads[b]`, -1 for
// none, and goes on by `next`; -2 - k instead says that the bucket is crowded and has the chains of
// `crowds[k]`.
struct Overlay: Sendable {
  /// The number of entries.
  private(set) var count = 0
  let grid: CellGrid
  private(set) var levels = LevelCounts()
  private(set) var entries = PagedArray<TreeEntry>()
  private(set) var links = PagedArray<Link>()
  private(set) var heads: PagedArray<Int32>
  private(set) var crowds = PagedArray<Crowd>()
  private var slots = SlotSet()
  private var bucketCount = 1024
  private var linkCount = 0

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
    if linkCount >= bucketCount { spread(over: bucketCount * 4) }
    let slot = slots.take()
    if slot < entries.count {
      entries[slot] = entry
    } else {
      entries.append(entry)
      for _ in 0..<1 << Link.countBits { links.append(Link(next: -1, extent: 0)) }
    }
    let units = grid.units(of: entry.envelope)
    let cells = units.cells(level: grid.level(of: entry.envelope, units))
    link(slot, entry, units, into: cells)
    levels.add(cells.level)
    count += 1
  }

  /// Asks for the memory that inserting or removing an entry will need, so that memory answers for
  /// several at once.
  @inline(__always)
  func fetch(_ entry: TreeEntry) {
    let units = grid.units(of: entry.envelope)
    units.cells(level: grid.level(of: entry.envelope, units)).forEachCell { cell in
      heads.fetch(bucket(of: cell))
    }
  }

  /// Takes out an entry equal in all bits; false when there is none.
  ///
  /// - Complexity: O(1) on average, also among many entries at one place.
  mutating func remove(_ entry: TreeEntry) -> Bool {
    let units = grid.units(of: entry.envelope)
    let cells = units.cells(level: grid.level(of: entry.envelope, units))
    var slot = -1
    var isFirst = true
    cells.forEachCell { cell in
      // The first cell tells the slot, by which the others know the entry.
      guard isFirst || slot >= 0 else { return }
      isFirst = false
      let extent = units.extent(in: cell)
      let bucket = bucket(of: cell)
      let position = chain(of: entry, in: bucket)
      var previous = -1
      var index = Int(heads[position])
      var steps = 0
      while index >= 0 {
        let link = links[index]
        let owner = index >> Link.countBits
        if slot >= 0 ? owner == slot : link.extent == extent && entries[owner] == entry {
          slot = owner
          if previous < 0 { heads[position] = link.next } else { links[previous].next = link.next }
          linkCount -= 1
          let head = heads[bucket]
          if head < -1 { leave(crowd: Int(-2 - head)) }
          break
        }
        previous = index
        index = Int(link.next)
        steps += 1
      }
      if steps > Self.longestWalk, position == bucket { split(bucket) }
    }
    guard slot >= 0 else { return false }
    slots.free(slot)
    levels.subtract(cells.level)
    count -= 1
    return true
  }

  /// Bytes that the entries and all that leads to them occupy; what copies share counts in full.
  var byteCount: Int {
    entries.byteCount + links.byteCount + heads.byteCount + crowds.byteCount + slots.byteCount
  }

  /// Calls `body` for every entry, in no order.
  @inline(__always)
  func forEachEntry(_ body: (TreeEntry) -> Void) {
    slots.forEachSlot { body(entries[$0]) }
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

  /// Puts a slot at the beginning of the chains of its cells, or of its own chains where they are
  /// crowded.
  @inline(__always)
  private mutating func link(
    _ slot: Int,
    _ entry: TreeEntry,
    _ units: UnitBox,
    into cells: CellRange
  ) {
    var index = slot << Link.countBits
    cells.forEachCell { cell in
      var position = bucket(of: cell)
      var head = heads[position]
      if head < -1 {
        position = join(crowd: Int(-2 - head), entry)
        head = heads[position]
      }
      links[index] = Link(next: head, extent: units.extent(in: cell))
      heads[position] = Int32(truncatingIfNeeded: index)
      index += 1
      linkCount += 1
    }
  }

  /// The chain for one more entry of a crowd, which gets more chains when they grow long.
  private mutating func join(crowd index: Int, _ entry: TreeEntry) -> Int {
    crowds[index].members += 1
    if crowds[index].isTooSmall { resize(crowd: index) }
    return crowds[index].position(of: entry)
  }

  /// Counts an entry that has left a crowd, which gets fewer chains when most are empty.
  private mutating func leave(crowd index: Int) {
    crowds[index].members -= 1
    if crowds[index].isTooLarge { resize(crowd: index) }
  }

  /// Gives a crowd as many chains as suit its members.
  private mutating func resize(crowd index: Int) {
    let crowd = crowds[index]
    let resized = crowd.resized(orFrom: heads.count)
    while heads.count < resized.positions.upperBound { heads.append(-1) }
    let firsts = crowd.positions.map { Int(heads[$0]) }
    for position in crowd.positions { heads[position] = -1 }
    for first in firsts { relink(first, into: resized) }
    crowds[index] = resized
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
      let position = crowd.position(of: entries[index >> Link.countBits])
      links[index].next = heads[position]
      heads[position] = Int32(index)
      index = following
    }
  }

  /// Builds all chains anew.
  private mutating func spread(over bucketCount: Int) {
    self.bucketCount = bucketCount
    linkCount = 0
    heads = PagedArray(repeating: -1, count: bucketCount)
    crowds = PagedArray()
    let slots = slots
    slots.forEachSlot { slot in
      let entry = entries[slot]
      let units = grid.units(of: entry.envelope)
      link(slot, entry, units, into: units.cells(level: grid.level(of: entry.envelope, units)))
    }
  }
}

/// The way from a cell to an entry, and on to the next link of the cell's chain.
struct Link: Sendable {
  /// An entry has so many links, as a power of two: it lives in two columns and two rows of cells at
  /// most.
  static let countBits = 2

  var next: Int32
  /// Where the entry lies in the cell: most that do not meet a window are passed by for it.
  var extent: UInt32
}

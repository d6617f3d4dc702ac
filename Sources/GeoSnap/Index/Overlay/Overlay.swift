/// The entries put into an index since its packed tree was built: a hash grid whose copies share
/// memory.
///
/// A copy is a snapshot: it stays as it is while the original is edited, and each edit after it
/// copies only the pages it touches.
///
/// The corners of an entry are finite. Cells of a bad size cost time, never answers: far too large
/// ones hold everything in a few chains, far too small ones cannot count so far and keep everything
/// in one.
// Invariants: a slot is taken when its bit of `taken` is set; each taken slot is in one chain, that
// of its cell. Bucket b's chain begins with slot `heads[b]`, -1 for none, and goes on by `next`;
// -2 - k instead says that the bucket is crowded and has the chains of `crowds[k]`.
struct Overlay: Sendable {
  /// The number of entries.
  private(set) var count = 0
  let grid: CellGrid
  private(set) var entries = PagedArray<TreeEntry>()
  private(set) var next = PagedArray<Int32>()
  private(set) var heads: PagedArray<Int32>
  private(set) var crowds = PagedArray<Crowd>()
  private(set) var levels = LevelCounts()
  private(set) var bucketCount: Int
  private(set) var taken = SlotSet()

  /// A chain longer than this is split when a removal has to walk it.
  private static let longestWalk = 64

  /// Creates an overlay without entries.
  ///
  /// - Parameter cellSide: The side of the finest cells, in coordinate units: about that of the
  ///   packed tree's leaves.
  init(cellSide: Double) {
    precondition(cellSide > 0 && cellSide.isFinite, "A cell's side must be positive and finite")
    grid = CellGrid(cellSide: cellSide)
    bucketCount = 1024
    heads = PagedArray(repeating: -1, count: bucketCount)
  }

  /// Adds an entry.
  ///
  /// - Complexity: O(1), amortised; after a copy, besides, a page for each array.
  mutating func insert(_ entry: TreeEntry) {
    if count == bucketCount { spread(over: bucketCount * 2) }
    let slot = taken.take()
    if slot == entries.count {
      entries.append(entry)
      next.append(-1)
    } else {
      entries[slot] = entry
    }
    let cell = grid.cell(of: entry.envelope)
    levels.add(cell.level)
    count += 1
    link(slot, entry, into: bucket(of: cell))
  }

  /// Takes out an entry equal in all bits; false when there is none.
  ///
  /// - Complexity: O(1) on average, also among many entries at one place.
  mutating func remove(_ entry: TreeEntry) -> Bool {
    let cell = grid.cell(of: entry.envelope)
    let bucket = bucket(of: cell)
    let position = chain(of: entry, in: bucket)
    var previous = -1
    var slot = Int(heads[position])
    var steps = 0
    while slot >= 0, entries[slot] != entry {
      previous = slot
      slot = Int(next[slot])
      steps += 1
    }
    guard slot >= 0 else { return false }
    if previous < 0 { heads[position] = next[slot] } else { next[previous] = next[slot] }
    taken.free(slot)
    levels.subtract(cell.level)
    count -= 1
    if steps > Self.longestWalk, position == bucket { split(bucket) }
    return true
  }

  /// Bytes that the entries and all that leads to them occupy; what copies share counts in full.
  var byteCount: Int {
    entries.byteCount + next.byteCount + heads.byteCount + crowds.byteCount + taken.byteCount
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

  @inline(__always)
  private mutating func link(_ slot: Int, _ entry: TreeEntry, into bucket: Int) {
    let head = heads[bucket]
    if head >= -1 {
      next[slot] = head
      heads[bucket] = Int32(truncatingIfNeeded: slot)
    } else {
      join(Int(-2 - head), slot, entry)
    }
  }

  /// Puts an entry into a crowd, which gets more chains when they grow long.
  private mutating func join(_ index: Int, _ slot: Int, _ entry: TreeEntry) {
    crowds[index].members += 1
    let crowd = crowds[index]
    if crowd.members > crowd.positions.count * 8 {
      let grown = Crowd(members: crowd.members, start: heads.count)
      for _ in grown.positions { heads.append(-1) }
      for position in crowd.positions { relink(Int(heads[position]), into: grown) }
      crowds[index] = grown
    }
    let position = crowds[index].position(of: entry)
    next[slot] = heads[position]
    heads[position] = Int32(truncatingIfNeeded: slot)
  }

  /// Gives a bucket that has grown crowded a chain for each of many kinds of entry.
  private mutating func split(_ bucket: Int) {
    let head = heads[bucket]
    var members = 0
    var slot = Int(head)
    while slot >= 0 {
      members += 1
      slot = Int(next[slot])
    }
    let crowd = Crowd(members: members, start: heads.count)
    for _ in crowd.positions { heads.append(-1) }
    heads[bucket] = Int32(-2 - crowds.count)
    relink(Int(head), into: crowd)
    crowds.append(crowd)
  }

  private mutating func relink(_ first: Int, into crowd: Crowd) {
    var slot = first
    while slot >= 0 {
      let following = Int(next[slot])
      let position = crowd.position(of: entries[slot])
      next[slot] = heads[position]
      heads[position] = Int32(slot)
      slot = following
    }
  }

  /// Builds all chains anew.
  private mutating func spread(over bucketCount: Int) {
    self.bucketCount = bucketCount
    heads = PagedArray(repeating: -1, count: bucketCount)
    crowds = PagedArray()
    taken.forEach { slot in
      let entry = entries[slot]
      link(slot, entry, into: bucket(of: grid.cell(of: entry.envelope)))
    }
  }
}

package import GeoSnapSupport

/// The way from a cell to an entry that lies in it.
struct Link: Sendable {
  /// The slot of the entry.
  var slot: Int32
  /// Where the entry lies in the cell: most that do not meet a window are passed by for it.
  var extent: UInt32
}

/// Some links of one chain: a line of memory.
struct LinkBlock: PagedElement {
  static let capacity = 7

  var links = InlineArray<7, Link>(repeating: Link(slot: -1, extent: 0))
  var count: Int32 = 0
  /// The block behind, -1 for none; -2 - k in place of a chain that has grown long: the chains of crowd k.
  var next: Int32 = -1
}

/// A walk along the links of a bucket.
struct LinkWalk {
  /// The block being looked at: a copy, since a link of a block that stands elsewhere costs a copy each.
  private var block = LinkBlock()
  /// How many of its links have been.
  private var place = 0
  /// The chains behind this one.
  private var nextChain = 0
  private var lastChain = 0

  /// A walk without links.
  init() {}

  init(_ bucket: Int, in table: LinkTable) {
    block = table.blocks[bucket]
    if block.next < -1 {
      let positions = table.crowds[Int(-2 - block.next)].positions
      (nextChain, lastChain) = (positions.lowerBound, positions.upperBound)
      block = LinkBlock()
    }
  }

  /// The next link; nil at the end.
  @inline(__always)
  mutating func next(in table: LinkTable) -> Link? {
    while place >= block.count {
      place = 0
      if block.next >= 0 {
        block = table.blocks[Int(block.next)]
      } else if nextChain < lastChain {
        block = table.blocks[nextChain]
        nextChain &+= 1
      } else {
        block = LinkBlock()
        return nil
      }
    }
    defer { place &+= 1 }
    return block.links[place]
  }
}

/// Chains of links, one for each bucket.
///
/// Buckets are chosen by the hash of a cell: a few cells share each.
// Invariants: blocks behind the first one of a chain are full, and an empty first block has none
// behind it. Blocks from `bucketCount` on are behind others, first ones of crowds, or free.
package struct LinkTable: Sendable {
  let bucketCount: Int
  /// The number of links.
  private(set) var count = 0
  fileprivate private(set) var blocks: PagedArray<LinkBlock>
  package private(set) var crowds = PagedArray<Crowd>()
  /// The first of the free blocks, which are chained; -1 for none.
  private var firstFree: Int32 = -1

  /// A chain longer than this is split when a removal has to walk it.
  private static let longestWalk = 64

  init(bucketCount: Int) {
    self.bucketCount = bucketCount
    blocks = PagedArray(repeating: LinkBlock(), count: bucketCount)
  }

  /// Bytes that chains occupy; what copies share counts in full.
  var byteCount: Int { blocks.byteCount + crowds.byteCount }

  /// Asks for the memory of a bucket that will be needed soon.
  @inline(__always)
  func fetch(_ bucket: Int) { blocks.fetch(bucket) }

  /// Adds a link to the entry of a slot.
  @inline(__always)
  mutating func insert(_ link: Link, into bucket: Int, _ entries: PagedArray<TreeEntry>) {
    var first = bucket
    let next = blocks[bucket].next
    if next < -1 { first = join(crowd: Int(-2 - next), entries[Int(link.slot)], entries) }
    push(link, first)
    count += 1
  }

  /// Takes out the first link of an entry's chain that is wanted; returns its slot.
  mutating func remove(
    _ entry: TreeEntry,
    from bucket: Int,
    _ entries: PagedArray<TreeEntry>,
    where isWanted: (Link) -> Bool
  ) -> Int? {
    let next = blocks[bucket].next
    let first = next < -1 ? crowds[Int(-2 - next)].position(of: entry) : bucket
    var index = first
    var steps = 0
    var found: Int?
    walk: while index >= 0 {
      let block = blocks[index]
      for place in 0..<Int(block.count) where isWanted(block.links[place]) {
        found = Int(block.links[place].slot)
        takeOut(place, of: index, first)
        if next < -1 { leave(crowd: Int(-2 - next), entries) }
        break walk
      }
      steps += Int(block.count)
      index = Int(block.next)
    }
    if steps > Self.longestWalk, first == bucket { split(bucket, entries) }
    return found
  }

  // MARK: Blocks

  /// Adds a link at the first block of a chain.
  @inline(__always)
  private mutating func push(_ link: Link, _ first: Int) {
    var block = blocks[first]
    if block.count == LinkBlock.capacity { block = LinkBlock(next: take(block)) }
    block.links[Int(block.count)] = link
    block.count += 1
    blocks[first] = block
  }

  /// Fills the gap with the last link of the first block, so that those behind it stay full.
  private mutating func takeOut(_ place: Int, of index: Int, _ first: Int) {
    var block = blocks[first]
    block.count -= 1
    let last = block.links[Int(block.count)]
    if index == first { block.links[place] = last } else { blocks[index].links[place] = last }
    if block.count == 0, block.next >= 0 {
      let behind = Int(block.next)
      block = blocks[behind]
      free(behind)
    }
    blocks[first] = block
    count -= 1
  }

  /// A free block, filled.
  private mutating func take(_ block: LinkBlock) -> Int32 {
    guard firstFree >= 0 else {
      blocks.append(block)
      return Int32(blocks.count - 1)
    }
    let index = firstFree
    firstFree = blocks[Int(index)].next
    blocks[Int(index)] = block
    return index
  }

  private mutating func free(_ index: Int) {
    blocks[index] = LinkBlock(next: firstFree)
    firstFree = Int32(index)
  }

  // MARK: Crowds

  /// The chain for one more entry of a crowd, which gets more chains when they grow long.
  private mutating func join(
    crowd index: Int,
    _ entry: TreeEntry,
    _ entries: PagedArray<TreeEntry>
  ) -> Int {
    crowds[index].members += 1
    if crowds[index].isTooSmall { resize(crowd: index, entries) }
    return crowds[index].position(of: entry)
  }

  /// Counts an entry that has left a crowd, which gets fewer chains when most are empty.
  private mutating func leave(crowd index: Int, _ entries: PagedArray<TreeEntry>) {
    crowds[index].members -= 1
    if crowds[index].isTooLarge { resize(crowd: index, entries) }
  }

  /// Gives a crowd as many chains as suit its members.
  private mutating func resize(crowd index: Int, _ entries: PagedArray<TreeEntry>) {
    let crowd = crowds[index]
    let resized = crowd.resized(orFrom: blocks.count)
    let links = crowd.positions.flatMap { takeAll(of: $0) }
    if resized.positions.lowerBound != crowd.positions.lowerBound {
      for position in crowd.room { free(position) }
    }
    fill(resized, links, entries)
    crowds[index] = resized
  }

  /// Gives a bucket that has grown crowded a chain for each of many kinds of entry.
  private mutating func split(_ bucket: Int, _ entries: PagedArray<TreeEntry>) {
    let links = takeAll(of: bucket)
    blocks[bucket] = LinkBlock(next: Int32(-2 - crowds.count))
    let crowd = Crowd(members: links.count, start: blocks.count)
    fill(crowd, links, entries)
    crowds.append(crowd)
  }

  /// Puts links into the empty chains of a crowd.
  private mutating func fill(
    _ crowd: Crowd,
    _ links: [Link],
    _ entries: PagedArray<TreeEntry>
  ) {
    while blocks.count < crowd.positions.upperBound { blocks.append(LinkBlock()) }
    for link in links { push(link, crowd.position(of: entries[Int(link.slot)])) }
  }

  /// Empties a chain.
  private mutating func takeAll(of first: Int) -> [Link] {
    var links: [Link] = []
    var index = first
    while index >= 0 {
      let block = blocks[index]
      for place in 0..<Int(block.count) { links.append(block.links[place]) }
      if index != first { free(index) }
      index = Int(block.next)
    }
    blocks[first] = LinkBlock()
    return links
  }
}

package import GeoSnapSupport

struct Link: Sendable {
  var slot: Int32
  /// The entry's extent in the cell, which rules out most entries that do not meet a window.
  var extent: UInt32
}

/// A block of links of one chain: a line of memory.
struct LinkBlock: PagedElement {
  static let capacity = 7

  var links = InlineArray<7, Link>(repeating: Link(slot: -1, extent: 0))
  var count: Int32 = 0
  /// The next block, -1 for none; -2 - k instead of a chain that has become too long: the chains of crowd k.
  var next: Int32 = -1
}

struct LinkWalk {
  /// A copy of the current block, since reading links in place would copy each.
  private var block = LinkBlock()
  /// The number of its links already returned.
  private var place = 0
  private var nextChain = 0
  private var lastChain = 0

  init() {}

  init(_ bucket: Int, in table: LinkTable) {
    block = table.blocks[bucket]
    if block.next < -1 {
      let positions = table.crowds[Int(-2 - block.next)].positions
      (nextChain, lastChain) = (positions.lowerBound, positions.upperBound)
      block = LinkBlock()
    }
  }

  @inline(__always) mutating func next(in table: LinkTable) -> Link? {
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

/// Chains of links in buckets.
// Invariants: all blocks of a chain after the first are full, and an empty first block has no next one. Blocks from
// `bucketCount` on are next ones, first ones of crowds, or free.
package struct LinkTable: Sendable {
  let bucketCount: Int
  private(set) var count = 0
  fileprivate private(set) var blocks: PagedArray<LinkBlock>
  package private(set) var crowds = PagedArray<Crowd>()
  /// The first of the free blocks, which are chained; -1 for none.
  private var firstFree: Int32 = -1

  /// A longer chain is split when a removal walks it.
  private static let longestWalk = 64

  init(bucketCount: Int) {
    self.bucketCount = bucketCount
    blocks = PagedArray(repeating: LinkBlock(), count: bucketCount)
  }

  var byteCount: Int { blocks.byteCount + crowds.byteCount }

  @inline(__always) func fetch(_ bucket: Int) { blocks.fetch(bucket) }

  @inline(__always)
  mutating func insert(_ link: Link, into bucket: Int, _ entries: PagedArray<TreeEntry>) {
    var first = bucket
    let next = blocks[bucket].next
    if next < -1 { first = join(crowd: Int(-2 - next), entries[Int(link.slot)], entries) }
    push(link, first)
    count += 1
  }

  /// Removes the first accepted link of an entry's chain, and returns its slot.
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

  @inline(__always) private mutating func push(_ link: Link, _ first: Int) {
    var block = blocks[first]
    if block.count == LinkBlock.capacity { block = LinkBlock(next: take(block)) }
    block.links[Int(block.count)] = link
    block.count += 1
    blocks[first] = block
  }

  /// Removes a link by filling its gap with the last link of the first block, so that the others stay full.
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

  /// The chain for a further entry of a crowd, which gets more chains when they are too long.
  private mutating func join(
    crowd index: Int,
    _ entry: TreeEntry,
    _ entries: PagedArray<TreeEntry>
  ) -> Int {
    crowds[index].members += 1
    if crowds[index].isTooSmall { resize(crowd: index, entries) }
    return crowds[index].position(of: entry)
  }

  /// Counts a removed entry of a crowd, which gets fewer chains when most are empty.
  private mutating func leave(crowd index: Int, _ entries: PagedArray<TreeEntry>) {
    crowds[index].members -= 1
    if crowds[index].isTooLarge { resize(crowd: index, entries) }
  }

  /// Gives a crowd the number of chains for its members.
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

  private mutating func split(_ bucket: Int, _ entries: PagedArray<TreeEntry>) {
    let links = takeAll(of: bucket)
    blocks[bucket] = LinkBlock(next: Int32(-2 - crowds.count))
    let crowd = Crowd(members: links.count, start: blocks.count)
    fill(crowd, links, entries)
    crowds.append(crowd)
  }

  private mutating func fill(_ crowd: Crowd, _ links: [Link], _ entries: PagedArray<TreeEntry>) {
    while blocks.count < crowd.positions.upperBound { blocks.append(LinkBlock()) }
    for link in links { push(link, crowd.position(of: entries[Int(link.slot)])) }
  }

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

/// The chains of a bucket with many entries, chosen by the bits of an entry.
///
/// This bounds the search for one of very many entries of a cell, such as an import's entries at one point.
package struct Crowd: Sendable {
  var members: Int
  private let start: Int
  private let chainCount: Int
  private let capacity: Int

  /// Creates a crowd with a chain for every two to four members, from a block on.
  init(members: Int, start: Int) { self.init(members: members, start: start, capacity: 0) }

  private init(members: Int, start: Int, capacity: Int) {
    self.members = members
    self.start = start
    chainCount = 1 << (Int.bitWidth - (members / 4).leadingZeroBitCount)
    self.capacity = max(capacity, chainCount)
  }

  package var positions: Range<Int> { start..<start + chainCount }

  /// The first blocks of all chains for which there is room.
  var room: Range<Int> { start..<start + capacity }

  var isTooSmall: Bool { members > chainCount * 8 }

  var isTooLarge: Bool { members < chainCount / 8 }

  /// The crowd with chains for its present members: in the same room or, if that is too small, from `end` on.
  func resized(orFrom end: Int) -> Crowd {
    let resized = Crowd(members: members, start: start, capacity: capacity)
    return resized.chainCount <= capacity ? resized : Crowd(members: members, start: end)
  }

  func position(of entry: TreeEntry) -> Int {
    let label = entry.label
    var mixed = UInt64(UInt32(bitPattern: label.feature)) &<< 32
    mixed |= UInt64(UInt32(bitPattern: label.part ^ label.flags.rawValue))
    mixed = Self.mix(mixed ^ UInt64(UInt32(bitPattern: label.segment)) &<< 16)
    mixed = Self.mix(mixed ^ entry.first.x.bitPattern)
    mixed = Self.mix(mixed ^ entry.first.y.bitPattern)
    mixed = Self.mix(mixed ^ entry.second.x.bitPattern)
    mixed = Self.mix(mixed ^ entry.second.y.bitPattern)
    return start + Int(truncatingIfNeeded: mixed) & (chainCount - 1)
  }

  private static func mix(_ number: UInt64) -> UInt64 {
    let product = number &* 0x9E37_79B9_7F4A_7C15
    return product ^ product &>> 32
  }
}

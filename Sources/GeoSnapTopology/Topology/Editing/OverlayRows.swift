public import GeoSnapSupport

/// The rows of nodes that edits have written, one behind the other in pages that copies share.
///
/// What one edit writes stands together, and what tells where it stands is small, so that a walk finds it in caches.
// Invariants: `slots` has a power of two of them, at most half taken, and one for each node whose bit
// in `written` is set.
@usableFromInline
package struct OverlayRows: Sendable {
  /// For each 64 nodes which of them have rows here.
  @usableFromInline var written: PagedArray<UInt64>
  private var nodeCount: Int
  /// A hash table of rows by node.
  @usableFromInline var slots = PagedArray(repeating: RowSlot(), count: 512)
  private var slotCount = 0
  /// Rows, each behind a half-edge whose node is its length.
  @usableFromInline var halves = PagedArray<HalfEdge>()
  /// How many of these are of use.
  private var liveCount = 0

  init(nodeCount: Int) {
    self.nodeCount = nodeCount
    written = PagedArray(repeating: 0, count: (nodeCount + 63) / 64)
  }

  /// Makes room for one more node, with an empty row.
  mutating func addNode() {
    if nodeCount & 63 == 0 { written.append(0) }
    nodeCount += 1
    set([], of: nodeCount - 1)
  }

  /// Whether a node has a row here.
  @inlinable
  package func hasRow(_ node: Int) -> Bool {
    written[node >> 6] & (1 &<< UInt64(node & 63)) != 0
  }

  /// Which nodes have rows here, for a walk that asks it of every node.
  ///
  /// - Complexity: O(n / 64) for n nodes.
  func flatWritten() -> [UInt64] { (0..<written.count).map { written[$0] } }

  /// Asks for the memory that tells where the row of a node stands.
  @inline(__always)
  func fetchSlot(of node: Int) { slots.fetch(firstSlot(of: Int32(truncatingIfNeeded: node))) }

  /// Asks for the memory of the row of a node that has one here.
  @inline(__always)
  func fetchRow(of node: Int) {
    halves.fetch(Int(slots[slot(of: Int32(truncatingIfNeeded: node))].place))
  }

  /// Calls `body` with each half-edge in the row of a node that has one here.
  @inlinable
  package func forEachHalfEdge(of node: Int, _ body: (HalfEdge) -> Void) {
    let start = Int(slots[slot(of: Int32(truncatingIfNeeded: node))].place)
    let end = start &+ Int(halves[start].node)
    var place = start
    while place < end {
      place &+= 1
      body(halves[place])
    }
  }

  /// The slot that a node has, or would have.
  @inlinable
  func slot(of node: Int32) -> Int {
    let mask = slots.count - 1
    var slot = firstSlot(of: node)
    while true {
      let known = slots[slot].node
      if known == node || known < 0 { return slot }
      slot = (slot + 1) & mask
    }
  }

  /// The slot where looking for a node begins.
  @inlinable
  func firstSlot(of node: Int32) -> Int {
    // Neighbours in number, which a walk meets together, share a line of memory.
    let group = UInt32(bitPattern: node >> 4) &* 0x9E37_79B1
    return (Int(group >> 8) << 4 | Int(node & 15)) & (slots.count - 1)
  }

  /// Writes the row of a node.
  mutating func set(_ row: [HalfEdge], of node: Int) {
    var slot = slot(of: Int32(node))
    if slots[slot].node < 0 {
      slotCount += 1
      if 2 * slotCount > slots.count {
        widen()
        slot = self.slot(of: Int32(node))
      }
      written[node >> 6] |= 1 << UInt64(node & 63)
    } else {
      liveCount -= Int(halves[Int(slots[slot].place)].node) + 1
    }
    slots[slot] = RowSlot(node: Int32(node), place: Int32(halves.count))
    halves.append(HalfEdge(node: Int32(row.count), edge: 0, isAgainst: false))
    for half in row { halves.append(half) }
    liveCount += row.count + 1
    // Packing costs as much as writing what has been written over.
    if halves.count > 2 * liveCount + (1 << 14) { pack() }
  }

  private mutating func widen() {
    let old = slots
    slots = PagedArray(repeating: RowSlot(), count: 2 * old.count)
    for slot in 0..<old.count where old[slot].node >= 0 {
      slots[self.slot(of: old[slot].node)] = old[slot]
    }
  }

  /// Writes all rows anew, without those that have been written over.
  private mutating func pack() {
    let old = halves
    halves = PagedArray()
    for slot in 0..<slots.count where slots[slot].node >= 0 {
      let start = Int(slots[slot].place)
      slots[slot].place = Int32(halves.count)
      for place in start...start + Int(old[start].node) { halves.append(old[place]) }
    }
  }
}

/// The row of a node, and where it stands.
@usableFromInline
struct RowSlot: PagedElement {
  /// The node; -1 for an empty slot.
  @usableFromInline var node: Int32 = -1
  @usableFromInline var place: Int32 = 0

  @usableFromInline init(node: Int32 = -1, place: Int32 = 0) {
    self.node = node
    self.place = place
  }
}

extension HalfEdge: PagedElement {}

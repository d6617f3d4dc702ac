public import GeoSnapSupport

/// The rows of nodes that edits have written, one after the other in pages that copies share, so that a walk finds the
/// rows of one edit in caches.
// Invariants: the number of slots is a power of two, at most half of them are used, and there is one for each node
// whose bit in `written` is set.
@usableFromInline
package struct OverlayRows: Sendable {
  /// A bit for each node that is set when the node has a row here.
  @usableFromInline var written: PagedArray<UInt64>
  private var nodeCount: Int
  /// A hash table of rows by node.
  @usableFromInline var slots = PagedArray(repeating: RowSlot(), count: 512)
  private var slotCount = 0
  /// Rows, each preceded by a half-edge whose node is the row's length.
  @usableFromInline var halves = PagedArray<HalfEdge>()
  /// The number of these in use.
  private var liveCount = 0

  init(nodeCount: Int) {
    self.nodeCount = nodeCount
    written = PagedArray(repeating: 0, count: (nodeCount + 63) / 64)
  }

  mutating func addNode() {
    if nodeCount & 63 == 0 { written.append(0) }
    nodeCount += 1
    set([], of: nodeCount - 1)
  }

  @inlinable
  package func hasRow(_ node: Int) -> Bool {
    written[node >> 6] & (1 &<< UInt64(node & 63)) != 0
  }

  /// The bits of ``written`` in contiguous memory, for a walk; O(n / 64) for n nodes.
  func flatWritten() -> [UInt64] { (0..<written.count).map { written[$0] } }

  @inline(__always)
  func fetchSlot(of node: Int) { slots.fetch(firstSlot(of: Int32(truncatingIfNeeded: node))) }

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

  /// The slot of a node, or the free slot for it.
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

  /// The slot at which the search for a node begins.
  @inlinable
  func firstSlot(of node: Int32) -> Int {
    // Nodes with neighbouring numbers, which a walk visits together, share a cache line.
    let group = UInt32(bitPattern: node >> 4) &* 0x9E37_79B1
    return (Int(group >> 8) << 4 | Int(node & 15)) & (slots.count - 1)
  }

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
    // Packing costs as much as writing the rows that have been replaced.
    if halves.count > 2 * liveCount + (1 << 14) { pack() }
  }

  private mutating func widen() {
    let old = slots
    slots = PagedArray(repeating: RowSlot(), count: 2 * old.count)
    for slot in 0..<old.count where old[slot].node >= 0 {
      slots[self.slot(of: old[slot].node)] = old[slot]
    }
  }

  /// Writes all rows again, without replaced ones.
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

/// The rows of an edited graph for a walk: those that edits have written, and the packed ones.
struct EditedRows: HalfEdgeRows {
  private let packed: Graph
  private let rows: OverlayRows
  /// A bit for each node with a row in ``rows``; contiguous, as a walk reads it for every node.
  private let written: [UInt64]

  init(_ overlay: GraphOverlay) {
    packed = overlay.base.graph
    rows = overlay.rows
    written = rows.flatWritten()
  }

  @inline(__always)
  private func isWritten(_ node: Int) -> Bool {
    written[node >> 6] & (1 &<< UInt64(node & 63)) != 0
  }

  @inline(__always)
  func fetchPlace(of node: Int) {
    if isWritten(node) { rows.fetchSlot(of: node) } else { packed.fetchPlace(of: node) }
  }

  @inline(__always)
  func fetchRow(of node: Int) {
    if isWritten(node) { rows.fetchRow(of: node) } else { packed.fetchRow(of: node) }
  }

  @inline(__always)
  func forEachHalfEdge(of node: Int, _ body: (HalfEdge) -> Void) {
    if isWritten(node) {
      rows.forEachHalfEdge(of: node, body)
    } else {
      packed.forEachHalfEdge(of: node, body)
    }
  }
}

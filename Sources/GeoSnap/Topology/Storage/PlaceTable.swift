internal import CHints

/// A hash table of vertices by place.
///
/// Of vertices that are the same to the last bit and of one class it keeps the first, so that a heap
/// of a thousand equal ones is looked at once.
// Slots are written while the table is filled, each region by one thread; afterwards they are only
// read: the proof of `@unchecked Sendable`.
@safe
final class PlaceTable: @unchecked Sendable {
  /// A slot: the upper half of a hash, and the number of a vertex plus one; 0 when empty.
  private typealias Slot = UInt64

  let points: PlacePoints
  let cells: PlaceCells
  let tolerance: CoincidenceTolerance
  /// Regions are filled apart: a power of two of them, chosen by the highest bits of hashes.
  let regionCount: Int
  private let regionShift: UInt64
  private var regions: [(first: Int, mask: Int)] = []
  private let slots: UnsafeMutablePointer<Slot>
  private let slotCount: Int

  /// Prepares a table for vertices; each region has to be filled before it is looked into.
  init(_ points: PlacePoints, _ tolerance: CoincidenceTolerance, regionBits: Int) {
    self.points = points
    self.tolerance = tolerance
    cells = PlaceCells(tolerance)
    regionCount = 1 << regionBits
    regionShift = UInt64(64 - regionBits)
    var counts = [Int](repeating: 0, count: regionCount)
    if regionBits == 0 {
      counts[0] = points.count
    } else {
      for hash in points.hashes { counts[Int(hash >> UInt64(64 - regionBits))] += 1 }
    }
    var next = 0
    for count in counts {
      var size = 8
      while size < 2 * count { size *= 2 }
      regions.append((next, size - 1))
      next += size
    }
    slotCount = next
    // Our own memory, of as many slots as all regions have; zero is an empty slot.
    unsafe slots = LargeMemory.allocate(next, of: Slot.self)
  }

  deinit { unsafe slots.deallocate() }

  /// Makes a table of vertices on this thread.
  convenience init(filling points: PlacePoints, _ tolerance: CoincidenceTolerance) {
    self.init(points, tolerance, regionBits: 0)
    fill(region: 0)
  }

  @inline(__always)
  private func region(of hash: UInt64) -> Int {
    regionCount == 1 ? 0 : Int(truncatingIfNeeded: hash >> regionShift)
  }

  /// Puts the vertices of a region in, in their order; calls `repeated` with each that is the same
  /// as an earlier one, and with that one.
  func fill(region: Int, repeated: (_ item: Int, _ first: Int) -> Void = { _, _ in }) {
    let (first, mask) = regions[region]
    // Slots of this region only, which no other thread writes.
    unsafe (slots + first).initialize(repeating: 0, count: mask + 1)
    for item in 0..<points.count {
      let hash = points.hashes[item]
      guard self.region(of: hash) == region else { continue }
      let tag = hash & 0xFFFF_FFFF_0000_0000
      var place = Int(truncatingIfNeeded: hash) & mask
      // At most half of the slots are taken: an empty one comes.
      while true {
        let slot = unsafe slots[first + place]
        if slot == 0 {
          unsafe slots[first + place] = tag | UInt64(item + 1)
          break
        }
        if slot & 0xFFFF_FFFF_0000_0000 == tag {
          let known = Int(slot & 0xFFFF_FFFF) - 1
          if points.areSame(known, item) {
            repeated(item, known)
            break
          }
        }
        place = (place + 1) & mask
      }
    }
  }

  /// Asks for the memory that a look at a place will need.
  @inline(__always)
  func prefetch(_ x: Double, _ y: Double) {
    let hash = cells.hash(x, y)
    let (first, mask) = regions[region(of: hash)]
    // A hint; the address lies in our slots.
    unsafe chints_prefetch(slots + first + (Int(truncatingIfNeeded: hash) & mask))
  }

  /// Calls `body` with each vertex within the tolerance of a place, and its squared distance.
  ///
  /// Heights are not looked at.
  @inline(__always)
  func forEachItem(near x: Double, _ y: Double, _ body: (Int, Double) -> Void) {
    cells.forEachHash(near: x, y) { hash in
      let (first, mask) = regions[region(of: hash)]
      let tag = hash & 0xFFFF_FFFF_0000_0000
      var place = Int(truncatingIfNeeded: hash) & mask
      while true {
        // Within the region; an empty slot ends the row.
        let slot = unsafe slots[first + place]
        if slot == 0 { break }
        if slot & 0xFFFF_FFFF_0000_0000 == tag {
          let item = Int(slot & 0xFFFF_FFFF) - 1
          let (dx, dy) = (points.xs[item] - x, points.ys[item] - y)
          if tolerance.holds(dx, dy) { body(item, dx * dx + dy * dy) }
        }
        place = (place + 1) & mask
      }
    }
  }
}

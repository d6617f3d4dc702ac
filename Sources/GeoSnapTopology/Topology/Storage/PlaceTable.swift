internal import CHints
internal import GeoSnapSupport

/// A hash table of vertices by place; of identical vertices of one class it keeps only the first.
// Vertices are set and regions filled each by one thread; afterwards all data is only read: the proof of `@unchecked
// Sendable`.
@safe
final class PlaceTable: @unchecked Sendable {
  /// The hash of a vertex in the upper half, its number plus one in the lower; 0 when empty.
  private typealias Slot = UInt64

  /// A part of the table for hashes with certain highest bits.
  @unsafe private struct Region {
    var slots: UnsafeMutablePointer<Slot>
    /// The number of slots, a power of two, minus one.
    var mask: Int
  }

  /// The maximum number of vertices.
  let count: Int
  let cells: PlaceCells
  let tolerance: CoincidenceTolerance
  /// The number of regions, which are filled independently.
  let regionCount: Int
  private let regionShift: UInt64
  private let points: UnsafeMutablePointer<PlacePoint>
  /// The hash of each vertex's cell; 0 when the vertex was not set.
  private let hashes: UnsafeMutablePointer<UInt32>
  private let regions: UnsafeMutablePointer<Region>

  /// Prepares a table for `count` vertices, which are set and then filled in region by region.
  init(count: Int, _ tolerance: CoincidenceTolerance) {
    self.count = count
    self.tolerance = tolerance
    cells = PlaceCells(tolerance)
    let regionBits = count < 1 << 14 ? 0 : 2
    regionCount = 1 << regionBits
    regionShift = UInt64(32 - regionBits)
    // Allocated here; vertices without a hash are not read.
    unsafe points = LargeMemory.allocate(count, of: PlacePoint.self)
    unsafe hashes = LargeMemory.allocate(count, of: UInt32.self)
    unsafe hashes.initialize(repeating: 0, count: count)
    unsafe regions = .allocate(capacity: regionCount)
    for region in 0..<regionCount {
      // One empty slot, so that searches find nothing before a region is filled.
      let slots = UnsafeMutablePointer<Slot>.allocate(capacity: 1)
      unsafe slots.initialize(to: 0)
      unsafe (regions + region).initialize(to: Region(slots: slots, mask: 0))
    }
  }

  deinit {
    for region in 0..<regionCount { unsafe regions[region].slots.deallocate() }
    unsafe regions.deallocate()
    unsafe hashes.deallocate()
    unsafe points.deallocate()
  }

  /// A vertex that is identical to an earlier one, and that one.
  typealias Repeat = (item: Int, first: Int)

  /// Creates a filled table on this thread; returns it and the repeated vertices.
  static func filled(
    _ points: [PlacePoint],
    _ tolerance: CoincidenceTolerance
  ) -> (table: PlaceTable, repeats: [Repeat]) {
    let table = PlaceTable(count: points.count, tolerance)
    for (item, point) in points.enumerated() { table.set(item, point) }
    var repeats: [Repeat] = []
    for region in 0..<table.regionCount { repeats += table.fill(region: region) }
    return (table, repeats)
  }

  /// Sets a vertex, before regions are filled; vertices that are not set are not found.
  @inline(__always)
  func set(_ item: Int, _ point: PlacePoint) {
    precondition(UInt(bitPattern: item) < UInt(bitPattern: count), "No such vertex")
    // Checked above; no other thread sets this one.
    unsafe points[item] = point
    unsafe hashes[item] = cells.hash(point.x, point.y)
  }

  @inline(__always)
  private func region(of hash: UInt32) -> Int {
    Int(truncatingIfNeeded: UInt64(hash) &>> regionShift)
  }

  /// Inserts the vertices of a region in order; returns the repeated ones.
  @discardableResult
  func fill(region: Int) -> [Repeat] {
    precondition((0..<regionCount).contains(region), "No such region")
    var repeats: [Repeat] = []
    var inside = 0
    // The count includes hashes of 0, which only adds free slots.
    for item in 0..<count {
      let hash = unsafe hashes[item]
      inside &+= self.region(of: hash) == region ? 1 : 0
    }
    var size = 8
    while size < 2 * inside { size *= 2 }
    unsafe regions[region].slots.deallocate()
    let slots = unsafe LargeMemory.allocate(size, of: Slot.self)
    unsafe slots.initialize(repeating: 0, count: size)
    unsafe regions[region] = Region(slots: slots, mask: size - 1)
    // The table is larger than caches: vertices are gathered in groups and their slots prefetched. There is room for
    // one more than are kept.
    var waiting = InlineArray<65, Int32>(repeating: 0)
    var waitingCount = 0
    for item in 0..<count {
      let hash = unsafe hashes[item]
      waiting[waitingCount] = Int32(truncatingIfNeeded: item)
      waitingCount &+= hash != 0 && self.region(of: hash) == region ? 1 : 0
      guard waitingCount == 64 || item == count - 1 else { continue }
      for place in 0..<waitingCount {
        let next = unsafe hashes[Int(waiting[place])]
        // A prefetch; the address lies in the region's slots.
        unsafe chints_prefetch(slots + (Int(next) & (size - 1)))
      }
      for place in 0..<waitingCount {
        unsafe put(Int(waiting[place]), into: regions[region], &repeats)
      }
      waitingCount = 0
    }
    return repeats
  }

  @inline(__always)
  private func put(
    _ item: Int,
    into region: Region,
    _ repeats: inout [Repeat]
  ) {
    // Items are below `count`, and at most half of a region's slots are used, so an empty one follows.
    let hash = unsafe hashes[item]
    var place = unsafe Int(hash) & region.mask
    while true {
      let slot = unsafe region.slots[place]
      if slot == 0 {
        unsafe region.slots[place] = UInt64(hash) << 32 | UInt64(item + 1)
        return
      }
      let known = Int(slot & 0xFFFF_FFFF) - 1
      if slot >> 32 == UInt64(hash), unsafe points[known].isSame(as: points[item]) {
        return repeats.append((item, known))
      }
      place = unsafe (place + 1) & region.mask
    }
  }

  // MARK: Searching

  @inline(__always)
  subscript(item: Int) -> PlacePoint {
    precondition(UInt(bitPattern: item) < UInt(bitPattern: count), "No such vertex")
    // Checked above; slots refer only to vertices that were set.
    return unsafe points[item]
  }

  /// Prefetches the slot for a place; returns the hash of the place.
  @inline(__always)
  func prefetchSlot(_ place: Coordinate) -> UInt32 {
    let hash = cells.hash(place.x, place.y)
    let region = unsafe regions[region(of: hash)]
    // A prefetch; the address lies in the region's slots.
    unsafe chints_prefetch(region.slots + (Int(hash) & region.mask))
    return hash
  }

  /// Prefetches the first vertex with a hash.
  @inline(__always)
  func prefetchPoint(_ hash: UInt32) {
    forEachItem(withHash: hash) { item in
      // A prefetch; slots hold the numbers of vertices.
      unsafe chints_prefetch(points + item)
      return false
    }
  }

  /// Calls `body` with the number of each vertex with a hash, the least first, until it returns false.
  @inline(__always)
  private func forEachItem(withHash hash: UInt32, _ body: (_ item: Int) -> Bool) {
    let region = unsafe regions[region(of: hash)]
    var place = unsafe Int(hash) & region.mask
    while true {
      // Within the region; an empty slot ends the row.
      let slot = unsafe region.slots[place]
      if slot == 0 || slot >> 32 == UInt64(hash) && !body(Int(slot & 0xFFFF_FFFF) - 1) { return }
      place = unsafe (place + 1) & region.mask
    }
  }

  /// Calls `body` with each vertex within the tolerance of a place, its number, and its squared distance.
  @inline(__always)
  func forEachPoint(
    near x: Double,
    _ y: Double,
    _ body: (_ point: PlacePoint, _ item: Int, _ distance: Double) -> Void
  ) {
    let hashes = cells.hashes(near: x, y)
    for number in 0..<hashes.count {
      forEachPoint(inCell: hashes[number], near: x, y) { point, item, distance in
        body(point, item, distance)
        return true
      }
    }
  }

  /// The same within the cell of one hash, the least number first, until `body` returns false.
  @inline(__always)
  func forEachPoint(
    inCell hash: UInt32,
    near x: Double,
    _ y: Double,
    _ body: (_ point: PlacePoint, _ item: Int, _ distance: Double) -> Bool
  ) {
    forEachItem(withHash: hash) { item in
      // Slots hold the numbers of vertices.
      let point = unsafe points[item]
      let (dx, dy) = (point.x - x, point.y - y)
      return !tolerance.holds(dx, dy) || body(point, item, dx * dx + dy * dy)
    }
  }
}

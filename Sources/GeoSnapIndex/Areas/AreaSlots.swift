/// Numbered slots for areas, in pages that copies share until one of them writes.
struct AreaSlots: Sendable {
  private var pages: [[IndexedArea?]] = []
  private var free: [Int32] = []

  private static var pageCapacity: Int { 256 }

  /// The number of slots, empty ones included.
  var capacity: Int { pages.reduce(0) { $0 + $1.count } }

  /// The area of a slot that is in use.
  subscript(slot: Int) -> IndexedArea {
    guard let area = pages[slot / AreaSlots.pageCapacity][slot % AreaSlots.pageCapacity] else {
      preconditionFailure("The slot holds no area")
    }
    return area
  }

  /// Stores an area in a free slot, and returns the slot.
  mutating func insert(_ area: IndexedArea) -> Int {
    if let slot = free.popLast().map(Int.init) {
      pages[slot / AreaSlots.pageCapacity][slot % AreaSlots.pageCapacity] = area
      return slot
    }
    if (pages.last?.count ?? AreaSlots.pageCapacity) == AreaSlots.pageCapacity { pages.append([]) }
    let page = pages.count - 1
    pages[page].append(area)
    return page * AreaSlots.pageCapacity + pages[page].count - 1
  }

  mutating func remove(_ slot: Int) {
    pages[slot / AreaSlots.pageCapacity][slot % AreaSlots.pageCapacity] = nil
    free.append(Int32(slot))
  }

  var byteCount: Int {
    pages.reduce(free.count * MemoryLayout<Int32>.stride) {
      $0 + $1.capacity * MemoryLayout<IndexedArea?>.stride
    }
  }
}

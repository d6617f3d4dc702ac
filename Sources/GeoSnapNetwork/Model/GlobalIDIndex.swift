internal import GeoSnapColumns
internal import GeoSnapSupport

/// The features of a network by global id: a hash table of numbers beside the ids in the tables.
package struct GlobalIDIndex: Sendable {
  // A slot is 0 when free, else 32 bits of the hash over the number of the feature plus 1. An id is
  // compared only when those bits agree, so that a search reads one slot and one id.
  private var slots = Column<UInt64>()
  private var used = 0
  /// For each table its global ids: the tables' own, not copied.
  private var ids: [GlobalIDColumn] = []
  /// For each table the number of its first feature.
  private var firsts: [Int32] = []
  private let seed: GlobalID

  package init() {
    // Whoever writes a file cannot know which ids collide.
    var random = SystemRandomNumberGenerator()
    self.init(seed: GlobalID(high: random.next(), low: random.next()))
  }

  /// Begins with a seed, which says what slots ids take, and nothing else.
  package init(seed: GlobalID) { self.seed = seed }

  /// Reads what ``write(to:)`` has written; `tables` have the ids.
  package init(
    from image: inout ImageReader,
    tables: [FeatureTable],
    firstOrdinals: [Int32]
  ) throws(ImageError) {
    slots = try image.read("slots")
    used = try image.read("used")
    seed = GlobalID(high: try image.read("high"), low: try image.read("low"))
    ids = tables.map(\.globalIDs)
    firsts = Array(firstOrdinals.prefix(tables.count))
  }

  func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(slots, "slots")
    try image.write(used, "used")
    try image.write(seed.high, "high")
    try image.write(seed.low, "low")
  }

  /// A row whose global id another feature had before.
  package struct Repetition: Equatable {
    let row: Int
    let other: FeatureID

    package init(row: Int, other: FeatureID) {
      self.row = row
      self.other = other
    }
  }

  /// Makes room for that many ids in all, so that at most two slots of three are taken.
  package mutating func reserveCapacity(_ count: Int) {
    if count * 3 <= slots.count * 2 { return }
    var size = max(slots.count, 16)
    while count * 3 > size * 2 { size *= 2 }
    let old = slots
    slots = Column(repeating: 0, count: size)
    // Slots follow the order of hashes in both.
    for entry in old where entry != 0 {
      let feature = feature(entry)
      guard let globalID = ids[Int(feature.table)][Int(feature.row)] else { continue }
      var slot = slot(hash(globalID))
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = entry
    }
  }

  /// Adds the features of the next table, the first of which has a number, and answers the rows
  /// whose global id was there before; a search finds the last row of an id.
  ///
  /// - Complexity: O(n) for n rows, unless room must be made for all.
  package mutating func append(_ table: GlobalIDColumn, first: Int32) -> [Repetition] {
    ids.append(table)
    firsts.append(first)
    reserveCapacity(used + table.count)
    var repetitions: [Repetition] = []
    for item in inOrderOfSlots(table) {
      if let other = insert(item.hash, item.row + first, table[Int(item.row)]) {
        repetitions.append(Repetition(row: Int(item.row), other: other))
      }
    }
    return repetitions.rising(by: \.row)
  }

  /// The feature with a global id; nil when there is none.
  package subscript(globalID: GlobalID) -> FeatureID? {
    if slots.isEmpty { return nil }
    let hash = hash(globalID)
    var slot = slot(hash)
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash & 0xFFFF_FFFF {
        let feature = feature(slots[slot])
        if ids[Int(feature.table)][Int(feature.row)] == globalID { return feature }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private struct Item {
    let hash: UInt64
    let row: Int32
  }

  /// The rows that have an id, roughly in the order of their slots.
  ///
  /// Memory far apart is slow. Rows of one id stay in their order.
  private func inOrderOfSlots(_ table: GlobalIDColumn) -> [Item] {
    var next = [Int](repeating: 0, count: 257)
    for case let globalID? in table { next[Int(hash(globalID) >> 56) + 1] += 1 }
    for part in 1...256 { next[part] += next[part - 1] }
    var items = [Item](repeating: Item(hash: 0, row: 0), count: next[256])
    for (row, globalID) in table.enumerated() {
      guard let globalID else { continue }
      let hash = hash(globalID)
      let part = Int(hash >> 56)
      items[next[part]] = Item(hash: hash, row: Int32(row))
      next[part] += 1
    }
    return items
  }

  /// Adds a feature; answers the one that had the id before, whose place it takes.
  private mutating func insert(
    _ hash: UInt64,
    _ number: Int32,
    _ globalID: GlobalID?
  ) -> FeatureID? {
    let entry = hash << 32 | UInt64(number) + 1
    var slot = slot(hash)
    while slots[slot] != 0 {
      if slots[slot] >> 32 == entry >> 32 {
        let other = feature(slots[slot])
        if ids[Int(other.table)][Int(other.row)] == globalID {
          slots[slot] = entry
          return other
        }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = entry
    used += 1
    return nil
  }

  /// Where the search for a hash begins.
  private func slot(_ hash: UInt64) -> Int {
    Int(hash >> UInt64(64 - slots.count.trailingZeroBitCount))
  }

  private func feature(_ entry: UInt64) -> FeatureID {
    let number = Int32(truncatingIfNeeded: entry) &- 1
    // The last table that starts at or before the number and is not empty.
    var low = 0
    var high = firsts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if firsts[middle] <= number { low = middle } else { high = middle - 1 }
    }
    return FeatureID(table: low, row: Int(number - firsts[low]))
  }

  private func hash(_ globalID: GlobalID) -> UInt64 {
    let product = (globalID.high ^ seed.high).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    let mixed = (product.high ^ product.low ^ globalID.low ^ seed.low)
      .multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return mixed.high ^ mixed.low
  }
}

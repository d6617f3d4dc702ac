package import GeoSnapColumns
internal import GeoSnapSupport

/// The features of a network by global id: a hash table of numbers that refer to the ids in the tables.
package struct GlobalIDIndex: Sendable {
  // A slot is 0 when free, otherwise 32 bits of the hash above the number of the feature plus 1. Only ids with equal
  // bits are compared, so that a search reads one slot and one id.
  private var slots = Column<UInt64>()
  private var used = 0
  /// The global ids of each table, shared with the tables.
  private var ids: [GlobalIDColumn] = []
  private var firsts: [Int32] = []
  private let seed: GlobalID

  package init() {
    // A random seed, so that no file can be made with ids that collide.
    var random = SystemRandomNumberGenerator()
    self.init(seed: GlobalID(high: random.next(), low: random.next()))
  }

  /// Creates an empty index with a seed, which determines the slots of ids.
  package init(seed: GlobalID) { self.seed = seed }

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

  /// A row with the global id of an earlier feature.
  package struct Repetition: Equatable {
    let row: Int
    let other: FeatureID

    package init(row: Int, other: FeatureID) {
      self.row = row
      self.other = other
    }
  }

  /// Reserves memory for a total number of ids, with at most two of three slots taken.
  package mutating func reserveCapacity(_ count: Int) {
    if count * 3 <= slots.count * 2 { return }
    var size = max(slots.count, 16)
    while count * 3 > size * 2 { size *= 2 }
    let old = slots
    slots = Column(repeating: 0, count: size)
    // The slots are in the order of hashes before and after.
    for entry in old where entry != 0 {
      let feature = feature(entry)
      guard let globalID = ids[Int(feature.table)][Int(feature.row)] else { continue }
      var slot = slot(hash(globalID))
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = entry
    }
  }

  /// Adds the next table, with `first` as first number; returns the rows with known ids, which are then found
  /// instead.
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

  /// The rows with an id, roughly in the order of slots, since distant memory is slow; equal ids keep their order.
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

  /// Adds a feature; returns the feature that had the id before, whose slot it takes.
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

/// The global ids of rows, some of which have none, with access in constant time.
@usableFromInline
package struct GlobalIDColumn: Sendable, RandomAccessCollection, Equatable, ImagePart {
  @usableFromInline var ids = Column<GlobalID>()
  @usableFromInline var presence = PresenceColumn()

  package init() {}

  package init(_ globalIDs: some Sequence<GlobalID?>) {
    reserveCapacity(globalIDs.underestimatedCount)
    for globalID in globalIDs { append(globalID) }
  }

  package mutating func append(_ globalID: GlobalID?) {
    ids.append(globalID ?? GlobalID(high: 0, low: 0))
    presence.append(globalID != nil)
  }

  package mutating func append(contentsOf other: GlobalIDColumn) {
    ids.append(contentsOf: other.ids)
    for row in other.indices { presence.append(other.presence[row]) }
  }

  package mutating func reserveCapacity(_ count: Int) { ids.reserveCapacity(count) }

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { ids.count }

  /// The global id of a row; nil for none.
  @inlinable
  package subscript(row: Int) -> GlobalID? {
    let globalID = ids[row]
    return presence[row] ? globalID : nil
  }

  @usableFromInline package static func == (lhs: GlobalIDColumn, rhs: GlobalIDColumn) -> Bool {
    lhs.elementsEqual(rhs)
  }

  package init(from image: inout ImageReader) throws(ImageError) {
    ids = try image.read("ids")
    presence = try image.read("presence")
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(ids, "ids")
    try image.write(presence, "presence")
  }
}

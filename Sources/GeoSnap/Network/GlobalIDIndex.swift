/// The features of a network by global id: a hash table of numbers beside the ids in the tables.
struct GlobalIDIndex: Sendable {
  // A slot is 0 when free, else 32 bits of the hash over the number of the feature plus 1. An id is
  // compared only when those bits agree, so that a search reads one slot and one id.
  private var slots: [UInt64] = []
  private var used = 0
  /// For each table its global ids: the tables' own, not copied.
  private var ids: [[GlobalID?]] = []
  /// For each table the number of its first feature.
  private var firsts: [Int32] = []
  private let seed: GlobalID

  init() {
    // Whoever writes a file cannot know which ids collide.
    var random = SystemRandomNumberGenerator()
    seed = GlobalID(high: random.next(), low: random.next())
  }

  /// Takes the ids of the next table, whose features are then inserted one by one.
  mutating func begin(_ table: [GlobalID?], first: Int32) {
    ids.append(table)
    firsts.append(first)
    reserve(used + table.count)
  }

  /// The feature with a global id; nil when there is none.
  subscript(globalID: GlobalID) -> FeatureID? {
    if slots.isEmpty { return nil }
    let hash = hash(globalID)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash >> 32 {
        let feature = feature(slots[slot])
        if ids[Int(feature.table)][Int(feature.row)] == globalID { return feature }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Inserts the feature in a row of the table that began last, and answers the one that had its
  /// global id before.
  mutating func insert(_ globalID: GlobalID, row: Int) -> FeatureID? {
    let hash = hash(globalID)
    let number = UInt64(firsts[firsts.count - 1]) + UInt64(row)
    let entry = (hash & ~0xFFFF_FFFF) | (number + 1)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash >> 32 {
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

  private func feature(_ entry: UInt64) -> FeatureID {
    let number = Int32(truncatingIfNeeded: entry) &- 1
    var table = firsts.count - 1
    while firsts[table] > number { table -= 1 }
    return FeatureID(table: table, row: Int(number - firsts[table]))
  }

  /// Makes room for a number of ids, so that at most two slots of three are taken.
  private mutating func reserve(_ count: Int) {
    if count * 3 <= slots.count * 2 { return }
    var size = max(slots.count, 16)
    while count * 3 > size * 2 { size *= 2 }
    let old = slots
    slots = [UInt64](repeating: 0, count: size)
    for entry in old where entry != 0 {
      let feature = feature(entry)
      guard let globalID = ids[Int(feature.table)][Int(feature.row)] else { continue }
      var slot = Int(truncatingIfNeeded: hash(globalID)) & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = entry
    }
  }

  private func hash(_ globalID: GlobalID) -> UInt64 {
    let product = (globalID.high ^ seed.high).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    let mixed = (product.high ^ product.low ^ globalID.low ^ seed.low)
      .multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return mixed.high ^ mixed.low
  }
}

internal import GeoSnap

/// A hash table of the names of rows that stores row numbers instead of texts.
struct GISNames {
  /// Row numbers plus 1, each at or after the position of its hash; 0 for a free slot.
  private var slots = [UInt32](repeating: 0, count: 16)
  private var hashes = [UInt32](repeating: 0, count: 16)
  private var count = 0

  /// Records the name of a row; `known` returns the name of a recorded row.
  ///
  /// - Returns: The row that had the name before; it is replaced by this one.
  mutating func note<Thrown: Error>(
    _ name: String,
    of row: Int,
    _ known: (Int) throws(Thrown) -> String
  ) throws(Thrown) -> Int? {
    if (count + 1) * 3 > slots.count * 2 { makeRoom() }
    let hash = UInt32(truncatingIfNeeded: name.hashValue)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      if hashes[slot] == hash {
        let other = Int(slots[slot] - 1)
        if try known(other) == name {
          slots[slot] = UInt32(row) + 1
          return other
        }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = UInt32(row) + 1
    hashes[slot] = hash
    count += 1
    return nil
  }

  private mutating func makeRoom() {
    let size = slots.count * 2
    var roomier = [UInt32](repeating: 0, count: size)
    var theirs = roomier
    for (entry, hash) in zip(slots, hashes) where entry != 0 {
      var slot = Int(hash) & (size - 1)
      while roomier[slot] != 0 { slot = (slot + 1) & (size - 1) }
      roomier[slot] = entry
      theirs[slot] = hash
    }
    (slots, hashes) = (roomier, theirs)
  }
}

extension GISFeatures {
  /// The first feature that repeats the global id of an earlier one, and the first feature with that id.
  var repetition: (feature: Int, first: Int)? {
    // Equal ids have equal hashes, so they are neighbours in the order of hashes.
    var entries: [UInt64] = []
    entries.reserveCapacity(count)
    for (position, layer) in layers.enumerated() {
      for (row, number) in numbers(position).enumerated() {
        entries.append(Self.hash(layer.globalIDs[row]) << 32 | UInt64(number))
      }
    }
    entries.sort()
    var found: (feature: Int, first: Int)?
    var start = 0
    for index in entries.indices.dropFirst() {
      guard entries[index] >> 32 == entries[start] >> 32 else {
        start = index
        continue
      }
      let number = Int(entries[index] & 0xFFFF_FFFF)
      if let known = found?.feature, known <= number { continue }
      let first = entries[start..<index].first {
        globalID(Int($0 & 0xFFFF_FFFF)) == globalID(number)
      }
      if let first { found = (number, Int(first & 0xFFFF_FFFF)) }
    }
    return found
  }

  func globalID(_ number: Int) -> GlobalID? {
    let place = place(number)
    return layers[place.layer].globalIDs[place.number]
  }

  private static func hash(_ globalID: GlobalID?) -> UInt64 {
    guard let globalID else { return 0 }
    return (globalID.high ^ globalID.low &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93 >> 32
  }
}

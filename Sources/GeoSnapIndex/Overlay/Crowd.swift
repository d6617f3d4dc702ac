/// The chains of a bucket with many entries, chosen by the bits of an entry.
///
/// This bounds the search for one of very many entries of a cell, such as an import's entries at one point.
package struct Crowd: Sendable {
  var members: Int
  private let start: Int
  private let chainCount: Int
  /// The number of chains for which there is room.
  private let capacity: Int

  /// Creates a crowd with a chain for every two to four members, from a block on.
  init(members: Int, start: Int) {
    self.init(members: members, start: start, capacity: 0)
  }

  private init(members: Int, start: Int, capacity: Int) {
    self.members = members
    self.start = start
    chainCount = 1 << (Int.bitWidth - (members / 4).leadingZeroBitCount)
    self.capacity = max(capacity, chainCount)
  }

  /// The first blocks of its chains.
  package var positions: Range<Int> { start..<start + chainCount }

  /// The first blocks of all chains for which there is room.
  var room: Range<Int> { start..<start + capacity }

  /// Whether the chains are too long.
  var isTooSmall: Bool { members > chainCount * 8 }

  /// Whether there are too many chains for the members.
  var isTooLarge: Bool { members < chainCount / 8 }

  /// The crowd with chains for its present members: in the same room or, if that is too small, from `end` on.
  func resized(orFrom end: Int) -> Crowd {
    let resized = Crowd(members: members, start: start, capacity: capacity)
    return resized.chainCount <= capacity ? resized : Crowd(members: members, start: end)
  }

  /// The first block of an entry's chain.
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

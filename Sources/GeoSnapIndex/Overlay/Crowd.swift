/// The chains of a bucket with many entries: the bits of an entry choose its chain.
///
/// It bounds the way to one entry among very many of one cell, such as all that an import has left at one place.
package struct Crowd: Sendable {
  /// How many entries are in it.
  var members: Int
  private let start: Int
  private let chainCount: Int
  /// How many chains there is room for.
  private let capacity: Int

  /// A crowd with a chain for every two to four members, from a position on.
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

  /// The first blocks of all chains that it has room for.
  var room: Range<Int> { start..<start + capacity }

  /// Whether chains have grown long.
  var isTooSmall: Bool { members > chainCount * 8 }

  /// Whether a search looks at many chains for few members.
  var isTooLarge: Bool { members < chainCount / 8 }

  /// A crowd with chains for as many members as there are now: in the same room or, when that is
  /// too small, from a position on.
  func resized(orFrom end: Int) -> Crowd {
    let resized = Crowd(members: members, start: start, capacity: capacity)
    return resized.chainCount <= capacity ? resized : Crowd(members: members, start: end)
  }

  /// Where the chain of an entry begins.
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

/// The chains of a bucket with many entries: the bits of an entry choose its chain.
///
/// It bounds the way to one entry among very many of one cell, such as all that an import has left
/// at one place.
struct Crowd: Sendable {
  /// How many entries have joined; those that have left are counted too.
  var members: Int
  private let start: Int
  private let chainCount: Int

  /// A crowd with a chain for every two to four members, whose heads begin at a position.
  init(members: Int, start: Int) {
    self.members = members
    self.start = start
    chainCount = 1 << (Int.bitWidth - (members / 4).leadingZeroBitCount)
  }

  /// Where the chains begin: positions among the overlay's heads.
  var positions: Range<Int> { start..<start + chainCount }

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

/// A set of coordinates in bounded memory, with false positives but no false negatives.
public struct CoordinateFilter: Sendable {
  private var words: [UInt64]
  private let mask: UInt64

  /// Creates an empty filter.
  ///
  /// It takes two bytes for each expected coordinate, 1 KiB to 64 MiB, for about one false positive in a thousand.
  public init(expecting count: Int) {
    var bits = 1 << 13
    while bits < 1 << 29, bits / 16 < count { bits *= 2 }
    words = Array(repeating: 0, count: bits / 64)
    mask = UInt64(bits - 1)
  }

  /// Whether a coordinate may have been inserted.
  public func mayContain(_ place: Coordinate) -> Bool {
    var key = ConformKey(place)
    for _ in 0..<4 {
      let bit = key.next() & mask
      if words[Int(bit >> 6)] & 1 << (bit & 63) == 0 { return false }
    }
    return true
  }

  mutating func insert(_ place: Coordinate) {
    var key = ConformKey(place)
    for _ in 0..<4 {
      let bit = key.next() & mask
      words[Int(bit >> 6)] |= 1 << (bit & 63)
    }
  }
}

/// Bits derived from a coordinate, equal for equal coordinates and zeros of either sign.
private struct ConformKey {
  private var state: UInt64

  init(_ place: Coordinate) {
    state = ConformKey.mixed((place.x + 0).bitPattern)
    state = ConformKey.mixed(state ^ (place.y + 0).bitPattern)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return ConformKey.mixed(state)
  }

  // The finaliser of splitmix64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }
}

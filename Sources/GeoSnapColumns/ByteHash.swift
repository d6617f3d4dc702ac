/// A seeded hash of bytes: the author of a file cannot know which texts collide.
///
/// Each step multiplies eight bytes to 128 bits and folds the product, as wyhash does.
package struct ByteHash: Sendable, Equatable {
  package let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  /// Takes a random seed.
  package init() {
    var random = SystemRandomNumberGenerator()
    self.init(seed: random.next())
  }

  package func callAsFunction(_ bytes: Span<UInt8>) -> UInt64 {
    var hash = seed ^ UInt64(bytes.count)
    var position = 0
    while position + 8 <= bytes.count {
      var word: UInt64 = 0
      for offset in 0..<8 { word |= UInt64(bytes[position + offset]) << UInt64(offset * 8) }
      hash = Self.mix(hash ^ word, 0x9E37_79B9_7F4A_7C15)
      position += 8
    }
    var rest: UInt64 = 0
    while position < bytes.count {
      rest = rest << 8 | UInt64(bytes[position])
      position += 1
    }
    return Self.mix(hash ^ rest, 0xD6E8_FEB8_6659_FD93 ^ seed)
  }

  private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}

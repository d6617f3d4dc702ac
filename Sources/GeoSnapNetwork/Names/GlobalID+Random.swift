extension GlobalID {
  /// A new identifier: a random UUID, version 4 of RFC 9562.
  public static func random(
    using generator: inout some RandomNumberGenerator
  ) -> GlobalID {
    let high: UInt64 = generator.next()
    let low: UInt64 = generator.next()
    return GlobalID(
      high: high & ~0xF000 | 0x4000,
      low: low & ~(0b11 << 62) | 0b10 << 62
    )
  }

  /// A new identifier from the system's random numbers.
  public static func random() -> GlobalID {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }
}

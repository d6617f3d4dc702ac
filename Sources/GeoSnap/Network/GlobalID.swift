/// The identifier that a feature or association keeps for life: 128 bits, written as a UUID.
public struct GlobalID: Hashable, Sendable {
  /// The first eight bytes, most significant first.
  public let high: UInt64
  /// The last eight bytes.
  public let low: UInt64

  /// Creates an identifier from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension GlobalID: LosslessStringConvertible {
  /// Reads `8-4-4-4-12` hexadecimal digits in either case, with or without braces.
  public init?(_ description: String) {
    var text = Substring(description)
    if text.first == "{" {
      guard text.last == "}" else { return nil }
      text = text.dropFirst().dropLast()
    }
    guard text.utf8.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for (position, byte) in text.utf8.enumerated() {
      switch position {
      case 8, 13, 18, 23:
        guard byte == UInt8(ascii: "-") else { return nil }
      default:
        guard let digit = GlobalID.value(ofDigit: byte) else { return nil }
        if position < 18 { high = high << 4 | digit } else { low = low << 4 | digit }
      }
    }
    self.init(high: high, low: low)
  }

  private static func value(ofDigit byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// Upper-case hexadecimal in the form `8-4-4-4-12`, without braces.
  public var description: String {
    var text = ""
    text.reserveCapacity(36)
    for position in 0..<32 {
      let half = position < 16 ? high : low
      let digit = Int(half >> UInt64(60 - (position % 16) * 4) & 0xF)
      text.append(GlobalID.digits[digit])
      if position == 7 || position == 11 || position == 15 || position == 19 { text.append("-") }
    }
    return text
  }

  private static let digits = Array("0123456789ABCDEF")
}

extension GlobalID: Comparable {
  /// The order of the bytes, which is the order of the written form.
  public static func < (lhs: GlobalID, rhs: GlobalID) -> Bool {
    (lhs.high, lhs.low) < (rhs.high, rhs.low)
  }
}

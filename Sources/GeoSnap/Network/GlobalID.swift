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
    self.init(utf8: description.utf8.span)
  }

  /// Reads a text that is there as UTF-8, as ``init(_:)`` does.
  public init?(utf8 text: Span<UInt8>) {
    if text.count == 38 {
      guard text[0] == UInt8(ascii: "{"), text[37] == UInt8(ascii: "}") else { return nil }
      self.init(digits: text.extracting(1..<37))
    } else {
      self.init(digits: text)
    }
  }

  private init?(digits text: Span<UInt8>) {
    guard text.count == 36 else { return nil }
    let dash = UInt8(ascii: "-")
    guard text[8] == dash, text[13] == dash, text[18] == dash, text[23] == dash else { return nil }
    var isValid = true
    /// The number that the digits in a range stand for.
    func number(_ start: Int, _ end: Int) -> UInt64 {
      var value: UInt64 = 0
      for position in start..<end {
        // No branches: digits and letters follow each other without order.
        let byte = text[position]
        let digit = byte &- UInt8(ascii: "0")
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        isValid = isValid && (digit < 10 || letter < 6)
        value = value << 4 | UInt64(digit < 10 ? digit : letter &+ 10)
      }
      return value
    }
    high = number(0, 8) << 32 | number(9, 13) << 16 | number(14, 18)
    low = number(19, 23) << 48 | number(24, 36)
    if !isValid { return nil }
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

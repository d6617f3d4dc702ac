#if canImport(FoundationEssentials)
  public import struct FoundationEssentials.UUID
#else
  public import struct Foundation.UUID
#endif

/// The permanent identifier of a feature or association: 128 bits, written as a UUID.
public struct GlobalID: Hashable, BitwiseCopyable, Codable, Sendable, LosslessStringConvertible,
  Comparable
{
  /// The first eight bytes, most significant first.
  package let high: UInt64
  /// The last eight bytes.
  package let low: UInt64

  /// Creates an identifier from its two halves.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads `8-4-4-4-12` hexadecimal digits in either case, with or without braces.
  public init?(_ description: String) { self.init(utf8: description.utf8.span) }

  package init?(utf8 text: Span<UInt8>) {
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
    guard text[8] == dash, text[13] == dash, text[18] == dash, text[23] == dash,
      let first = GlobalID.number(text, 0, 4), let second = GlobalID.number(text, 9, 14),
      let third = GlobalID.number(text, 19, 24), let fourth = GlobalID.number(text, 28, 32)
    else { return nil }
    high = first << 32 | second
    low = third << 32 | fourth
  }

  /// The number that two groups of four hexadecimal digits form; nil when a character is not a digit.
  private static func number(_ text: Span<UInt8>, _ start: Int, _ rest: Int) -> UInt64? {
    var word: UInt64 = 0
    for position in start..<start + 4 { word = word << 8 | UInt64(text[position]) }
    for position in rest..<rest + 4 { word = word << 8 | UInt64(text[position]) }
    let tops: UInt64 = 0x8080_8080_8080_8080
    // Each addition sets the top bit of the bytes that are at least some character; bytes below 128 do not carry
    // over.
    guard word & tops == 0 else { return nil }
    let lower = word | 0x2020_2020_2020_2020
    let isDigit = (word &+ 0x5050_5050_5050_5050) & ~(word &+ 0x4646_4646_4646_4646)
    let isLetter = (lower &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(lower &+ 0x1919_1919_1919_1919) & tops
    guard (isDigit | isLetter) & tops == tops else { return nil }
    var value = (word & 0x0F0F_0F0F_0F0F_0F0F) &+ (isLetter >> 7) &* 9
    value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
    return (value | value >> 16) & 0xFFFF_FFFF
  }

  /// Upper-case hexadecimal in the form `8-4-4-4-12`, without braces.
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the ``description`` as UTF-8.
  package func append(to text: inout [UInt8]) {
    let first = text.count
    text += GlobalID.form
    var written = text.mutableSpan
    var place = first
    for position in 0..<32 {
      if written[place] == UInt8(ascii: "-") { place += 1 }
      let half = position < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: half >> UInt64(60 - (position % 16) * 4) & 0xF)
      written[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") - 10 + digit
      place += 1
    }
  }

  private static let form = Array("00000000-0000-0000-0000-000000000000".utf8)

  /// The order of the bytes, which is the order of the written form.
  public static func < (lhs: GlobalID, rhs: GlobalID) -> Bool {
    (lhs.high, lhs.low) < (rhs.high, rhs.low)
  }

  /// A new identifier: a random UUID, version 4 of RFC 9562.
  package static func random(using generator: inout some RandomNumberGenerator) -> GlobalID {
    let high: UInt64 = generator.next()
    let low: UInt64 = generator.next()
    return GlobalID(high: high & ~0xF000 | 0x4000, low: low & ~(0b11 << 62) | 0b10 << 62)
  }

  /// A new identifier from the system's random numbers.
  public static func random() -> GlobalID {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// The identifier with the bytes of a UUID.
  public init(_ uuid: UUID) {
    let bytes = uuid.uuid
    func number(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(
      high: number([bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7]),
      low: number([bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15])
    )
  }

  /// The UUID with the same bytes.
  public var uuid: UUID {
    func byte(_ half: UInt64, _ place: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: half >> (56 - 8 * place))
    }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      )
    )
  }

  /// Reads a UUID of 32 hexadecimal digits.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let globalID = GlobalID(text) else {
      throw decoder.wrong("\(text) is not a UUID of 32 hexadecimal digits.")
    }
    self = globalID
  }

  /// Writes the ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

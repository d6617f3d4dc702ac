/// A constant to compare an attribute with.
public enum TraceValue: Hashable, Sendable {
  /// An integer or a set of bits.
  case integer(Int64)
  /// A number with a fraction.
  case real(Double)
  /// True or false.
  case boolean(Bool)
  /// A text: a number, or the name of a coded value of the attribute's domain.
  case text(String)

  /// The value as an integer, 0 or 1 for Booleans; nil for a fraction or a name.
  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    case .boolean(let value): value ? 1 : 0
    case .text(let text): wholeNumber(text)
    }
  }

  /// The value as a number, 0 or 1 for Booleans; nil for a name.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .boolean(let value): value ? 1 : 0
    case .text(let text): Double(text)
    }
  }
}

extension TraceValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a number with a fraction.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension TraceValue: Codable {
  /// Reads a number, a Boolean or a text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .boolean(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    }
  }
}

internal import GeoSnap

/// A value of a JSON document as Python's `json` writes it: NaN and the infinities included.
package enum ParsedJSON: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  /// A whole number from 2⁵³ on, which need not be a double, by its digits.
  case digits(String)
  case string(String)
  case array([ParsedJSON])
  case object([String: ParsedJSON])

  /// The number, rounded where it is no double; nil for anything else.
  var double: Double? {
    switch self {
    case .number(let value): value
    case .digits(let digits): Double(digits)
    default: nil
    }
  }

  /// The whole number of 64 bits; nil for anything else.
  var integer: Int64? {
    switch self {
    case .number(let value): Int64(exactly: value)
    case .digits(let digits): wholeNumber(digits)
    default: nil
    }
  }

  /// The kind of value, for messages.
  var kind: String {
    @inline(never) get {
      switch self {
      case .null: "null"
      case .bool: "a boolean"
      case .number(let value): "the number \(value)"
      case .digits(let digits): "the number \(digits.prefix(40))"
      case .string(let text): "the text '\(text.prefix(40))'"
      case .array: "an array"
      case .object: "an object"
      }
    }
  }
}

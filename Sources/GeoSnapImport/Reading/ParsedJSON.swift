internal import GeoSnap

/// A value of a JSON document, including Python's NaN and infinities.
package enum ParsedJSON: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  /// The digits of a whole number of at least 2⁵³, which a double may not hold exactly.
  case digits(String)
  case string(String)
  case array([ParsedJSON])
  case object([String: ParsedJSON])

  /// The number, rounded to a double; nil for other values.
  var double: Double? {
    switch self {
    case .number(let value): value
    case .digits(let digits): Double(digits)
    default: nil
    }
  }

  /// The whole number if it fits into 64 bits; nil for other values.
  var integer: Int64? {
    switch self {
    case .number(let value): Int64(exactly: value)
    case .digits(let digits): wholeNumber(digits)
    default: nil
    }
  }

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

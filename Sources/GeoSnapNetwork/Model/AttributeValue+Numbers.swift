extension AttributeValue {
  /// The value as an integer, also of a text that is one, and of `true` and `false`.
  package var wholeValue: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    case .text(let text):
      Int64(text) ?? (text.lowercased() == "true" ? 1 : text.lowercased() == "false" ? 0 : nil)
    case .null, .blob: nil
    }
  }

  package var numericValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value.isNaN ? nil : value
    case .text(let text): Double(text)
    case .null, .blob: nil
    }
  }
}

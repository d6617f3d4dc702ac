/// Parses a whole number of 64 bits, with or without a sign; nil for other texts.
package func wholeNumber(_ text: String) -> Int64? {
  let bytes = text.utf8.span
  let isNegative = bytes.count > 0 && bytes[0] == UInt8(ascii: "-")
  let hasSign = isNegative || (bytes.count > 0 && bytes[0] == UInt8(ascii: "+"))
  guard let negated = DecimalNumber.negatedDigits(bytes, (hasSign ? 1 : 0)..<bytes.count) else {
    return nil
  }
  if isNegative { return negated }
  return negated == .min ? nil : -negated
}

extension DecimalNumber {
  /// The negated number of the digits, since the negative range is greater by one; nil for no digits, for other
  /// bytes, and beyond 64 bits.
  static func negatedDigits(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    if range.isEmpty { return nil }
    var number: Int64 = 0
    for index in range {
      let digit = bytes[index] &- UInt8(ascii: "0")
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = product.subtractingReportingOverflow(Int64(digit))
      if digit > 9 || overflow || overflows { return nil }
      number = sum
    }
    return number
  }
}

/// The type of a JSON number, whole or double, by its digits.
package enum JSONNumber {
  /// A whole number of 64 bits.
  case whole(Int64)
  /// A whole number beyond 64 bits, which a double only approximates.
  case beyond
  /// A number with a point or an exponent, or minus zero.
  case real

  package init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    let digits = (isNegative ? range.lowerBound + 1 : range.lowerBound)..<range.upperBound
    if let negated = DecimalNumber.negatedDigits(bytes, digits), isNegative || negated != .min {
      self = isNegative && negated == 0 ? .real : .whole(isNegative ? negated : -negated)
    } else {
      self = digits.allSatisfy { bytes[$0] &- UInt8(ascii: "0") < 10 } ? .beyond : .real
    }
  }
}

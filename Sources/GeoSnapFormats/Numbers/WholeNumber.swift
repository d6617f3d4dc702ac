/// The whole number of 64 bits that a text is, with or without a sign; nil when it is none.
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
  /// The number that digits stand for, negated, as there is one number more below zero than above; nil
  /// when there are none, when something else stands there, and when 64 bits do not hold it.
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

/// Whether a number of JSON is a whole number or a double, by its digits.
package enum JSONNumber {
  /// A whole number of 64 bits.
  case whole(Int64)
  /// A whole number beyond 64 bits, which a double only comes near to.
  case beyond
  /// A number with a point or an exponent, and zero below zero.
  case real

  /// Reads the digits of a number in a range of bytes.
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

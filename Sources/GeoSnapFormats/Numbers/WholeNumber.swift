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

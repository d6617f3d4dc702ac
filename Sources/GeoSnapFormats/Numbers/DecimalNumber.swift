package enum DecimalNumber {
  /// Reads the number that begins at `offset`, and advances `offset` to its end.
  ///
  /// The grammar is JSON's: no plus sign, no leading zeros, digits on both sides of a point.
  ///
  /// - `isLoose`: Whether a plus sign and leading zeros are read as well, and digits on one side of a point suffice.
  /// - Returns: The nearest double, infinity beyond all doubles; nil, with `offset` unchanged, when there is no
  ///   number.
  @inline(__always) package static func read(
    _ bytes: Span<UInt8>,
    _ offset: inout Int,
    isLoose: Bool = false
  ) -> Double? {
    var position = offset
    let count = bytes.count
    let isNegative = position < count && bytes[position] == UInt8(ascii: "-")
    if isNegative || (isLoose && position < count && bytes[position] == UInt8(ascii: "+")) {
      position += 1
    }
    let first = position
    var digits: UInt64 = 0
    readDigits(bytes, &position, &digits)
    var digitCount = position - first
    guard isLoose || digitCount == 1 || (digitCount > 1 && bytes[first] != UInt8(ascii: "0")) else {
      return nil
    }
    var exponent = 0
    if position < count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      let start = position
      readDigits(bytes, &position, &digits)
      guard isLoose || position > start else { return nil }
      exponent = start - position
      digitCount -= exponent
    }
    if isLoose, digitCount == 0 { return nil }
    if position < count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      guard let power = readExponent(bytes, &position) else { return nil }
      exponent += power
    }
    // Twenty digits may exceed 64 bits.
    let magnitude =
      digitCount <= 19
      ? value(digits, exponent) ?? slowly(bytes, first..<position)
      : truncated(bytes, first..<position, exponent) ?? slowly(bytes, first..<position)
    offset = position
    return isNegative ? -magnitude : magnitude
  }

  @inline(__always) private static func readDigits(
    _ bytes: Span<UInt8>,
    _ offset: inout Int,
    _ digits: inout UInt64
  ) {
    while offset < bytes.count {
      let digit = bytes[offset] &- UInt8(ascii: "0")
      guard digit < 10 else { return }
      digits = digits &* 10 &+ UInt64(digit)
      offset += 1
    }
  }

  private static func readExponent(_ bytes: Span<UInt8>, _ offset: inout Int) -> Int? {
    let isNegative = offset < bytes.count && bytes[offset] == UInt8(ascii: "-")
    if isNegative || (offset < bytes.count && bytes[offset] == UInt8(ascii: "+")) { offset += 1 }
    let first = offset
    var digits: UInt64 = 0
    readDigits(bytes, &offset, &digits)
    guard offset > first else { return nil }
    // Far beyond all doubles, and adding digits does not overflow it.
    let exponent = offset - first > 9 ? 999_999_999 : Int(digits)
    return isNegative ? -exponent : exponent
  }

  /// The nearest double to `digits` times ten to `exponent`; nil when it takes more than 128 bits.
  @inline(__always) private static func value(_ digits: UInt64, _ exponent: Int) -> Double? {
    // One operation on exact doubles rounds once (Clinger, "How to Read Floating Point Numbers Accurately", 1990).
    if digits <= 1 << 53, exponent >= -22, exponent <= 22 {
      return exponent < 0
        ? Double(digits) / powersOfTen[-exponent] : Double(digits) * powersOfTen[exponent]
    }
    guard exponent < 0, exponent >= -27 else { return digits == 0 ? 0 : nil }
    return quotient(digits, -exponent)
  }

  /// `digits`, which are not 0, divided by ten to `power`, rounded once.
  ///
  /// Both are shifted so that the quotient has 63 or 64 bits. Its last bit is sticky for the remainder, so the
  /// conversion to 53 bits rounds correctly.
  private static func quotient(_ digits: UInt64, _ power: Int) -> Double {
    let divisor = powersOfFive[power]
    let divisorShift = divisor.leadingZeroBitCount
    let digitShift = digits.leadingZeroBitCount
    let dividend = digits &<< UInt64(digitShift)
    // The dividend's upper half is below 2^63, the divisor is not.
    let (quotient, remainder) = (divisor &<< UInt64(divisorShift)).dividingFullWidth(
      (dividend >> 1, dividend << 63)
    )
    let scale = divisorShift - digitShift - 63 - power
    let rounded = Double(remainder == 0 ? quotient : quotient | 1)
    return rounded * Double(bitPattern: UInt64(1_023 + scale) << 52)
  }

  /// The nearest double to a number of more than 64 bits of digits; nil when its first digits, and these plus one,
  /// have different nearest doubles.
  ///
  /// `exponent` is that of the last digit.
  private static func truncated(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ exponent: Int
  ) -> Double? {
    var digits: UInt64 = 0
    var (taken, dropped) = (0, 0)
    for index in range where bytes[index] != UInt8(ascii: ".") {
      let digit = bytes[index] &- UInt8(ascii: "0")
      // The exponent follows.
      if digit > 9 { break }
      if taken < 19 {
        digits = digits * 10 + UInt64(digit)
        if digits != 0 { taken += 1 }
      } else {
        dropped += 1
      }
    }
    let first = value(digits, exponent + dropped)
    return first == value(digits + 1, exponent + dropped) ? first : nil
  }

  private static func slowly(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double {
    var text = ""
    for index in range { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
    return Double(text) ?? .infinity
  }

  private static let powersOfTen: InlineArray<23, Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  private static let powersOfFive: InlineArray<28, UInt64> = {
    var powers = InlineArray<28, UInt64>(repeating: 1)
    for power in 1..<28 { powers[power] = powers[power - 1] * 5 }
    return powers
  }()

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

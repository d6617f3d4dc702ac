/// The format of ordinates in text.
///
/// ```swift
/// let pole = try Geometry(wkt: "POINT (417700.12345 0.125)")
/// pole.wkt(.decimals(3))  // -> POINT (417700.123 0.125)
/// pole.wkt(.decimals(2))  // -> POINT (417700.12 0.12)
/// ```
public struct OrdinateFormat: Equatable, Sendable {
  /// The greatest number of decimals; nil for as many as the double needs.
  let decimals: Int?

  /// The fewest digits that read back to the same double, bit for bit.
  public static let shortest = OrdinateFormat(decimals: nil)

  /// At most `count` decimals, from 0 to 15, rounded to the nearest value, ties to even; trailing zeros are left out.
  ///
  /// Numbers beyond 2^64 have no decimals and are written as ``shortest`` does. A count out of range is clamped.
  ///
  /// - Units: Decimals of a coordinate unit: 3 keep the millimetre in metres, 7 the centimetre in degrees.
  /// - Complexity: Constant for each number that is written.
  /// - Source: Exact decimal expansion; the shortest form is that of Swift's `Double.description`.
  public static func decimals(_ count: Int) -> OrdinateFormat {
    OrdinateFormat(decimals: min(max(count, 0), 15))
  }

  package func text(_ number: Double) -> String {
    var bytes: [UInt8] = []
    append(number, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func append(_ number: Double, to bytes: inout [UInt8]) {
    if let decimals, number.magnitude < 0x1p64 {
      appendRounded(number, decimals, to: &bytes)
    } else {
      appendShortest(number, to: &bytes)
    }
  }

  @inline(never) private func appendShortest(_ number: Double, to bytes: inout [UInt8]) {
    if number.magnitude < 0x1p53, number == Double(Int64(number)) {
      if number.sign == .minus { bytes.append(UInt8(ascii: "-")) }
      bytes.append(digits: UInt64(number.magnitude))
    } else {
      // A whole number, which ends in ".0", has been written already, except one with an exponent.
      bytes.append(text: number.description)
      if bytes.suffix(2).elementsEqual(".0".utf8) { bytes.removeLast(2) }
    }
  }

  private func appendRounded(_ number: Double, _ decimals: Int, to bytes: inout [UInt8]) {
    var power: UInt64 = 1
    for _ in 0..<decimals { power *= 10 }
    let scaled = Self.rounded(number.magnitude, times: power)
    if scaled >= 1 << 53 {
      // More decimals than the double has: the shortest form is exact.
      let start = bytes.count
      appendShortest(number, to: &bytes)
      let text = bytes[start...]
      let point = text.lastIndex(of: UInt8(ascii: "."))
      if point.map({ text.endIndex - $0 - 1 <= decimals }) ?? true { return }
      bytes.removeSubrange(start...)
    }
    if number < 0, scaled > 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: UInt128(power))
    // Below 2^64, as the number is; rounding up to 2^64 cannot happen, since no double below is that near.
    bytes.append(digits: UInt64(whole))
    guard fraction > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(digits: UInt64(fraction), width: decimals)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
  }

  /// A number below 2^64 times a power of ten up to 10^15, rounded once to a whole number.
  private static func rounded(_ magnitude: Double, times power: UInt64) -> UInt128 {
    guard magnitude > 0 else { return 0 }
    // The number is significand · 2^shift; 53 bits times 50 bits are 103.
    let significand = UInt128(magnitude.significandBitPattern | (magnitude.isNormal ? 1 << 52 : 0))
    let shift = Int(magnitude.isNormal ? magnitude.exponentBitPattern : 1) - 1_075
    let product = significand * UInt128(power)
    if shift >= 0 { return product << UInt128(shift) }
    guard shift > -120 else { return 0 }
    let whole = product >> UInt128(-shift)
    let rest = product - whole << UInt128(-shift)
    let half = UInt128(1) << UInt128(-shift - 1)
    let isRoundedUp = rest > half || (rest == half && whole & 1 == 1)
    return isRoundedUp ? whole + 1 : whole
  }
}

package enum HexDigits {
  /// The value of a digit in either case; nil for another byte.
  package static func value(_ digit: UInt8) -> UInt8? {
    let decimal = digit &- UInt8(ascii: "0")
    if decimal < 10 { return decimal }
    let letter = (digit | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }

  /// The bytes of a text with two digits per byte.
  package static func bytes(_ text: ArraySlice<UInt8>) throws(FormatError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    var first: UInt8?
    for (offset, digit) in text.enumerated() {
      guard let value = value(digit) else {
        throw FormatError(.syntax, "A hexadecimal digit is expected.", offset: offset)
      }
      if let high = first {
        bytes.append(high << 4 | value)
        first = nil
      } else {
        first = value
      }
    }
    guard first == nil else {
      throw FormatError(.truncated, "A hexadecimal digit is missing.", offset: text.count)
    }
    return bytes
  }

  /// The digits of bytes, by default in capitals as PostGIS and GEOS write them.
  package static func text(_ bytes: [UInt8], inCapitals: Bool = true) -> String {
    let digits = Array((inCapitals ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  @inline(never) package mutating func append(text: String) { append(contentsOf: text.utf8) }

  /// Appends a whole number in decimal digits, padded with zeros to `width`.
  @inline(never) package mutating func append(digits number: UInt64, width: Int = 1) {
    var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
    var rest = number
    var count = 0
    while rest > 0 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      digits[count] = UInt8(ascii: "0") + UInt8(digit)
      rest = quotient
      count += 1
    }
    for index in (0..<Swift.max(count, width)).reversed() { append(digits[index]) }
  }
}

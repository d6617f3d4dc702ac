package enum CSVNumber {
  /// Reads a number such as `12`, `-0.5`, `.5` or `1e5`, with spaces and tabs around it; returns the nearest double;
  /// nil for anything else, such as NaN, infinity or a number beyond the range of doubles.
  package static func read(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
    var offset = range.lowerBound
    var end = range.upperBound
    while offset < end, isBlank(bytes[offset]) { offset += 1 }
    while offset < end, isBlank(bytes[end - 1]) { end -= 1 }
    let start = offset
    let isNegative = offset < end && bytes[offset] == UInt8(ascii: "-")
    if isNegative || (offset < end && bytes[offset] == UInt8(ascii: "+")) { offset += 1 }
    var digits = Digits()
    digits.read(bytes, &offset, end)
    if offset < end, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      let whole = digits.count
      digits.read(bytes, &offset, end)
      digits.exponent -= digits.count - whole
    }
    guard digits.count > 0 else { return nil }
    if offset < end, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      guard let exponent = readExponent(bytes, &offset, end) else { return nil }
      digits.exponent += exponent
    }
    guard offset == end else { return nil }
    if let magnitude = digits.exactValue { return isNegative ? -magnitude : magnitude }
    return slowly(bytes, start..<end)
  }

  /// The digits of a number as an integer, and its power of ten.
  private struct Digits {
    var whole: UInt64 = 0
    var count = 0
    var exponent = 0

    mutating func read(_ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int) {
      while offset < end {
        let digit = bytes[offset] &- UInt8(ascii: "0")
        guard digit < 10 else { return }
        whole = whole &* 10 &+ UInt64(digit)
        count += 1
        offset += 1
      }
    }

    /// The value, where a single division or multiplication of exact doubles gives it: that rounds once.
    var exactValue: Double? {
      guard count <= 19, whole <= 1 << 53, abs(exponent) < Self.powers.count else { return nil }
      let power = Self.powers[abs(exponent)]
      return exponent < 0 ? Double(whole) / power : Double(whole) * power
    }

    /// The powers of ten that doubles represent exactly.
    private static let powers: [Double] = [
      1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
      1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
  }

  private static func readExponent(
    _ bytes: Span<UInt8>,
    _ offset: inout Int,
    _ end: Int
  ) -> Int? {
    let isNegative = offset < end && bytes[offset] == UInt8(ascii: "-")
    if isNegative || (offset < end && bytes[offset] == UInt8(ascii: "+")) { offset += 1 }
    var digits = Digits()
    digits.read(bytes, &offset, end)
    guard digits.count > 0 else { return nil }
    // Far beyond all doubles, without an overflow when digits are added.
    let exponent = digits.count > 9 ? 999_999_999 : Int(digits.whole)
    return isNegative ? -exponent : exponent
  }

  private static func slowly(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
    let text = String(decoding: range.map { bytes[$0] }, as: UTF8.self)
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}

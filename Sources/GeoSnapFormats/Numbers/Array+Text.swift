extension [UInt8] {
  @inline(never)
  package mutating func append(text: String) { append(contentsOf: text.utf8) }

  /// Appends a whole number in decimal digits, padded with zeros to `width`.
  @inline(never)
  package mutating func append(digits number: UInt64, width: Int = 1) {
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

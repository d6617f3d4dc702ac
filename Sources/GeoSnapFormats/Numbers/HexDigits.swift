/// Converts bytes to and from hexadecimal digits.
package enum HexDigits {
  /// The value of a digit in either case; nil for another byte.
  package static func value(_ digit: UInt8) -> UInt8? {
    let decimal = digit &- UInt8(ascii: "0")
    if decimal < 10 { return decimal }
    let letter = (digit | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }

  /// The bytes of a text with two digits per byte.
  ///
  /// - Throws: ``FormatError`` with the offset of a byte that is not a digit, or of the end when one digit is
  ///   missing.
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

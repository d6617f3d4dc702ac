/// The range of a string in a JSON text, without its quotes.
struct JSONName {
  let range: Range<Int>
  /// Whether characters are written as escapes.
  let hasEscapes: Bool

  @inline(never)
  func matches(_ text: String, in bytes: Span<UInt8>) -> Bool {
    // Most strings differ in length, which is known without escapes.
    guard hasEscapes || text.utf8.count == range.count else { return false }
    return equals(text, in: bytes)
  }

  private func equals(_ text: String, in bytes: Span<UInt8>) -> Bool {
    if hasEscapes { return (try? JSONScanner.text(self, in: bytes)) == text }
    let wanted = text.utf8.span
    for index in wanted.indices where bytes[range.lowerBound + index] != wanted[index] {
      return false
    }
    return true
  }
}

extension JSONScanner {
  mutating func passString(_ bytes: Span<UInt8>) throws(FormatError) -> JSONName {
    try expect(bytes, JSONByte.quote, "a string")
    let start = offset
    var hasEscapes = false
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == JSONByte.quote {
        return JSONName(range: start..<offset - 1, hasEscapes: hasEscapes)
      }
      if byte == JSONByte.backslash {
        hasEscapes = true
        offset += 1
      } else if byte < 0x20 {
        throw FormatError(
          .syntax,
          "A string contains the control character \(byte); it must be written as an escape.",
          offset: offset - 1
        )
      }
    }
    offset = bytes.count
    throw FormatError(.truncated, "The text ends within a string.", offset: start - 1)
  }

  mutating func readString(_ bytes: Span<UInt8>) throws(FormatError) -> String {
    try JSONScanner.text(try passString(bytes), in: bytes)
  }

  static func text(_ name: JSONName, in bytes: Span<UInt8>) throws(FormatError) -> String {
    if !name.hasEscapes {
      let content = bytes.extracting(name.range)
      guard let text = String(validating: content) else { throw notUnicode(name.range.lowerBound) }
      return text
    }
    var characters: [UInt8] = []
    var index = name.range.lowerBound
    while index < name.range.upperBound {
      let byte = bytes[index]
      index += 1
      if byte == JSONByte.backslash {
        try appendEscape(bytes, &index, name.range.upperBound, to: &characters)
      } else {
        characters.append(byte)
      }
    }
    guard let text = String(validating: characters.span) else {
      throw notUnicode(name.range.lowerBound)
    }
    return text
  }

  private static func notUnicode(_ offset: Int) -> FormatError {
    FormatError(.syntax, "A string is not UTF-8.", offset: offset)
  }

  /// Reads the characters after a backslash.
  private static func appendEscape(
    _ bytes: Span<UInt8>,
    _ index: inout Int,
    _ end: Int,
    to characters: inout [UInt8]
  ) throws(FormatError) {
    let start = index - 1
    let letter = index < end ? bytes[index] : 0
    index += 1
    let plain: UInt8
    switch letter {
    case JSONByte.quote, JSONByte.backslash, UInt8(ascii: "/"): plain = letter
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0C
    case UInt8(ascii: "n"): plain = 0x0A
    case UInt8(ascii: "r"): plain = 0x0D
    case UInt8(ascii: "t"): plain = 0x09
    case UInt8(ascii: "u"):
      var code = try readHex(bytes, &index, end, start)
      // A character beyond 16 bits is written as two surrogates.
      if code & 0xFC00 == 0xD800, index + 1 < end, bytes[index] == JSONByte.backslash,
        bytes[index + 1] == UInt8(ascii: "u")
      {
        index += 2
        let low = try readHex(bytes, &index, end, start)
        if low & 0xFC00 == 0xDC00 { code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF }
      }
      guard let scalar = Unicode.Scalar(code) else {
        throw FormatError(.syntax, "An escape is half of a surrogate pair.", offset: start)
      }
      return characters.append(text: String(scalar))
    default: throw FormatError(.syntax, "JSON does not have this escape.", offset: start)
    }
    characters.append(plain)
  }

  @inline(never)
  private static func readHex(
    _ bytes: Span<UInt8>,
    _ index: inout Int,
    _ end: Int,
    _ start: Int
  ) throws(FormatError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard index < end, let digit = HexDigits.value(bytes[index]) else {
        throw FormatError(.syntax, "An escape needs four hexadecimal digits.", offset: start)
      }
      code = code << 4 | UInt32(digit)
      index += 1
    }
    return code
  }
}

extension String {
  /// The text of UTF-8 bytes; nil when they are not UTF-8.
  fileprivate init?(validating bytes: Span<UInt8>) {
    guard let text = try? UTF8Span(validating: bytes) else { return nil }
    self.init(copying: text)
  }
}

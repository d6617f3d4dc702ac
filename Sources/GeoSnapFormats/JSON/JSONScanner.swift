/// Reads the tokens of a JSON text; every step checks the bounds first.
///
/// The bytes are passed to each step instead of being stored, so a text that is still arriving is read in place. The
/// error at its end has the code `truncated`.
struct JSONScanner {
  var offset: Int
  /// The number of values that were whole numbers beyond 64 bits and became the nearest doubles.
  var roundedCount = 0

  /// The first byte of the next token; nil at the end.
  @inline(never)
  mutating func peek(_ bytes: Span<UInt8>) -> UInt8? {
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte > 0x20 || !(byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09) {
        return byte
      }
      offset += 1
    }
    return nil
  }

  @inline(never)
  mutating func take(_ bytes: Span<UInt8>, _ byte: UInt8) -> Bool {
    guard peek(bytes) == byte else { return false }
    offset += 1
    return true
  }

  @inline(never)
  mutating func expect(
    _ bytes: Span<UInt8>,
    _ byte: UInt8,
    _ what: String
  ) throws(FormatError) {
    guard take(bytes, byte) else { throw expected(what, bytes) }
  }

  /// ``take(_:_:)`` for loops over many positions, where usually no space comes first.
  @inline(__always)
  mutating func takeInPlace(_ bytes: Span<UInt8>, _ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] > 0x20 else { return take(bytes, byte) }
    guard bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  /// The error for another token than the expected one.
  func expected(_ what: String, _ bytes: Span<UInt8>) -> FormatError {
    guard offset < bytes.count else {
      return FormatError(.truncated, "The text ends where \(what) is expected.", offset: offset)
    }
    let byte = bytes[offset]
    let found =
      byte > 0x20 && byte < 0x7F ? "'\(Unicode.Scalar(byte))'" : "the byte \(byte)"
    return FormatError(.syntax, "There must be \(what) here, not \(found).", offset: offset)
  }

  // MARK: Values

  @inline(never)
  mutating func readNumber(_ bytes: Span<UInt8>) throws(FormatError) -> Double {
    if offset < bytes.count, bytes[offset] <= 0x20 { _ = peek(bytes) }
    let start = offset
    guard let number = DecimalNumber.read(bytes, &offset) else {
      throw badNumber(bytes, from: offset)
    }
    guard number.isFinite else {
      // A long run of digits at the end is not yet out of range: an exponent may follow.
      if offset == bytes.count { throw badNumber(bytes, from: start) }
      throw FormatError(.syntax, "The number is beyond the range of a double.", offset: start)
    }
    return number
  }

  /// The error for a number that cannot be read; `truncated` when the text may end within it.
  private func badNumber(_ bytes: Span<UInt8>, from start: Int) -> FormatError {
    var end = start
    while end < bytes.count, isNumberByte(bytes[end]) { end += 1 }
    if end == bytes.count, end > start {
      return FormatError(.truncated, "The text ends within a number.", offset: start)
    }
    return expected("a number", bytes)
  }

  private func isNumberByte(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "+") || byte | 0x20 == UInt8(ascii: "e")
  }

  /// Passes the word `true`, `false` or `null`, which must come next.
  @inline(never)
  mutating func expectWord(_ bytes: Span<UInt8>, _ word: String) throws(FormatError) {
    _ = peek(bytes)
    let letters = word.utf8.span
    var end = offset
    for index in letters.indices {
      guard end < bytes.count else {
        throw FormatError(.truncated, "The text ends within a word.", offset: offset)
      }
      guard bytes[end] == letters[index] else { throw expected("a value", bytes) }
      end += 1
    }
    offset = end
  }

  mutating func takeNull(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    guard peek(bytes) == UInt8(ascii: "n") else { return false }
    try expectWord(bytes, "null")
    return true
  }

  mutating func readBoolean(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    switch peek(bytes) {
    case UInt8(ascii: "t"):
      try expectWord(bytes, "true")
      return true
    case UInt8(ascii: "f"):
      try expectWord(bytes, "false")
      return false
    default: throw expected("true or false", bytes)
    }
  }

  // MARK: Objects and arrays

  /// Begins an object; false when it is empty, and then passed.
  @inline(never)
  mutating func beginObject(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    try expect(bytes, JSONByte.openBrace, "an object")
    return !take(bytes, JSONByte.closeBrace)
  }

  /// Whether another member follows; false at the end of the object, which is then passed.
  @inline(never)
  mutating func continueObject(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    if take(bytes, JSONByte.comma) { return true }
    try expect(bytes, JSONByte.closeBrace, "a comma or the end of an object")
    return false
  }

  /// Passes the name of a member and the colon.
  @inline(never)
  mutating func readName(_ bytes: Span<UInt8>) throws(FormatError) -> JSONName {
    guard peek(bytes) == JSONByte.quote else { throw expected("the name of a member", bytes) }
    let name = try passString(bytes)
    try expect(bytes, JSONByte.colon, "a colon")
    return name
  }

  /// Begins an array; false when it is empty, and then passed.
  @inline(never)
  mutating func beginArray(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    try expect(bytes, JSONByte.openBracket, "an array")
    return !take(bytes, JSONByte.closeBracket)
  }

  /// Whether another value follows; false at the end of the array, which is then passed.
  @inline(never)
  mutating func continueArray(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    if take(bytes, JSONByte.comma) { return true }
    try expect(bytes, JSONByte.closeBracket, "a comma or the end of an array")
    return false
  }
}

enum JSONByte {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
}

/// Walks through the tokens of a JSON text; every step checks the bounds first.
///
/// The bytes are handed to each step instead of being kept, so that a text that is still arriving can
/// be read where it stands. Where it ends too early the error's code is `truncated`.
struct JSONScanner {
  /// The next byte to read.
  var offset: Int
  /// How many values were whole numbers beyond 64 bits, which became the doubles nearest to them.
  var roundedCount = 0

  /// The byte at which the next token begins; nil at the end.
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

  /// Passes a byte if it is the next token.
  @inline(never)
  mutating func take(_ bytes: Span<UInt8>, _ byte: UInt8) -> Bool {
    guard peek(bytes) == byte else { return false }
    offset += 1
    return true
  }

  /// Passes a byte, which must be the next token.
  @inline(never)
  mutating func expect(
    _ bytes: Span<UInt8>,
    _ byte: UInt8,
    _ what: String
  ) throws(FormatError) {
    guard take(bytes, byte) else { throw expected(what, bytes) }
  }

  /// ``take(_:_:)`` for loops over many positions, where no space comes first as a rule.
  @inline(__always)
  mutating func takeInPlace(_ bytes: Span<UInt8>, _ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] > 0x20 else { return take(bytes, byte) }
    guard bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  /// Says that something else was expected than what stands here.
  func expected(_ what: String, _ bytes: Span<UInt8>) -> FormatError {
    guard offset < bytes.count else {
      return FormatError(.truncated, "The text ends where \(what) is expected.", offset: offset)
    }
    let byte = bytes[offset]
    let found =
      byte > 0x20 && byte < 0x7F ? "'\(Unicode.Scalar(byte))'" : "the byte \(byte)"
    return FormatError(.syntax, "\(what) is expected, not \(found).", offset: offset)
  }

  // MARK: Values

  /// Passes a number.
  @inline(never)
  mutating func readNumber(_ bytes: Span<UInt8>) throws(FormatError) -> Double {
    if offset < bytes.count, bytes[offset] <= 0x20 { _ = peek(bytes) }
    let start = offset
    guard let number = DecimalNumber.read(bytes, &offset) else {
      throw badNumber(bytes, from: offset)
    }
    guard number.isFinite else {
      // Digits without end are no great number yet: an exponent may follow.
      if offset == bytes.count { throw badNumber(bytes, from: start) }
      throw FormatError(.syntax, "The number is beyond the range of a double.", offset: start)
    }
    return number
  }

  /// Why no number could be read here: the text may end within one.
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

  /// Passes `true`, `false` or `null`, which must come next.
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

  /// Passes `null` if it is next.
  mutating func takeNull(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    guard peek(bytes) == UInt8(ascii: "n") else { return false }
    try expectWord(bytes, "null")
    return true
  }

  /// Passes `true` or `false`.
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

  /// Begins an object; false when it has no members and is passed.
  @inline(never)
  mutating func beginObject(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    try expect(bytes, JSONByte.openBrace, "an object")
    return !take(bytes, JSONByte.closeBrace)
  }

  /// Whether another member follows; false at the end of the object, which is passed.
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

  /// Begins an array; false when it is empty and passed.
  @inline(never)
  mutating func beginArray(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    try expect(bytes, JSONByte.openBracket, "an array")
    return !take(bytes, JSONByte.closeBracket)
  }

  /// Whether another value follows; false at the end of the array, which is passed.
  @inline(never)
  mutating func continueArray(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    if take(bytes, JSONByte.comma) { return true }
    try expect(bytes, JSONByte.closeBracket, "a comma or the end of an array")
    return false
  }
}

/// The bytes that have a meaning in JSON.
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

/// Reads the tokens of a JSON text (RFC 8259); every step checks the bounds first.
///
/// The bytes are passed to each step instead of being stored, so a text that is still arriving is read in place. The
/// error at its end has the code `truncated`.
///
/// All readers of JSON take their tokens from here. A step leaves ``offset`` behind its token, so the range of a value
/// runs from the offset after ``peek(_:)`` to the offset after its last step. ``JSONPlace`` finds the line and the
/// path of an error's offset.
package struct JSONScanner {
  package var offset: Int
  /// The number of values that were whole numbers beyond 64 bits and became the nearest doubles.
  var roundedCount = 0
  /// Whether ``passValue(_:depth:)`` passes all of JSON and nothing else.
  ///
  /// Otherwise it does not check escapes, and refuses numbers beyond all doubles and values that no feature needs.
  let isStrict: Bool

  package init(offset: Int, isStrict: Bool = false) {
    self.offset = offset
    self.isStrict = isStrict
  }

  /// The first byte of the next token; nil at the end.
  @inline(never) package mutating func peek(_ bytes: Span<UInt8>) -> UInt8? {
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte > 0x20 || !JSONByte.isBlank(byte) { return byte }
      offset += 1
    }
    return nil
  }

  /// Passes a byte if it is next.
  @inline(never) package mutating func take(_ bytes: Span<UInt8>, _ byte: UInt8) -> Bool {
    guard peek(bytes) == byte else { return false }
    offset += 1
    return true
  }

  /// Passes a byte that must be next; `what` names it in the error.
  @inline(never) package mutating func expect(
    _ bytes: Span<UInt8>,
    _ byte: UInt8,
    _ what: String
  ) throws(FormatError) {
    guard take(bytes, byte) else { throw expected(what, bytes) }
  }

  /// ``peek(_:)`` where usually no space comes first.
  @inline(__always) private mutating func peekInPlace(_ bytes: Span<UInt8>) -> UInt8? {
    guard offset < bytes.count, bytes[offset] > 0x20 else { return peek(bytes) }
    return bytes[offset]
  }

  /// ``take(_:_:)`` where usually no space comes first.
  @inline(__always) mutating func takeInPlace(_ bytes: Span<UInt8>, _ byte: UInt8) -> Bool {
    guard peekInPlace(bytes) == byte else { return false }
    offset += 1
    return true
  }

  /// The error for another token than the expected one.
  package func expected(_ what: String, _ bytes: Span<UInt8>) -> FormatError {
    guard offset < bytes.count else {
      return FormatError(.truncated, "The text ends where \(what) is expected.", offset: offset)
    }
    let byte = bytes[offset]
    let found = byte > 0x20 && byte < 0x7F ? "'\(Unicode.Scalar(byte))'" : "the byte \(byte)"
    return FormatError(.syntax, "There must be \(what) here, not \(found).", offset: offset)
  }

  // MARK: Values

  /// Reads a number in the range of doubles, or infinity beyond it with `mayOverflow`.
  @inline(never) package mutating func readNumber(
    _ bytes: Span<UInt8>,
    mayOverflow: Bool = false
  ) throws(FormatError) -> Double {
    _ = peekInPlace(bytes)
    let start = offset
    guard let number = DecimalNumber.read(bytes, &offset) else {
      throw badNumber(bytes, from: offset)
    }
    guard number.isFinite || mayOverflow else {
      // A long run of digits at the end is not yet out of range: an exponent may follow.
      if offset == bytes.count { throw badNumber(bytes, from: start) }
      throw FormatError(.syntax, "The number is beyond the range of a double.", offset: start)
    }
    return number
  }

  /// The error for a number that cannot be read; `truncated` when the text may end within it.
  private func badNumber(_ bytes: Span<UInt8>, from start: Int) -> FormatError {
    var scanner = self
    scanner.offset = start
    if !scanner.passNumberBytes(bytes).isEmpty, scanner.offset == bytes.count {
      return FormatError(.truncated, "The text ends within a number.", offset: start)
    }
    return expected("a number", bytes)
  }

  /// Passes all bytes that a number may consist of; returns their range.
  package mutating func passNumberBytes(_ bytes: Span<UInt8>) -> Range<Int> {
    let start = offset
    while offset < bytes.count {
      let byte = bytes[offset]
      guard
        byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
          || byte == UInt8(ascii: "+") || byte | 0x20 == UInt8(ascii: "e")
      else { break }
      offset += 1
    }
    return start..<offset
  }

  /// Passes a word, such as `null`, which must come next.
  @inline(never)
  package mutating func expectWord(_ bytes: Span<UInt8>, _ word: String) throws(FormatError) {
    _ = peekInPlace(bytes)
    let letters = word.utf8.span
    var end = offset
    for index in letters.indices {
      guard end < bytes.count else {
        throw FormatError(.truncated, "The text ends within a word.", offset: offset)
      }
      guard bytes[end] == letters[index] else { throw expected("'\(word)'", bytes) }
      end += 1
    }
    offset = end
  }

  package mutating func takeNull(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    guard peekInPlace(bytes) == UInt8(ascii: "n") else { return false }
    try expectWord(bytes, "null")
    return true
  }

  package mutating func readBoolean(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    switch peekInPlace(bytes) {
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
  package mutating func beginObject(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    try expect(bytes, JSONByte.openBrace, "an object")
    return !take(bytes, JSONByte.closeBrace)
  }

  /// Whether another member follows; false at the end of the object, which is then passed.
  @inline(never)
  package mutating func continueObject(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    if take(bytes, JSONByte.comma) { return true }
    try expect(bytes, JSONByte.closeBrace, "a comma or the end of an object")
    return false
  }

  /// Passes the name of a member and the colon.
  @inline(never)
  package mutating func readName(_ bytes: Span<UInt8>) throws(FormatError) -> JSONName {
    guard peek(bytes) == JSONByte.quote else { throw expected("a name in double quotes", bytes) }
    let name = try passString(bytes)
    try expect(bytes, JSONByte.colon, "a colon")
    return name
  }

  /// Begins an array; false when it is empty, and then passed.
  @inline(never)
  package mutating func beginArray(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    try expect(bytes, JSONByte.openBracket, "an array")
    return !take(bytes, JSONByte.closeBracket)
  }

  /// Whether another value follows; false at the end of the array, which is then passed.
  @inline(never)
  package mutating func continueArray(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    if take(bytes, JSONByte.comma) { return true }
    try expect(bytes, JSONByte.closeBracket, "a comma or the end of an array")
    return false
  }

  // MARK: Any value

  /// Passes a value of any kind; returns its range.
  @discardableResult package mutating func passValue(
    _ bytes: Span<UInt8>,
    depth: Int = 0
  ) throws(FormatError) -> Range<Int> {
    let limit = isStrict ? 200 : 2 * maximumNestingDepth + 8
    guard depth < limit else {
      throw FormatError(
        .nestedTooDeep,
        "The nesting has \(limit) levels or more.",
        offset: offset
      )
    }
    let first = peek(bytes)
    let start = offset
    switch first {
    case JSONByte.quote: _ = try passString(bytes)
    case JSONByte.openBrace:
      var goesOn = try beginObject(bytes)
      while goesOn {
        _ = try readName(bytes)
        try passValue(bytes, depth: depth + 1)
        goesOn = try continueObject(bytes)
      }
    case JSONByte.openBracket:
      var goesOn = try beginArray(bytes)
      while goesOn {
        try passValue(bytes, depth: depth + 1)
        goesOn = try continueArray(bytes)
      }
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try readBoolean(bytes)
    case UInt8(ascii: "n"): try expectWord(bytes, "null")
    default: _ = try readNumber(bytes, mayOverflow: isStrict)
    }
    return start..<offset
  }
}

package enum JSONByte {
  package static let quote = UInt8(ascii: "\"")
  package static let backslash = UInt8(ascii: "\\")
  package static let openBrace = UInt8(ascii: "{")
  package static let closeBrace = UInt8(ascii: "}")
  package static let openBracket = UInt8(ascii: "[")
  package static let closeBracket = UInt8(ascii: "]")
  package static let comma = UInt8(ascii: ",")
  package static let colon = UInt8(ascii: ":")

  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}

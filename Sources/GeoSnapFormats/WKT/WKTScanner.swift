/// Splits well-known text into words, numbers and punctuation.
struct WKTScanner {
  // Invariant: `offset` is at a byte that is not a space, or at the end.

  let bytes: [UInt8]
  /// The UTF-8 offset of the next token.
  private(set) var offset = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    skipSpaces()
  }

  var isAtEnd: Bool { offset == bytes.count }

  func nextIs(_ character: Unicode.Scalar) -> Bool {
    offset < bytes.count && UInt32(bytes[offset]) == character.value
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard nextIs(character) else { return false }
    advance(to: offset + 1)
    return true
  }

  /// Skips the character, which must be next; the error also names `other`.
  @inline(never)
  mutating func expect(
    _ character: Unicode.Scalar,
    or other: Unicode.Scalar? = nil
  ) throws(FormatError) {
    guard skip(character) else {
      throw FormatError(
        isAtEnd ? .truncated : .syntax,
        "\(other.map { "'\($0)' or " } ?? "")'\(character)' is missing.",
        offset: offset
      )
    }
  }

  /// Whether the next token is a number, or a word such as `nan`.
  var nextIsNumber: Bool { offset < bytes.count && isNumberByte(bytes[offset]) }

  /// Whether the next word, in any case, equals `word`, which is in capitals.
  @inline(never)
  func nextIsWord(_ word: String) -> Bool { String(uppercased: bytes[offset..<wordEnd]) == word }

  mutating func skipWord(_ word: String) -> Bool {
    guard nextIsWord(word) else { return false }
    advance(to: wordEnd)
    return true
  }

  /// The next word in capitals; empty when another token is next.
  mutating func readWord() -> String {
    defer { advance(to: wordEnd) }
    return String(uppercased: bytes[offset..<wordEnd])
  }

  /// Reads a decimal number, `nan`, `inf` or `infinity`.
  mutating func readNumber() throws(FormatError) -> Double {
    var fastEnd = offset
    if let number = DecimalNumber.read(bytes.span, &fastEnd), number.isFinite,
      fastEnd == bytes.count || !isNumberByte(bytes[fastEnd])
    {
      advance(to: fastEnd)
      return number
    }
    let end = numberEnd
    let text = String(decoding: bytes[offset..<end], as: UTF8.self)
    // The byte filter keeps out hexadecimal numbers and payloads of NaN, which Double would read.
    guard end > offset, let number = Double(text) else {
      throw FormatError(isAtEnd ? .truncated : .syntax, "A number is missing.", offset: offset)
    }
    guard number.isFinite || text.utf8.allSatisfy({ !isDigit($0) }) else {
      throw FormatError(.syntax, "\(text) is beyond the range of a double.", offset: offset)
    }
    advance(to: end)
    return number
  }

  mutating func readSRID() throws(FormatError) -> SRID {
    let end = numberEnd
    guard let number = wholeNumber(String(decoding: bytes[offset..<end], as: UTF8.self)),
      let srid = SRID(exactly: number)
    else {
      throw FormatError(
        isAtEnd ? .truncated : .syntax,
        "An SRID must be a whole number of 32 bits.",
        offset: offset
      )
    }
    advance(to: end)
    return srid
  }

  private var numberEnd: Int {
    bytes[offset...].firstIndex { !isNumberByte($0) } ?? bytes.count
  }

  private var wordEnd: Int {
    bytes[offset...].firstIndex { !isLetter($0) } ?? bytes.count
  }

  private mutating func advance(to end: Int) {
    offset = end
    skipSpaces()
  }

  private mutating func skipSpaces() {
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return }
      offset += 1
    }
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

private func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

/// Whether a byte is a digit, sign, point, or a letter of exponents, `nan` and `infinity`, but not hexadecimal's x.
private func isNumberByte(_ byte: UInt8) -> Bool {
  isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
    || (isLetter(byte) && byte | 0x20 != 0x78)
}

extension String {
  fileprivate init(uppercased letters: ArraySlice<UInt8>) {
    self.init(decoding: letters.map { $0 & ~0x20 }, as: UTF8.self)
  }
}

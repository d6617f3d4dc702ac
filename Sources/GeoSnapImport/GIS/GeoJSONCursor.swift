internal import GeoSnap

/// Reads the bytes of a valid GeoJSON feature.
///
/// It supports the forms that nearly all files use. At any other form it stops without a message; the caller then
/// reads the file with ``GeoJSONTable``, which reports errors.
struct GeoJSONCursor {
  /// The reason why the cursor stopped.
  enum Stop: Error {
    /// The bytes end within a value.
    case end
    /// An unsupported form or an error.
    case doubt
  }

  let bytes: [UInt8]
  private var scanner: JSONScanner
  /// Whether a geometry lost its heights, since only some positions have one.
  var losesHeights = false

  var offset: Int { scanner.offset }

  init(_ bytes: [UInt8], at offset: Int) {
    self.bytes = bytes
    scanner = JSONScanner(offset: offset)
  }

  // MARK: Bytes; these functions are called for every entry of files that may have gigabytes

  /// The next byte that is not white space.
  @inline(__always)
  mutating func peek() throws(Stop) -> UInt8 {
    while scanner.offset < bytes.count {
      let byte = bytes[scanner.offset]
      if byte > 0x20 { return byte }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { throw .doubt }
      scanner.offset += 1
    }
    throw .end
  }

  /// Passes a byte that must be next.
  @inline(__always)
  mutating func pass(_ byte: UInt8) throws(Stop) {
    guard try peek() == byte else { throw .doubt }
    scanner.offset += 1
  }

  /// Passes the comma before another entry, or the end of the list; returns whether an entry follows.
  @inline(__always)
  mutating func next(before end: UInt8, isFirst: Bool) throws(Stop) -> Bool {
    let byte = try peek()
    if byte == end {
      scanner.offset += 1
      return false
    }
    if isFirst { return true }
    guard byte == UInt8(ascii: ",") else { throw .doubt }
    scanner.offset += 1
    return true
  }

  // MARK: Values

  /// Lets the scanner take a step; after an error, the cursor stops.
  @inline(__always)
  private mutating func step<Result>(
    _ body: (inout JSONScanner, Span<UInt8>) throws(FormatError) -> Result
  ) throws(Stop) -> Result {
    var scanner = scanner
    do throws(FormatError) {
      let result = try body(&scanner, bytes.span)
      self.scanner = scanner
      return result
    } catch {
      throw error.code == .truncated ? .end : .doubt
    }
  }

  /// Passes a text.
  @inline(__always)
  mutating func text() throws(Stop) -> JSONName {
    try step { (scanner, bytes) throws(FormatError) in try scanner.passString(bytes) }
  }

  /// Passes a text without escapes.
  mutating func plainText() throws(Stop) -> JSONName {
    let text = try text()
    if text.hasEscapes { throw .doubt }
    return text
  }

  /// Passes any value without checking its content, which the full parser does; returns its range.
  mutating func value() throws(Stop) -> Range<Int> {
    _ = try peek()
    let start = offset
    var depth = 0
    repeat {
      switch try peek() {
      case JSONByte.quote: _ = try text()
      case JSONByte.openBrace, JSONByte.openBracket:
        depth += 1
        // The full parser limits the depth and reports an error.
        if depth > 100 { throw .doubt }
        scanner.offset += 1
      case JSONByte.closeBrace, JSONByte.closeBracket:
        depth -= 1
        scanner.offset += 1
      case JSONByte.comma, JSONByte.colon: scanner.offset += 1
      default:
        while offset < bytes.count, !Self.ends(bytes[offset]) { scanner.offset += 1 }
        if offset == bytes.count { throw .end }
      }
      if depth < 0 || offset == start { throw .doubt }
    } while depth > 0
    return start..<offset
  }

  /// Whether a byte ends a number or a word.
  private static func ends(_ byte: UInt8) -> Bool {
    byte <= 0x20 || ",:]}[{\"".utf8.contains(byte)
  }

  /// Reads `true`, `false` or `null`, which gives nil.
  mutating func word() throws(Stop) -> Bool? {
    let isNull = try peek() == UInt8(ascii: "n")
    return try step { (scanner, bytes) throws(FormatError) in
      if !isNull { return try scanner.readBoolean(bytes) }
      try scanner.expectWord(bytes, "null")
      return nil
    }
  }

  mutating func number() throws(Stop) -> Double {
    _ = try peek()
    var end = offset
    // A number at the end of the available bytes may be longer.
    guard let number = DecimalNumber.read(bytes.span, &end), end < bytes.count else {
      _ = try step { (scanner, bytes) throws(FormatError) in try scanner.readNumber(bytes) }
      throw .end
    }
    scanner.offset = end
    return number
  }

  /// The characters of a text; nil when it is not valid.
  func string(_ text: JSONName) -> String? {
    try? JSONScanner.text(text, in: bytes.span, replacingHalves: true)
  }

  /// Whether a text equals a word.
  func isWord(_ text: JSONName, _ word: String) -> Bool { text.matches(word, in: bytes.span) }

  /// Whether a range of the bytes equals other bytes.
  func areBytes(_ range: Range<Int>, _ others: [UInt8]) -> Bool {
    guard range.count == others.count else { return false }
    for position in others.indices
    where bytes[range.lowerBound + position] != others[position] { return false }
    return true
  }
}

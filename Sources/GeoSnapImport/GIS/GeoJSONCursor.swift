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

  private let bytes: [UInt8]
  private(set) var offset: Int
  /// Whether a geometry lost its heights, since only some positions have one.
  var losesHeights = false

  init(_ bytes: [UInt8], at offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  // MARK: Bytes; these functions are called for every entry of files that may have gigabytes

  /// The next byte that is not white space.
  @inline(__always)
  mutating func peek() throws(Stop) -> UInt8 {
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte > 0x20 { return byte }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { throw .doubt }
      offset += 1
    }
    throw .end
  }

  /// Passes a byte that must be next.
  @inline(__always)
  mutating func pass(_ byte: UInt8) throws(Stop) {
    guard try peek() == byte else { throw .doubt }
    offset += 1
  }

  /// Passes the comma before another entry, or the end of the list; returns whether an entry follows.
  @inline(__always)
  mutating func next(before end: UInt8, isFirst: Bool) throws(Stop) -> Bool {
    let byte = try peek()
    if byte == end {
      offset += 1
      return false
    }
    if isFirst { return true }
    guard byte == UInt8(ascii: ",") else { throw .doubt }
    offset += 1
    return true
  }

  private mutating func pass(word: String) throws(Stop) {
    for byte in word.utf8 {
      guard offset < bytes.count else { throw .end }
      guard bytes[offset] == byte else { throw .doubt }
      offset += 1
    }
  }

  // MARK: Values

  /// Passes a text; returns the range between its quotes and whether it has escapes.
  mutating func text() throws(Stop) -> (range: Range<Int>, hasEscapes: Bool) {
    try pass(UInt8(ascii: "\""))
    let start = offset
    var hasEscapes = false
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        offset += 1
        return (start..<offset - 1, hasEscapes)
      }
      if byte < 0x20 { throw .doubt }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        offset += 1
      }
      offset += 1
    }
    throw .end
  }

  /// Passes a text without escapes; returns the range between its quotes.
  mutating func plainText() throws(Stop) -> Range<Int> {
    let text = try text()
    if text.hasEscapes { throw .doubt }
    return text.range
  }

  /// Passes any text; returns its range including the quotes.
  private mutating func quoted() throws(Stop) -> Range<Int> {
    let start = offset
    try pass(UInt8(ascii: "\""))
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        return start..<offset
      case UInt8(ascii: "\\"): offset += 2
      default: offset += 1
      }
    }
    throw .end
  }

  /// Passes any value without checking its content; returns its range.
  mutating func value() throws(Stop) -> Range<Int> {
    _ = try peek()
    let start = offset
    var depth = 0
    repeat {
      switch try peek() {
      case UInt8(ascii: "\""): _ = try quoted()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        // The full parser limits the depth and reports an error.
        if depth > 100 { throw .doubt }
        offset += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        offset += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): offset += 1
      default:
        while offset < bytes.count, !Self.ends(bytes[offset]) { offset += 1 }
        if offset == bytes.count { throw .end }
      }
      if depth < 0 || offset == start { throw .doubt }
    } while depth > 0
    return start..<offset
  }

  /// Whether a byte ends a number or a word.
  private static func ends(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"),
      UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""):
      true
    default: false
    }
  }

  func copied(_ range: Range<Int>) -> [UInt8] { range.map { bytes[$0] } }

  func withBytes<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
    body(bytes.span.extracting(range))
  }

  /// A range of the bytes as text; nil when it is not valid UTF-8.
  func string(_ range: Range<Int>) -> String? {
    withBytes(range) { bytes in
      guard let text = try? UTF8Span(validating: bytes) else { return nil }
      return String(copying: text)
    }
  }

  /// Whether a range of the bytes equals a word.
  func isWord(_ range: Range<Int>, _ word: String) -> Bool {
    guard range.count == word.utf8.count else { return false }
    for (position, byte) in zip(range, word.utf8) where bytes[position] != byte { return false }
    return true
  }

  /// Whether a range of the bytes equals other bytes.
  func areBytes(_ range: Range<Int>, _ others: [UInt8]) -> Bool {
    guard range.count == others.count else { return false }
    for position in others.indices
    where bytes[range.lowerBound + position] != others[position] { return false }
    return true
  }

  func contains(_ byte: UInt8, in range: Range<Int>) -> Bool {
    range.contains { bytes[$0] == byte }
  }

  /// Reads `true`, `false` or `null`, which gives nil.
  mutating func word() throws(Stop) -> Bool? {
    switch try peek() {
    case UInt8(ascii: "t"):
      try pass(word: "true")
      return true
    case UInt8(ascii: "f"):
      try pass(word: "false")
      return false
    default:
      try pass(word: "null")
      return nil
    }
  }

  mutating func number() throws(Stop) -> Double {
    _ = try peek()
    var end = offset
    guard let number = DecimalNumber.read(bytes.span, &end) else {
      // The available bytes may cut the number off, for example after its decimal point.
      while offset < bytes.count, !Self.ends(bytes[offset]) { offset += 1 }
      throw offset < bytes.count ? .doubt : .end
    }
    offset = end
    // A number at the end of the available bytes may be longer.
    guard offset < bytes.count else { throw .end }
    guard Self.ends(bytes[offset]) else { throw .doubt }
    return number
  }
}

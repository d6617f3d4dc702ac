/// An error in JSON, and its place.
package struct JSONProblem: Error {
  let offset: Int
  /// The path of the member or element, such as `geometry.coordinates[3]`; empty for the whole.
  var path = ""
  /// A sentence without its full stop.
  let message: String

  /// The same problem with its path and offset relative to an enclosing value.
  func within(_ path: String, movedBy distance: Int = 0) -> JSONProblem {
    JSONProblem(offset: offset + distance, path: path + self.path, message: message)
  }
}

/// Walks through JSON text (RFC 8259) and returns ranges without copying.
struct JSONCursor {
  private static let deepestNesting = 200

  let bytes: [UInt8]
  private(set) var offset: Int
  let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The next byte that is not white space; nil at the end.
  mutating func peek() -> UInt8? {
    while offset < end {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return bytes[offset]
      }
    }
    return nil
  }

  /// Skips a byte that must come next.
  mutating func expect(_ byte: UInt8, _ what: String) throws(JSONProblem) {
    guard peek() == byte else { throw problem("\(what) is expected") }
    offset += 1
  }

  /// Skips a byte if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    offset += 1
    return true
  }

  func problem(_ message: String) -> JSONProblem {
    JSONProblem(
      offset: offset,
      message: offset < end ? "\(message), not \(excerpt)" : "\(message), but the text ends"
    )
  }

  private var excerpt: String {
    let byte = bytes[offset]
    if byte == GeoJSONByte.quote { return "a quote" }
    return byte > 0x20 && byte < 0x7F ? "\"\(UnicodeScalar(byte))\"" : "byte \(byte)"
  }

  /// Skips a string and returns its range without quotes.
  mutating func string() throws(JSONProblem) -> Range<Int> {
    try expect(GeoJSONByte.quote, "A string")
    let start = offset
    while offset < end {
      let byte = bytes[offset]
      if byte == GeoJSONByte.quote {
        offset += 1
        return start..<offset - 1
      }
      guard byte >= 0x20 else { throw problem("A character of a string is expected") }
      offset += 1
      if byte == GeoJSONByte.backslash { try escape() }
    }
    throw problem("A closing quote is expected")
  }

  private mutating func escape() throws(JSONProblem) {
    guard offset < end else { throw problem("An escape is expected") }
    switch bytes[offset] {
    case UInt8(ascii: "u"):
      for _ in 0..<4 {
        offset += 1
        guard offset < end, GeoJSONByte.isHexDigit(bytes[offset]) else {
          throw problem("A hexadecimal digit is expected")
        }
      }
      offset += 1
    case GeoJSONByte.quote, GeoJSONByte.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 1
    default: throw problem("An escape is expected")
    }
  }

  /// Skips a number and returns its range.
  mutating func number() throws(JSONProblem) -> Range<Int> {
    _ = peek()
    let start = offset
    _ = takeHere(UInt8(ascii: "-"))
    if !takeHere(UInt8(ascii: "0")) { try digits() }
    if takeHere(UInt8(ascii: ".")) { try digits() }
    if takeHere(UInt8(ascii: "e")) || takeHere(UInt8(ascii: "E")) {
      if !takeHere(UInt8(ascii: "-")) { _ = takeHere(UInt8(ascii: "+")) }
      try digits()
    }
    return start..<offset
  }

  private mutating func takeHere(_ byte: UInt8) -> Bool {
    guard offset < end, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func digits() throws(JSONProblem) {
    let start = offset
    while offset < end, bytes[offset] &- UInt8(ascii: "0") < 10 { offset += 1 }
    guard offset > start else { throw problem("A number is expected") }
  }

  /// Skips a number in the range of doubles.
  mutating func double() throws(JSONProblem) -> (value: Double, range: Range<Int>) {
    let range = try number()
    guard let value = CSVNumber.read(bytes.span, range) else {
      throw JSONProblem(
        offset: range.lowerBound,
        message: "The number is beyond the range of a double"
      )
    }
    return (value, range)
  }

  /// Skips a value of any kind and returns its range.
  mutating func value(depth: Int = 0) throws(JSONProblem) -> Range<Int> {
    guard depth < Self.deepestNesting else {
      throw problem("Fewer than \(Self.deepestNesting) levels of nesting are expected")
    }
    guard let byte = peek() else { throw problem("A value is expected") }
    let start = offset
    switch byte {
    case GeoJSONByte.quote: _ = try string()
    case GeoJSONByte.openBrace:
      try forEachMember { (cursor, _) throws(JSONProblem) in
        _ = try cursor.value(depth: depth + 1)
      }
    case GeoJSONByte.openBracket:
      try forEachElement { (cursor, _) throws(JSONProblem) in
        _ = try cursor.value(depth: depth + 1)
      }
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: _ = try number()
    }
    return start..<offset
  }

  /// Skips a word that must come next.
  mutating func word(_ word: String) throws(JSONProblem) {
    let end = offset + word.utf8.count
    guard end <= self.end, bytes[offset..<end].elementsEqual(word.utf8) else {
      throw problem("A value is expected")
    }
    offset = end
  }

  /// Skips an object; `body` skips the value of each member, and receives the range of its name.
  mutating func forEachMember(
    _ body: (inout JSONCursor, Range<Int>) throws(JSONProblem) -> Void
  ) throws(JSONProblem) {
    try expect(GeoJSONByte.openBrace, "An object")
    if take(GeoJSONByte.closeBrace) { return }
    repeat {
      let name = try string()
      try expect(GeoJSONByte.colon, "A colon")
      try body(&self, name)
    } while take(GeoJSONByte.comma)
    try expect(GeoJSONByte.closeBrace, "A comma or the end of an object")
  }

  /// Skips an array; `body` skips each element, whose index it receives.
  mutating func forEachElement(
    _ body: (inout JSONCursor, Int) throws(JSONProblem) -> Void
  ) throws(JSONProblem) {
    try expect(GeoJSONByte.openBracket, "An array")
    if take(GeoJSONByte.closeBracket) { return }
    var number = 0
    repeat {
      try body(&self, number)
      number += 1
    } while take(GeoJSONByte.comma)
    try expect(GeoJSONByte.closeBracket, "A comma or the end of an array")
  }

  /// Whether the bytes in a range equal a text without escapes.
  func holds(_ text: StaticString, at range: Range<Int>) -> Bool {
    "\(text)".utf8.elementsEqual(bytes[range])
  }
}

enum GeoJSONByte {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")

  static func isHexDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}

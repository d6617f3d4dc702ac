internal import GeoSnap

/// Reads a JSON document; errors name the line and the byte.
///
/// A byte order mark is skipped. Nesting is limited, so that no input exhausts the stack.
package struct JSONParser {
  private let bytes: [UInt8]
  private let path: String
  /// Whether the document is embedded in another one, so that its lines are not those of the file.
  private let isEmbedded: Bool
  private var offset = 0
  private var depth = 0
  /// The offset up to which progress was reported.
  private var noted = 0

  private static let depthLimit = 200

  private init(_ bytes: [UInt8], path: String, isEmbedded: Bool) {
    self.bytes = bytes
    self.path = path
    self.isEmbedded = isEmbedded
    offset = ByteOrderMark.length(bytes)
  }

  /// Reads a document; `path` is its name in errors, and `isEmbedded` says that its lines are not those of the file.
  ///
  /// - Throws: ``ReadingError`` with the place of the error.
  package static func parse(
    _ bytes: [UInt8],
    path: String,
    isEmbedded: Bool = false
  ) throws(ReadingError) -> ParsedJSON {
    if bytes.startsAsUTF16 {
      throw ReadingError(
        path,
        "The text is UTF-16: save it as UTF-8, for example with iconv -f UTF-16 -t UTF-8."
      )
    }
    var parser = JSONParser(bytes, path: path, isEmbedded: isEmbedded)
    let value = try parser.value()
    parser.skipSpace()
    try parser.note()
    guard parser.offset == bytes.count else {
      throw parser.error("Text follows the end of the document.")
    }
    return value
  }

  /// A syntax error.
  private func error(_ message: String) -> ReadingError {
    let (kind, remedy) =
      offset >= bytes.count
      ? ("The document ends too early, at", "It is cut short: write it again.")
      : ("JSON syntax error at", "Correct it there, or write the file again.")
    let place = JSONPlace(of: offset, in: bytes, named: path)
    return error(place, path, "\(kind) \(words(place)): \(message) \(remedy)")
  }

  /// An error about valid JSON that is not supported.
  private func refusal(at offset: Int, _ message: String) -> ReadingError {
    let place = JSONPlace(of: offset, in: bytes, named: path)
    return error(place, place.path, "At \(words(place)): \(message)")
  }

  private func error(_ place: JSONPlace, _ path: String, _ message: String) -> ReadingError {
    ReadingError(path, line: isEmbedded ? nil : place.line, message)
  }

  private func words(_ place: JSONPlace) -> String {
    isEmbedded ? "byte \(place.byte) of this text" : "line \(place.line), byte \(place.byte)"
  }

  private mutating func skipSpace() {
    while offset < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[offset]) { offset += 1 }
  }

  private mutating func value() throws(ReadingError) -> ParsedJSON {
    skipSpace()
    guard offset < bytes.count else { throw error("A value is missing.") }
    if offset - noted >= 1 << 16 { try note() }
    switch bytes[offset] {
    case UInt8(ascii: "{"):
      try enter()
      defer { depth -= 1 }
      return try object()
    case UInt8(ascii: "["):
      try enter()
      defer { depth -= 1 }
      return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "N"): return try word("NaN", .number(.nan))
    case UInt8(ascii: "I"): return try word("Infinity", .number(.infinity))
    default: return try number()
    }
  }

  private mutating func note() throws(ReadingError) {
    ImportMonitor.note(bytes: offset - noted)
    noted = offset
    if ImportMonitor.isGivenUp { throw ReadingError.cancelled }
  }

  private mutating func enter() throws(ReadingError) {
    depth += 1
    guard depth <= JSONParser.depthLimit else {
      throw refusal(
        at: offset,
        "Values are nested more than \(JSONParser.depthLimit) levels deep, which no file of this format needs: "
          + "check that it is the right file."
      )
    }
    offset += 1
  }

  private mutating func accept(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func word(_ text: StaticString, _ value: ParsedJSON) throws(ReadingError)
    -> ParsedJSON
  {
    for byte in text.description.utf8 where !accept(byte) {
      throw error("'\(text)' was expected.")
    }
    return value
  }

  private mutating func array() throws(ReadingError) -> ParsedJSON {
    var values: [ParsedJSON] = []
    skipSpace()
    if accept(UInt8(ascii: "]")) { return .array(values) }
    while true {
      values.append(try value())
      skipSpace()
      if accept(UInt8(ascii: "]")) { return .array(values) }
      guard accept(UInt8(ascii: ",")) else { throw error("',' or ']' was expected.") }
    }
  }

  private mutating func object() throws(ReadingError) -> ParsedJSON {
    var members: [String: ParsedJSON] = [:]
    skipSpace()
    if accept(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipSpace()
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
        throw error("A name in quotes was expected.")
      }
      let start = offset
      let name = try string()
      skipSpace()
      guard accept(UInt8(ascii: ":")) else { throw error("':' was expected.") }
      guard members.updateValue(try value(), forKey: name) == nil else {
        throw refusal(
          at: start,
          "The name '\(name.prefix(40))' appears twice in one object: keep one of the two."
        )
      }
      skipSpace()
      if accept(UInt8(ascii: "}")) { return .object(members) }
      guard accept(UInt8(ascii: ",")) else { throw error("',' or '}' was expected.") }
    }
  }

  private mutating func number() throws(ReadingError) -> ParsedJSON {
    let start = offset
    if accept(UInt8(ascii: "-")), offset < bytes.count, bytes[offset] == UInt8(ascii: "I") {
      return try word("Infinity", .number(-.infinity))
    }
    while offset < bytes.count, JSONParser.isNumeric(bytes[offset]) { offset += 1 }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard offset > start, let value = Double(text) else { throw error("A value was expected.") }
    // Below 2^53 every whole number is exact as a double.
    guard value.magnitude >= 0x1p53 else { return .number(value) }
    if case .real = JSONNumber(bytes.span, start..<offset) { return .number(value) }
    return .digits(text)
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func string() throws(ReadingError) -> String {
    offset += 1
    var text: [UInt8] = []
    var runStart = offset
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        text.append(contentsOf: bytes[runStart..<offset])
        guard let string = String(validating: text, as: UTF8.self) else {
          throw error("The text that ends here is not valid UTF-8.")
        }
        offset += 1
        return string
      case UInt8(ascii: "\\"):
        text.append(contentsOf: bytes[runStart..<offset])
        offset += 1
        text.append(contentsOf: Array(String(try escaped()).utf8))
        runStart = offset
      case 0..<0x20: throw error("A text contains a control character.")
      default: offset += 1
      }
    }
    throw error("A text has no closing quote.")
  }

  private mutating func escaped() throws(ReadingError) -> Unicode.Scalar {
    guard offset < bytes.count else { throw error("An escape is cut short.") }
    let byte = bytes[offset]
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw error("'\\\(Unicode.Scalar(byte))' is not an escape.")
    }
  }

  /// Reads the characters after `\u`, including a surrogate pair; a lone surrogate gives U+FFFD.
  private mutating func unicodeEscape() throws(ReadingError) -> Unicode.Scalar {
    let first = try hexadecimal()
    if (0xD800..<0xDC00).contains(first), offset + 1 < bytes.count,
      bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u")
    {
      offset += 2
      let second = try hexadecimal()
      if (0xDC00..<0xE000).contains(second) {
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
      }
    }
    return Unicode.Scalar(first) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(ReadingError) -> UInt32 {
    guard offset + 4 <= bytes.count,
      let value = UInt32(String(decoding: bytes[offset..<offset + 4], as: UTF8.self), radix: 16)
    else { throw error("'\\u' needs four hexadecimal digits.") }
    offset += 4
    return value
  }
}

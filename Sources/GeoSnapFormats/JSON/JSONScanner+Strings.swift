/// The range of a string in a JSON text, without its quotes.
package struct JSONName {
  package let range: Range<Int>
  package let hasEscapes: Bool

  @inline(never) package func matches(_ text: String, in bytes: Span<UInt8>) -> Bool {
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

  /// Throws an error if its object already has a member of this name.
  @inline(never)
  package func refuseTwice(_ isThere: Bool, in bytes: Span<UInt8>) throws(FormatError) {
    guard isThere else { return }
    let text = (try? JSONScanner.text(self, in: bytes)) ?? ""
    throw FormatError(
      .duplicateMember,
      "The member \"\(text)\" appears twice in an object.",
      offset: range.lowerBound
    )
  }
}

extension JSONScanner {
  package mutating func passString(_ bytes: Span<UInt8>) throws(FormatError) -> JSONName {
    guard takeInPlace(bytes, JSONByte.quote) else { throw expected("a string", bytes) }
    let start = offset
    var hasEscapes = false
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == JSONByte.quote {
        offset = index
        return JSONName(range: start..<index - 1, hasEscapes: hasEscapes)
      }
      if byte == JSONByte.backslash {
        hasEscapes = true
        if isStrict {
          _ = try JSONScanner.readEscape(bytes, &index, bytes.count)
        } else {
          index += 1
        }
      } else if byte < 0x20 {
        offset = index
        throw FormatError(
          .syntax,
          "A string contains the control character \(byte); it must be written as an escape.",
          offset: index - 1
        )
      }
    }
    offset = bytes.count
    throw FormatError(.truncated, "The text ends within a string.", offset: start - 1)
  }

  package mutating func readString(_ bytes: Span<UInt8>) throws(FormatError) -> String {
    try JSONScanner.text(try passString(bytes), in: bytes)
  }

  /// The text of a string; half of a surrogate pair is an error, or U+FFFD if it is replaced.
  package static func text(
    _ name: JSONName,
    in bytes: Span<UInt8>,
    replacingHalves: Bool = false
  ) throws(FormatError) -> String {
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
      guard byte == JSONByte.backslash else {
        characters.append(byte)
        continue
      }
      let start = index - 1
      let read = try readEscape(bytes, &index, name.range.upperBound)
      guard let scalar = read ?? (replacingHalves ? "\u{FFFD}" : nil) else {
        throw FormatError(.syntax, "An escape is half of a surrogate pair.", offset: start)
      }
      characters.append(text: String(scalar))
    }
    guard let text = String(validating: characters.span) else {
      throw notUnicode(name.range.lowerBound)
    }
    return text
  }

  private static func notUnicode(_ offset: Int) -> FormatError {
    FormatError(.syntax, "A string is not UTF-8.", offset: offset)
  }

  /// Reads the character after a backslash; nil for half of a surrogate pair.
  private static func readEscape(
    _ bytes: Span<UInt8>,
    _ index: inout Int,
    _ end: Int
  ) throws(FormatError) -> Unicode.Scalar? {
    let start = index - 1
    let letter = index < end ? bytes[index] : 0
    index += 1
    switch letter {
    case JSONByte.quote, JSONByte.backslash, UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let code = try readHex(bytes, &index, end, start)
      // A character beyond 16 bits is written as two surrogates.
      if code & 0xFC00 == 0xD800, index + 1 < end, bytes[index] == JSONByte.backslash,
        bytes[index + 1] == UInt8(ascii: "u")
      {
        index += 2
        let low = try readHex(bytes, &index, end, start)
        if low & 0xFC00 == 0xDC00 {
          return Unicode.Scalar(0x10000 + (code & 0x3FF) << 10 + low & 0x3FF)
        }
      }
      return Unicode.Scalar(code)
    default: throw FormatError(.syntax, "JSON does not have this escape.", offset: start)
    }
  }

  @inline(never) private static func readHex(
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
  package init?(validating bytes: Span<UInt8>) {
    guard let text = try? UTF8Span(validating: bytes) else { return nil }
    self.init(copying: text)
  }
}

/// The line of a byte in a JSON text, and the path of the value around it.
package struct JSONPlace {
  /// From 1.
  package let line: Int
  /// The path of the innermost object or array around the byte, such as `$.rules[3]`.
  package let path: String

  /// The greatest number of steps in the path of a deeply nested value.
  private static let stepLimit = 20

  private enum Step {
    case object(member: String)
    case array(index: Int)

    var text: String {
      switch self {
      case .object(let member): member.isEmpty ? "" : ".\(member)"
      case .array(let index): "[\(index)]"
      }
    }
  }

  /// Finds the place of the byte at an offset; `root` is the path of the text.
  package init(of offset: Int, in text: Span<UInt8>, named root: String) {
    let bytes = text.extracting(first: min(offset, text.count))
    var steps: [Step] = []
    var name: JSONName?
    var scanner = JSONScanner(offset: 0)
    while let byte = scanner.peek(bytes) {
      if byte == JSONByte.quote {
        name = try? scanner.passString(bytes)
        continue
      }
      scanner.offset += 1
      switch (byte, steps.last) {
      case (JSONByte.openBrace, _): steps.append(.object(member: ""))
      case (JSONByte.openBracket, _): steps.append(.array(index: 0))
      case (JSONByte.closeBrace, _), (JSONByte.closeBracket, _): _ = steps.popLast()
      case (JSONByte.comma, .array(let index)?): steps[steps.count - 1] = .array(index: index + 1)
      case (JSONByte.comma, .object?): steps[steps.count - 1] = .object(member: "")
      case (JSONByte.colon, .object?):
        let member = name.flatMap { String(validating: bytes.extracting($0.range)) }
        steps[steps.count - 1] = .object(member: member ?? "")
      default: break
      }
    }
    line = 1 + lineEnds(bytes)
    let shown = steps.prefix(JSONPlace.stepLimit).map(\.text).joined()
    path = root + shown + (steps.count > JSONPlace.stepLimit ? "..." : "")
  }
}

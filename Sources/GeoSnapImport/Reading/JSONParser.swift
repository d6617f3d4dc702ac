internal import GeoSnap

/// Reads a JSON document; nesting is limited, so that no input exhausts the stack.
package struct JSONParser {
  private let path: String
  /// Whether the document is embedded in another one, so that its lines are not those of the file.
  private let isEmbedded: Bool
  private var scanner: JSONScanner
  private var depth = 0
  /// The offset up to which progress was reported.
  private var noted = 0

  private static let depthLimit = 200

  /// Reads a document; `path` is its name in errors, and `isEmbedded` says that its lines are not those of the file.
  package static func parse(_ bytes: [UInt8], path: String, isEmbedded: Bool = false)
    throws(ReadingError) -> ParsedJSON
  {
    if bytes.startsAsUTF16 {
      throw ReadingError(
        path,
        "The text is UTF-16: save it as UTF-8, for example with iconv -f UTF-16 -t UTF-8 FILE > OUT"
      )
    }
    var parser = JSONParser(
      path: path,
      isEmbedded: isEmbedded,
      scanner: JSONScanner(offset: ByteOrderMark.length(bytes))
    )
    do throws(FormatError) {
      return try parser.document(bytes.span)
    } catch {
      if ImportMonitor.isGivenUp { throw ReadingError.cancelled }
      throw parser.located(error, bytes.span)
    }
  }

  private mutating func document(_ bytes: Span<UInt8>) throws(FormatError) -> ParsedJSON {
    let value = try value(bytes)
    let next = scanner.peek(bytes)
    try note()
    guard next == nil else {
      throw FormatError(
        .trailingData,
        "Text follows the end of the document.",
        offset: scanner.offset
      )
    }
    return value
  }

  private func located(_ error: FormatError, _ bytes: Span<UInt8>) -> ReadingError {
    let offset = error.code == .truncated ? bytes.count : error.offset
    let place = JSONPlace(of: offset, in: bytes, named: path)
    let line = isEmbedded ? nil : place.line
    let words = line.map { "line \($0), byte \(offset)" } ?? "byte \(offset) of this text"
    if [.nestedTooDeep, .duplicateMember].contains(error.code) {
      return ReadingError(place.path, line: line, "At \(words): \(error.message)")
    }
    let remedy =
      error.code == .truncated
      ? "The file is cut short: write the file again."
      : "Correct the error, or write the file again."
    let message = "JSON syntax error at \(words): \(error.message) \(remedy)"
    return ReadingError(path, line: line, message)
  }

  private mutating func value(_ bytes: Span<UInt8>) throws(FormatError) -> ParsedJSON {
    let first = scanner.peek(bytes)
    if scanner.offset - noted >= 1 << 16 { try note() }
    switch first {
    case JSONByte.openBrace:
      try enter()
      defer { depth -= 1 }
      return try object(bytes)
    case JSONByte.openBracket:
      try enter()
      defer { depth -= 1 }
      return try array(bytes)
    case JSONByte.quote: return .string(try text(scanner.passString(bytes), bytes))
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try scanner.readBoolean(bytes))
    case UInt8(ascii: "n"): return try word("null", .null, bytes)
    case UInt8(ascii: "N"): return try word("NaN", .number(.nan), bytes)
    case UInt8(ascii: "I"): return try word("Infinity", .number(.infinity), bytes)
    default: return try number(bytes)
    }
  }

  /// Reports progress; ends reading when the import is given up.
  private mutating func note() throws(FormatError) {
    ImportMonitor.note(bytes: scanner.offset - noted)
    noted = scanner.offset
    if ImportMonitor.isGivenUp { throw FormatError(.tooLong, "", offset: noted) }
  }

  private mutating func enter() throws(FormatError) {
    depth += 1
    guard depth <= Self.depthLimit else {
      throw FormatError(
        .nestedTooDeep,
        "Values are nested more than \(JSONParser.depthLimit) levels deep, which no file of this format "
          + "needs: check that this is the right file.",
        offset: scanner.offset
      )
    }
  }

  private func text(_ string: JSONName, _ bytes: Span<UInt8>) throws(FormatError) -> String {
    try JSONScanner.text(string, in: bytes, replacingHalves: true)
  }

  private mutating func word(_ text: String, _ value: ParsedJSON, _ bytes: Span<UInt8>)
    throws(FormatError) -> ParsedJSON
  {
    try scanner.expectWord(bytes, text)
    return value
  }

  private mutating func array(_ bytes: Span<UInt8>) throws(FormatError) -> ParsedJSON {
    var values: [ParsedJSON] = []
    var goesOn = try scanner.beginArray(bytes)
    while goesOn {
      values.append(try value(bytes))
      goesOn = try scanner.continueArray(bytes)
    }
    return .array(values)
  }

  private mutating func object(_ bytes: Span<UInt8>) throws(FormatError) -> ParsedJSON {
    var members: [String: ParsedJSON] = [:]
    var goesOn = try scanner.beginObject(bytes)
    while goesOn {
      let string = try scanner.readName(bytes)
      let name = try text(string, bytes)
      guard members.updateValue(try value(bytes), forKey: name) == nil else {
        throw FormatError(
          .duplicateMember,
          "The name '\(name.prefix(40))' appears twice in one object: keep one of the two.",
          offset: string.range.lowerBound - 1
        )
      }
      goesOn = try scanner.continueObject(bytes)
    }
    return .object(members)
  }

  /// Reads a number of JSON, or Python's `-Infinity`.
  private mutating func number(_ bytes: Span<UInt8>) throws(FormatError) -> ParsedJSON {
    let range = scanner.passNumberBytes(bytes)
    let text = String(validating: bytes.extracting(range)) ?? ""
    if text == "-", scanner.offset < bytes.count, bytes[scanner.offset] == UInt8(ascii: "I") {
      return try word("Infinity", .number(-.infinity), bytes)
    }
    guard !text.isEmpty else { throw scanner.expected("a value", bytes) }
    var end = range.lowerBound
    guard let value = DecimalNumber.read(bytes, &end), end == range.upperBound else {
      throw FormatError(
        scanner.offset == bytes.count ? .truncated : .syntax,
        "'\(text.prefix(40))' is not a number.",
        offset: range.lowerBound
      )
    }
    // Below 2^53 every whole number is exact as a double.
    guard value.magnitude >= 0x1p53 else { return .number(value) }
    if case .real = JSONNumber(bytes, range) { return .number(value) }
    return .digits(text)
  }
}

/// A value of a JSON document, including Python's NaN and infinities.
package enum ParsedJSON: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  /// The digits of a whole number of at least 2⁵³, which a double may not hold exactly.
  case digits(String)
  case string(String)
  case array([ParsedJSON])
  case object([String: ParsedJSON])

  var double: Double? {
    switch self {
    case .number(let value): value
    case .digits(let digits): Double(digits)
    default: nil
    }
  }

  var integer: Int64? {
    switch self {
    case .number(let value): Int64(exactly: value)
    case .digits(let digits): wholeNumber(digits)
    default: nil
    }
  }

  var kind: String {
    @inline(never) get {
      switch self {
      case .null: "null"
      case .bool: "a boolean"
      case .number(let value): "the number \(value)"
      case .digits(let digits): "the number \(digits.prefix(40))"
      case .string(let text): "the text '\(text.prefix(40))'"
      case .array: "an array"
      case .object: "an object"
      }
    }
  }
}

extension JSONFragment {
  /// Parses a text; nil when it is not JSON.
  package init?(json text: String) {
    let bytes = text.utf8.span
    var scanner = JSONScanner(offset: 0)
    guard let value = try? JSONFragment.read(bytes, &scanner), scanner.peek(bytes) == nil,
      scanner.offset == bytes.count
    else { return nil }
    self = value
  }

  /// The greatest depth of nested values: far beyond real data, and safe on any thread's stack.
  static let deepestNesting = 64

  /// Reads a value; a whole number beyond 64 bits becomes the nearest double.
  static func read(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    depth: Int = 0
  ) throws(FormatError) -> JSONFragment {
    guard depth < deepestNesting else {
      throw FormatError(
        .nestedTooDeep,
        "Values nest deeper than \(deepestNesting) levels.",
        offset: scanner.offset
      )
    }
    switch scanner.peek(bytes) {
    case JSONByte.quote: return .text(try scanner.readString(bytes))
    case JSONByte.openBrace:
      return .object(try readMembers(bytes, &scanner, depth: depth + 1))
    case JSONByte.openBracket:
      var values: [JSONFragment] = []
      var goesOn = try scanner.beginArray(bytes)
      while goesOn {
        values.append(try read(bytes, &scanner, depth: depth + 1))
        goesOn = try scanner.continueArray(bytes)
      }
      return .array(values)
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try scanner.readBoolean(bytes))
    case UInt8(ascii: "n"):
      try scanner.expectWord(bytes, "null")
      return .null
    default: return try readNumber(bytes, &scanner)
    }
  }

  /// Reads an object; throws ``FormatError`` with code `duplicateMember` also.
  static func readMembers(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    depth: Int = 0
  ) throws(FormatError) -> [String: JSONFragment] {
    var members: [String: JSONFragment] = [:]
    var goesOn = try scanner.beginObject(bytes)
    // Room for the number of members that most objects have.
    if goesOn { members.reserveCapacity(3) }
    while goesOn {
      let name = try scanner.readName(bytes)
      try readMember(name, bytes, &scanner, into: &members, depth: depth)
      goesOn = try scanner.continueObject(bytes)
    }
    return members
  }

  /// Reads the value of a member whose name has been read.
  static func readMember(
    _ name: JSONName,
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    into members: inout [String: JSONFragment],
    depth: Int = 0
  ) throws(FormatError) {
    let value = try read(bytes, &scanner, depth: depth)
    let text = try JSONScanner.text(name, in: bytes)
    try name.refuseTwice(members.updateValue(value, forKey: text) != nil, in: bytes)
  }

  private static func readNumber(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> JSONFragment {
    let start = scanner.offset
    let number = try scanner.readNumber(bytes)
    switch JSONNumber(bytes, start..<scanner.offset) {
    case .whole(let whole): return .integer(whole)
    case .real: return .real(number)
    case .beyond:
      scanner.roundedCount += 1
      return .real(number)
    }
  }
}

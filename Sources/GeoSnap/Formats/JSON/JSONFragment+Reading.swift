extension JSONFragment {
  /// How deep values may nest: far beyond real data, far within any thread's stack.
  static let deepestNesting = 64

  /// Reads a value of any kind.
  ///
  /// A whole number beyond 64 bits becomes the double nearest to it.
  static func read(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    depth: Int = 0
  ) throws(FormatError) -> JSONFragment {
    guard depth < deepestNesting else {
      throw FormatError(
        .nestedTooDeep,
        "Values nest deeper than \(deepestNesting).",
        offset: scanner.offset
      )
    }
    switch scanner.peek(bytes) {
    case JSONByte.quote: return .text(try scanner.readString(bytes))
    case JSONByte.openBrace:
      return .object(try readMembers(bytes, &scanner, depth: depth + 1))
    case JSONByte.openBracket:
      var values: [JSONFragment] = []
      try scanner.readArray(bytes) { scanner throws(FormatError) in
        values.append(try read(bytes, &scanner, depth: depth + 1))
      }
      return .array(values)
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try scanner.readBoolean(bytes))
    case UInt8(ascii: "n"):
      try scanner.expectWord(bytes, "null")
      return .null
    default: return try readNumber(bytes, &scanner)
    }
  }

  /// Reads an object.
  ///
  /// - Throws: ``FormatError`` with code `duplicateMember` besides those of the syntax.
  static func readMembers(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    depth: Int = 0
  ) throws(FormatError) -> [String: JSONFragment] {
    var members: [String: JSONFragment] = [:]
    try scanner.readObject(bytes) { scanner, name throws(FormatError) in
      // Room for a few at once: most objects have as many.
      if members.isEmpty { members.reserveCapacity(3) }
      try readMember(name, bytes, &scanner, into: &members, depth: depth)
    }
    return members
  }

  /// Reads the value of a member whose name was read.
  static func readMember(
    _ name: JSONName,
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    into members: inout [String: JSONFragment],
    depth: Int = 0
  ) throws(FormatError) {
    let value = try read(bytes, &scanner, depth: depth)
    let text = try JSONScanner.text(name, in: bytes)
    guard members.updateValue(value, forKey: text) == nil else {
      throw FormatError(
        .duplicateMember,
        "The member \"\(text)\" stands twice in an object.",
        offset: name.range.lowerBound
      )
    }
  }

  private static func readNumber(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> JSONFragment {
    let start = scanner.offset
    let number = try scanner.readNumber(bytes)
    var magnitude: Int64 = 0
    var index = start
    let isNegative = bytes[start] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    while index < scanner.offset {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return .real(number) }
      // Counted downwards, where there is one number more.
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = product.subtractingReportingOverflow(Int64(digit))
      if overflow || overflows { return .real(number) }
      magnitude = sum
      index += 1
    }
    if isNegative { return magnitude == 0 ? .real(number) : .integer(magnitude) }
    return magnitude == .min ? .real(number) : .integer(-magnitude)
  }
}

extension JSONScanner {
  /// Passes a value of any kind.
  mutating func passValue(_ bytes: Span<UInt8>, depth: Int = 0) throws(FormatError) {
    guard depth < 2 * maximumNestingDepth + 8 else {
      throw FormatError(.nestedTooDeep, "Values nest too deep.", offset: offset)
    }
    switch peek(bytes) {
    case JSONByte.quote: _ = try passString(bytes)
    case JSONByte.openBrace:
      try readObject(bytes) { scanner, _ throws(FormatError) in
        try scanner.passValue(bytes, depth: depth + 1)
      }
    case JSONByte.openBracket:
      try readArray(bytes) { scanner throws(FormatError) in
        try scanner.passValue(bytes, depth: depth + 1)
      }
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try readBoolean(bytes)
    case UInt8(ascii: "n"): try expectWord(bytes, "null")
    default: _ = try readNumber(bytes)
    }
  }
}

/// Positions as JSON formats nest them in arrays, laid flat.
struct NestedPositions {
  /// Which positions a format has.
  struct Rules {
    /// The greatest number of arrays around a position.
    let deepest: Int
    /// How many numbers a position may have.
    let widths: ClosedRange<Int>
    /// Whether `null` and `"NaN"` stand for a number that is missing.
    let allowsMissing: Bool
    /// What to say of a position of another width.
    let widthAdvice: String
  }

  /// The numbers, one position after the other.
  private(set) var ordinates: [Double] = []
  /// How many numbers each position has; 0 while there is none.
  private(set) var width = 0
  /// How many arrays stand around each position; nil while there is none.
  private(set) var depth: Int?
  /// For each array of positions the index after its last.
  private(set) var pathEnds: [Int] = []
  /// For each array of such arrays the index after its last in ``pathEnds``.
  private(set) var partEnds: [Int] = []
  /// Where the outermost array begins.
  private(set) var offset = 0
  /// The levels at which arrays are empty, a bit for each.
  private var emptyLevels = 0

  /// Passes an array of arrays of numbers, of any depth that the rules allow.
  mutating func read(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    _ rules: Rules
  ) throws(FormatError) {
    try scanner.expect(bytes, JSONByte.openBracket, "an array")
    offset = scanner.offset - 1
    var level = 0
    while true {
      // Here an array has just begun.
      if scanner.takeInPlace(bytes, JSONByte.openBracket) {
        level += 1
        guard level <= rules.deepest else { throw scanner.expected("a number", bytes) }
        continue
      }
      if scanner.takeInPlace(bytes, JSONByte.closeBracket) {
        emptyLevels |= 1 << level
      } else {
        try readPosition(bytes, &scanner, level, rules)
      }
      // And here it is closed, with all those around it that end in the same place.
      while true {
        close(level)
        if level == 0 { return }
        if scanner.takeInPlace(bytes, JSONByte.comma) { break }
        guard scanner.takeInPlace(bytes, JSONByte.closeBracket) else {
          throw scanner.expected("a comma or the end of an array", bytes)
        }
        level -= 1
      }
      guard scanner.takeInPlace(bytes, JSONByte.openBracket) else {
        throw scanner.expected("an array", bytes)
      }
    }
  }

  /// Passes the numbers of a position, whose bracket was passed.
  @inline(__always)
  private mutating func readPosition(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    _ level: Int,
    _ rules: Rules
  ) throws(FormatError) {
    guard depth == nil || depth == level else {
      if scanner.peek(bytes) == nil { throw scanner.expected("a position", bytes) }
      throw FormatError(
        .syntax,
        "A position stands in \(level) arrays where others stand in \(depth ?? 0).",
        offset: scanner.offset
      )
    }
    // Room for a point at once.
    if depth == nil { ordinates.reserveCapacity(4) }
    depth = level
    let start = scanner.offset
    var count = 0
    repeat {
      if rules.allowsMissing, let missing = try Self.readMissing(bytes, &scanner) {
        ordinates.append(missing)
      } else {
        ordinates.append(try scanner.readNumber(bytes))
      }
      count += 1
    } while count <= 4 && scanner.takeInPlace(bytes, JSONByte.comma)
    guard scanner.takeInPlace(bytes, JSONByte.closeBracket) || count > 4 else {
      throw scanner.expected("a comma or the end of a position", bytes)
    }
    guard rules.widths.contains(count) else {
      throw FormatError(.unsupportedDimensions, rules.widthAdvice, offset: start)
    }
    guard width == count || width == 0 else {
      throw FormatError(
        .unsupportedDimensions,
        "A position has \(count) numbers where others have \(width).",
        offset: start
      )
    }
    width = count
  }

  /// Passes what stands for no number, null or "NaN", if it is next.
  static func readMissing(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> Double? {
    switch scanner.peek(bytes) {
    case UInt8(ascii: "n"):
      try scanner.expectWord(bytes, "null")
      return .nan
    case JSONByte.quote:
      let start = scanner.offset
      guard try scanner.readString(bytes) == "NaN" else {
        throw FormatError(.syntax, "A number, null or \"NaN\" is expected.", offset: start)
      }
      return .nan
    default: return nil
    }
  }

  @inline(__always)
  private mutating func close(_ level: Int) {
    guard let depth, width > 0 else { return }
    if depth == level + 1 {
      // Empty paths have no coordinates to keep.
      let end = ordinates.count / width
      if end > pathEnds.last ?? 0 { pathEnds.append(end) }
    } else if depth == level + 2 {
      if pathEnds.count > partEnds.last ?? 0 { partEnds.append(pathEnds.count) }
    }
  }

  /// Checks that positions stand in `depth` arrays, or that there is none.
  ///
  /// - Parameters:
  ///   - expected: The number of arrays around each position.
  ///   - areRings: Whether the arrays of positions are rings, of which none may be missing.
  ///   - name: What holds them.
  /// - Throws: ``FormatError``.
  func check(
    depth expected: Int,
    areRings: Bool,
    in name: String
  ) throws(FormatError) {
    let emptyDepth = emptyLevels == 0 ? -1 : Int.bitWidth - 1 - emptyLevels.leadingZeroBitCount
    guard depth == nil ? emptyDepth < max(expected, 1) : depth == expected else {
      throw FormatError(
        .syntax,
        "Positions of a \(name) stand in \(expected) arrays, not in \(depth ?? emptyDepth).",
        offset: offset
      )
    }
    if depth == nil { return }
    guard emptyDepth < expected else {
      throw FormatError(.unsupportedDimensions, "A position has no numbers.", offset: offset)
    }
    if areRings, emptyDepth == expected - 1 {
      throw FormatError(.invalidGeometry, "A ring of a \(name) is empty.", offset: offset)
    }
  }
}

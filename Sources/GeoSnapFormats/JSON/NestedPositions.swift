/// Positions from the nested arrays of JSON formats, flattened.
struct NestedPositions {
  struct Rules {
    let deepest: Int
    let widths: ClosedRange<Int>
    /// Whether `null`, `"NaN"` and numbers left out at the end of a position are missing numbers.
    let allowsMissing: Bool
    let widthAdvice: String
  }

  /// The numbers, one position after the other.
  private(set) var ordinates: [Double] = []
  /// The numbers per position; 0 before the first.
  private(set) var width = 0
  /// The error for the first position of fewer or more numbers than others; nil when all have equally many.
  private(set) var unevenness: FormatError?
  /// The number of arrays around each position; nil before the first.
  private(set) var depth: Int?
  /// For each array of positions, the index after its last.
  private(set) var pathEnds: [Int] = []
  /// For each array of such arrays, the index after its last in ``pathEnds``.
  private(set) var partEnds: [Int] = []
  private(set) var offset = 0
  /// A bit for each level at which an array is empty.
  private var emptyLevels = 0

  /// Reads arrays of positions, nested as deep as the rules permit.
  mutating func read(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    _ rules: Rules
  ) throws(FormatError) {
    try scanner.expect(bytes, JSONByte.openBracket, "an array")
    offset = scanner.offset - 1
    var level = 0
    while true {
      // An array has just begun.
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
      // The array is closed, with all arrays around it that end at the same byte.
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

  @inline(__always) private mutating func readPosition(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    _ level: Int,
    _ rules: Rules
  ) throws(FormatError) {
    guard depth == nil || depth == level else {
      if scanner.peek(bytes) == nil { throw scanner.expected("a position", bytes) }
      throw FormatError(
        .syntax,
        "A position is nested \(level) deep, but others are nested \(depth ?? 0) deep.",
        offset: scanner.offset
      )
    }
    // Room for one point.
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
    if width == 0 { width = count }
    if count != width { try fill(count, rules, at: start) }
  }

  /// Fills positions of fewer numbers with missing ones, if the format allows it.
  private mutating func fill(_ count: Int, _ rules: Rules, at start: Int) throws(FormatError) {
    if unevenness == nil {
      let error = FormatError(
        .unsupportedDimensions,
        "A position has \(count) numbers, but others have \(width). Give all positions the same number of "
          + "ordinates, for example with ogr2ogr -dim XY.",
        offset: start
      )
      guard rules.allowsMissing else { throw error }
      unevenness = error
    }
    if count < width {
      ordinates += repeatElement(.nan, count: width - count)
      return
    }
    let position = ordinates.suffix(count)
    ordinates.removeLast(count)
    widen(to: count)
    ordinates += position
  }

  /// Adds missing numbers to each position, up to `count`.
  mutating func widen(to count: Int) {
    guard width > 0, count > width else { return }
    var wider: [Double] = []
    for first in stride(from: 0, to: ordinates.count, by: width) {
      wider += ordinates[first..<first + width]
      wider += repeatElement(.nan, count: count - width)
    }
    ordinates = wider
    width = count
  }

  /// Reads a missing number, null or "NaN", if it is next.
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

  @inline(__always) private mutating func close(_ level: Int) {
    guard let depth, width > 0 else { return }
    if depth == level + 1 {
      // Empty paths have no coordinates and are dropped.
      let end = ordinates.count / width
      if end > pathEnds.last ?? 0 { pathEnds.append(end) }
    } else if depth == level + 2 {
      if pathEnds.count > partEnds.last ?? 0 { partEnds.append(pathEnds.count) }
    }
  }

  /// Checks that positions are nested in `expected` arrays, or that there are no positions; rings must not be empty.
  func check(depth expected: Int, areRings: Bool, in name: String) throws(FormatError) {
    let emptyDepth = emptyLevels == 0 ? -1 : Int.bitWidth - 1 - emptyLevels.leadingZeroBitCount
    guard depth == nil ? emptyDepth < max(expected, 1) : depth == expected else {
      throw FormatError(
        .syntax,
        "Positions of a \(name) must be nested \(expected) deep, not \(depth ?? emptyDepth) deep.",
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

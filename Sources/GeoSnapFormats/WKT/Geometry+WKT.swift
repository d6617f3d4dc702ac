extension Geometry {
  /// Reads well-known text of one geometry, such as `LINESTRING Z (0 0 1, 10.5 0 1)`.
  ///
  /// Accepted are any case and spacing, `EMPTY` in place of any list, points of a multi point with or without
  /// parentheses, and a leading `SRID=25832;`. Members of a collection take its reference system. `srid` is the known
  /// reference system of the data.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "SRID=25832;linestring z(0 0 1,10.5 0 1)")
  /// main.length  // -> 10.5
  /// main.srid    // -> 25832
  /// ```
  ///
  /// - Throws: ``FormatError`` with the UTF-8 offset: `syntax`, also for numbers beyond the range of a double,
  ///   `truncated` input, `trailingData`, `unexpectedType`, `unsupportedDimensions`, `nestedTooDeep`, and
  ///   `invalidGeometry` for open rings, lines of one coordinate, or a reference system other than `srid`.
  /// - Units: The nearest IEEE 754 double to each number; `nan`, `inf` and `-inf` are accepted.
  /// - Z and M: Kept as stated; if not stated, a third ordinate is Z and a fourth M.
  /// - Complexity: Linear in the input.
  /// - Source: OGC 06-103r4, 7, and ISO 13249-3; PostGIS's EWKT. Written in Swift, since GEOS's `GEOSWKTReader_read`
  ///   has no M.
  public init(wkt: String, srid: SRID? = nil) throws(FormatError) {
    var reader = WKTParser(wkt)
    self = try reader.readText(srid: srid)
  }

  /// The geometry as well-known text, without its reference system.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "linestring zm (0 0 0.1 nan, 1 0 2 3)")
  /// main.wkt  // -> LINESTRING ZM (0 0 0.1 nan, 1 0 2 3)
  /// ```
  ///
  /// - Units: The fewest digits that read back to the same double, bit for bit.
  /// - Z and M: Kept and stated.
  /// - Errors: Ordinates that are not finite are written as `nan`, `inf` and `-inf`, which ``init(wkt:srid:)`` reads.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: OGC 06-103r4, 7, and ISO 13249-3.
  public var wkt: String {
    var writer = WKTWriter()
    writer.write(self)
    return writer.text
  }

  /// The geometry as well-known text in a chosen format of ordinates; with `includingSRID` as PostGIS's EWKT, which
  /// begins with the reference system, if there is one.
  ///
  /// ```swift
  /// let valve = try Geometry(wkt: "POINT (1.23456 2)", srid: 25_832)
  /// valve.wkt(.decimals(2))                    // -> POINT (1.23 2)
  /// valve.wkt(.shortest, includingSRID: true)  // -> SRID=25832;POINT (1.23456 2)
  /// ```
  ///
  /// - Z and M: Kept and stated.
  /// - Complexity: Linear in the number of coordinates.
  public func wkt(_ ordinates: OrdinateFormat, includingSRID: Bool = false) -> String {
    var writer = WKTWriter(ordinates)
    if includingSRID, let srid { writer.write(srid) }
    writer.write(self)
    return writer.text
  }
}

struct WKTWriter {
  let ordinates: OrdinateFormat
  private var bytes: [UInt8] = []

  init(_ ordinates: OrdinateFormat = .shortest) { self.ordinates = ordinates }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func write(_ srid: SRID) { append("SRID=\(srid);") }

  private mutating func append(_ text: String) { bytes.append(text: text) }

  mutating func write(_ geometry: Geometry) {
    append(geometry.type.name)
    switch geometry.dimensions {
    case .xy: append(" ")
    case .xyz: append(" Z ")
    case .xym: append(" M ")
    case .xyzm: append(" ZM ")
    }
    switch geometry {
    case .point(let point): writePath(point.coordinates, 0..<point.coordinates.count)
    case .lineString(let line): writePath(line.coordinates, 0..<line.coordinates.count)
    case .polygon(let polygon): writePaths(polygon.coordinates, polygon.ringEnds[...], start: 0)
    case .multiPoint(let points):
      writePaths(points.coordinates, Array(1..<points.coordinates.count + 1)[...], start: 0)
    case .multiLineString(let lines): writePaths(lines.coordinates, lines.partEnds[...], start: 0)
    case .multiPolygon(let polygons):
      if polygons.polygonEnds.isEmpty { return append("EMPTY") }
      for (number, rings) in polygons.polygonRings.enumerated() {
        append(number == 0 ? "(" : ", ")
        let start = rings.lowerBound == 0 ? 0 : polygons.ringEnds[rings.lowerBound - 1]
        writePaths(polygons.coordinates, polygons.ringEnds[rings], start: start)
      }
      append(")")
    case .collection(let collection):
      if collection.geometries.isEmpty { return append("EMPTY") }
      for (number, member) in collection.geometries.enumerated() {
        append(number == 0 ? "(" : ", ")
        write(member)
      }
      append(")")
    }
  }

  private mutating func writePaths(
    _ coordinates: CoordinateSequence,
    _ ends: ArraySlice<Int>,
    start: Int
  ) {
    if ends.isEmpty { return append("EMPTY") }
    var start = start
    for (number, end) in ends.enumerated() {
      append(number == 0 ? "(" : ", ")
      writePath(coordinates, start..<end)
      start = end
    }
    append(")")
  }

  @inline(never)
  private mutating func writePath(_ coordinates: CoordinateSequence, _ range: Range<Int>) {
    if range.isEmpty { return append("EMPTY") }
    let width = coordinates.dimensions.count
    for index in range {
      append(index == range.lowerBound ? "(" : ", ")
      for offset in 0..<width {
        if offset > 0 { bytes.append(UInt8(ascii: " ")) }
        writeNumber(coordinates.ordinates[index * width + offset])
      }
    }
    append(")")
  }

  private mutating func writeNumber(_ number: Double) {
    if number.isFinite {
      ordinates.append(number, to: &bytes)
    } else {
      append(number.isNaN ? "nan" : number < 0 ? "-inf" : "inf")
    }
  }
}

/// Splits well-known text into words, numbers and punctuation.
struct WKTScanner {
  // Invariant: `offset` is at a byte that is not a space, or at the end.

  let bytes: [UInt8]
  /// The UTF-8 offset of the next token.
  private(set) var offset = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    skipSpaces()
  }

  var isAtEnd: Bool { offset == bytes.count }

  func nextIs(_ character: Unicode.Scalar) -> Bool {
    offset < bytes.count && UInt32(bytes[offset]) == character.value
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard nextIs(character) else { return false }
    advance(to: offset + 1)
    return true
  }

  /// Skips the character, which must be next; the error also names `other`.
  @inline(never) mutating func expect(
    _ character: Unicode.Scalar,
    or other: Unicode.Scalar? = nil
  ) throws(FormatError) {
    guard skip(character) else {
      throw FormatError(
        isAtEnd ? .truncated : .syntax,
        "\(other.map { "'\($0)' or " } ?? "")'\(character)' is missing.",
        offset: offset
      )
    }
  }

  /// Whether the next token is a number, or a word such as `nan`.
  var nextIsNumber: Bool { offset < bytes.count && isNumberByte(bytes[offset]) }

  /// Whether the next word, in any case, equals `word`, which is in capitals.
  @inline(never)
  func nextIsWord(_ word: String) -> Bool { String(uppercased: bytes[offset..<wordEnd]) == word }

  mutating func skipWord(_ word: String) -> Bool {
    guard nextIsWord(word) else { return false }
    advance(to: wordEnd)
    return true
  }

  mutating func readWord() -> String {
    defer { advance(to: wordEnd) }
    return String(uppercased: bytes[offset..<wordEnd])
  }

  /// Reads a decimal number, `nan`, `inf` or `infinity`.
  mutating func readNumber() throws(FormatError) -> Double {
    var fastEnd = offset
    if let number = DecimalNumber.read(bytes.span, &fastEnd), number.isFinite,
      fastEnd == bytes.count || !isNumberByte(bytes[fastEnd])
    {
      advance(to: fastEnd)
      return number
    }
    let end = numberEnd
    let text = String(decoding: bytes[offset..<end], as: UTF8.self)
    // The byte filter keeps out hexadecimal numbers and payloads of NaN, which Double would read.
    guard end > offset, let number = Double(text) else {
      throw FormatError(isAtEnd ? .truncated : .syntax, "A number is missing.", offset: offset)
    }
    guard number.isFinite || text.utf8.allSatisfy({ !isDigit($0) }) else {
      throw FormatError(.syntax, "\(text) is beyond the range of a double.", offset: offset)
    }
    advance(to: end)
    return number
  }

  mutating func readSRID() throws(FormatError) -> SRID {
    let end = numberEnd
    guard let number = wholeNumber(String(decoding: bytes[offset..<end], as: UTF8.self)),
      let srid = SRID(exactly: number)
    else {
      throw FormatError(
        isAtEnd ? .truncated : .syntax,
        "An SRID must be a 32-bit integer.",
        offset: offset
      )
    }
    advance(to: end)
    return srid
  }

  private var numberEnd: Int { bytes[offset...].firstIndex { !isNumberByte($0) } ?? bytes.count }

  private var wordEnd: Int { bytes[offset...].firstIndex { !isLetter($0) } ?? bytes.count }

  private mutating func advance(to end: Int) {
    offset = end
    skipSpaces()
  }

  private mutating func skipSpaces() {
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return }
      offset += 1
    }
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

private func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

/// Whether a byte is a digit, sign, point, or a letter of exponents, `nan` and `infinity`, but not hexadecimal's x.
private func isNumberByte(_ byte: UInt8) -> Bool {
  isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
    || (isLetter(byte) && byte | 0x20 != 0x78)
}

extension String {
  fileprivate init(uppercased letters: ArraySlice<UInt8>) {
    self.init(decoding: letters.map { $0 & ~0x20 }, as: UTF8.self)
  }
}

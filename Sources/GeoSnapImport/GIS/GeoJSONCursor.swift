internal import GeoSnap

/// Reads a valid GeoJSON feature in the form of nearly all files; at any other, it stops for ``GeoJSONTable``.
struct GeoJSONCursor {
  enum Stop: Error {
    /// The bytes end within a value.
    case end
    /// An unsupported form or an error.
    case doubt
  }

  let bytes: [UInt8]
  private var scanner: JSONScanner
  /// Whether a geometry lost its heights, since only some positions have one.
  var losesHeights = false

  var offset: Int { scanner.offset }

  init(_ bytes: [UInt8], at offset: Int) {
    self.bytes = bytes
    scanner = JSONScanner(offset: offset)
  }

  // MARK: Bytes; these functions are called for every entry of files that may have gigabytes

  @inline(__always)
  mutating func peek() throws(Stop) -> UInt8 {
    while scanner.offset < bytes.count {
      let byte = bytes[scanner.offset]
      if byte > 0x20 { return byte }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { throw .doubt }
      scanner.offset += 1
    }
    throw .end
  }

  @inline(__always)
  mutating func pass(_ byte: UInt8) throws(Stop) {
    guard try peek() == byte else { throw .doubt }
    scanner.offset += 1
  }

  /// Passes the comma before another entry, or the end of the list; returns whether an entry follows.
  @inline(__always)
  mutating func next(before end: UInt8, isFirst: Bool) throws(Stop) -> Bool {
    let byte = try peek()
    if byte == end {
      scanner.offset += 1
      return false
    }
    if isFirst { return true }
    guard byte == UInt8(ascii: ",") else { throw .doubt }
    scanner.offset += 1
    return true
  }

  /// Passes the name of an object's next member, which has no escapes, and the colon; nil behind the last member.
  @inline(__always)
  mutating func nextName(isFirst: inout Bool) throws(Stop) -> JSONName? {
    guard try next(before: UInt8(ascii: "}"), isFirst: isFirst) else { return nil }
    isFirst = false
    let name = try plainText()
    try pass(UInt8(ascii: ":"))
    return name
  }

  // MARK: Values

  /// Lets the scanner take a step; after an error, the cursor stops.
  @inline(__always)
  private mutating func step<Result>(
    _ body: (inout JSONScanner, Span<UInt8>) throws(FormatError) -> Result
  ) throws(Stop) -> Result {
    var scanner = scanner
    do throws(FormatError) {
      let result = try body(&scanner, bytes.span)
      self.scanner = scanner
      return result
    } catch {
      throw error.code == .truncated ? .end : .doubt
    }
  }

  @inline(__always)
  mutating func text() throws(Stop) -> JSONName {
    try step { (scanner, bytes) throws(FormatError) in try scanner.passString(bytes) }
  }

  mutating func plainText() throws(Stop) -> JSONName {
    let text = try text()
    if text.hasEscapes { throw .doubt }
    return text
  }

  /// Passes any value without checking its content, which the full parser does; returns its range.
  mutating func value() throws(Stop) -> Range<Int> {
    _ = try peek()
    let start = offset
    var depth = 0
    repeat {
      switch try peek() {
      case JSONByte.quote: _ = try text()
      case JSONByte.openBrace, JSONByte.openBracket:
        depth += 1
        // The full parser limits the depth and reports an error.
        if depth > 100 { throw .doubt }
        scanner.offset += 1
      case JSONByte.closeBrace, JSONByte.closeBracket:
        depth -= 1
        scanner.offset += 1
      case JSONByte.comma, JSONByte.colon: scanner.offset += 1
      default:
        while offset < bytes.count, !Self.ends(bytes[offset]) { scanner.offset += 1 }
        if offset == bytes.count { throw .end }
      }
      if depth < 0 || offset == start { throw .doubt }
    } while depth > 0
    return start..<offset
  }

  private static func ends(_ byte: UInt8) -> Bool { byte <= 0x20 || ",:]}[{\"".utf8.contains(byte) }

  mutating func word() throws(Stop) -> Bool? {
    let isNull = try peek() == UInt8(ascii: "n")
    return try step { (scanner, bytes) throws(FormatError) in
      if !isNull { return try scanner.readBoolean(bytes) }
      try scanner.expectWord(bytes, "null")
      return nil
    }
  }

  mutating func number() throws(Stop) -> Double {
    _ = try peek()
    var end = offset
    // A number at the end of the available bytes may be longer.
    guard let number = DecimalNumber.read(bytes.span, &end), end < bytes.count else {
      _ = try step { (scanner, bytes) throws(FormatError) in try scanner.readNumber(bytes) }
      throw .end
    }
    scanner.offset = end
    return number
  }

  func string(_ text: JSONName) -> String? {
    try? JSONScanner.text(text, in: bytes.span, replacingHalves: true)
  }

  func isWord(_ text: JSONName, _ word: String) -> Bool { text.matches(word, in: bytes.span) }

  func areBytes(_ range: Range<Int>, _ others: [UInt8]) -> Bool {
    guard range.count == others.count else { return false }
    for position in others.indices
    where bytes[range.lowerBound + position] != others[position] { return false }
    return true
  }

  /// Reads a geometry, with `ordinates` as a buffer; nil for null.
  mutating func geometry(srid: SRID?, _ ordinates: inout [Double]) throws(Stop) -> Geometry? {
    if try peek() == UInt8(ascii: "n") {
      guard try word() == nil else { throw .doubt }
      return nil
    }
    var other = self
    do throws(Stop) {
      return try typedGeometry(srid: srid, &ordinates)
    } catch {
      if error == .end { throw error }
      // Members that are unusual or in another order, or a collection.
      let value = try other.parsed(other.value())
      guard let found = try? GeoJSONShape.geometry(value, path: "", srid: srid) else {
        throw .doubt
      }
      self = other
      losesHeights = found.losesHeights
      return found.geometry
    }
  }

  func parsed(_ range: Range<Int>) throws(Stop) -> ParsedJSON {
    guard let value = try? JSONParser.parse(Array(bytes[range]), path: "", isEmbedded: true) else {
      throw .doubt
    }
    return value
  }

  /// Reads a geometry with the type first, followed by the coordinates.
  private mutating func typedGeometry(srid: SRID?, _ ordinates: inout [Double]) throws(Stop)
    -> Geometry
  {
    try pass(UInt8(ascii: "{"))
    guard isWord(try plainText(), "type") else { throw .doubt }
    try pass(UInt8(ascii: ":"))
    let type = try plainText()
    try pass(UInt8(ascii: ","))
    guard isWord(try plainText(), "coordinates") else { throw .doubt }
    try pass(UInt8(ascii: ":"))
    let geometry: Geometry?
    if isWord(type, "Point") {
      geometry = try point(srid: srid)
    } else if isWord(type, "LineString") {
      let vertices = try sequence(&ordinates)
      geometry = (try? LineString(vertices, srid: srid)).map { .lineString($0) }
    } else if isWord(type, "Polygon") {
      let rings = try sequences(&ordinates)
      geometry = (try? Polygon(rings: rings, srid: srid)).map { .polygon($0) }
    } else if isWord(type, "MultiLineString") {
      let parts = try sequences(&ordinates)
      geometry = (try? MultiLineString(parts: parts, srid: srid)).map { .multiLineString($0) }
    } else {
      throw .doubt
    }
    try pass(UInt8(ascii: "}"))
    guard let geometry else { throw .doubt }
    return geometry
  }

  private mutating func point(srid: SRID?) throws(Stop) -> Geometry {
    let place = try position()
    guard let x = place.x, let y = place.y else { return .point(Point(emptyIn: srid)) }
    return .point(Point(x: x, y: y, z: place.z, srid: srid))
  }

  private mutating func position() throws(Stop) -> (x: Double?, y: Double?, z: Double?) {
    var place: (x: Double?, y: Double?, z: Double?) = (nil, nil, nil)
    var count = 0
    try pass(UInt8(ascii: "["))
    while try next(before: UInt8(ascii: "]"), isFirst: count == 0) {
      let ordinate = try number()
      guard ordinate.magnitude <= 1e150, count < 4 else { throw .doubt }
      switch count {
      case 0: place.x = ordinate
      case 1: place.y = ordinate
      case 2: place.z = ordinate
      default: break
      }
      count += 1
    }
    if count == 1 { throw .doubt }
    return place
  }

  private mutating func sequence(_ ordinates: inout [Double]) throws(Stop) -> CoordinateSequence {
    ordinates.removeAll(keepingCapacity: true)
    var heights: [Double] = []
    var count = 0
    try pass(UInt8(ascii: "["))
    while try next(before: UInt8(ascii: "]"), isFirst: count == 0) {
      let place = try position()
      guard let x = place.x, let y = place.y else { throw .doubt }
      ordinates.append(x)
      ordinates.append(y)
      if let z = place.z { heights.append(z) }
      count += 1
    }
    // Heights are kept only when all positions have one.
    guard count > 0, heights.count == count else {
      losesHeights = losesHeights || !heights.isEmpty
      return CoordinateSequence(trusted: Array(ordinates), dimensions: .xy)
    }
    var all: [Double] = []
    all.reserveCapacity(count * 3)
    for (index, height) in heights.enumerated() {
      all += [ordinates[index * 2], ordinates[index * 2 + 1], height]
    }
    return CoordinateSequence(trusted: all, dimensions: .xyz)
  }

  private mutating func sequences(_ ordinates: inout [Double]) throws(Stop) -> [CoordinateSequence]
  {
    var sequences: [CoordinateSequence] = []
    try pass(UInt8(ascii: "["))
    while try next(before: UInt8(ascii: "]"), isFirst: sequences.isEmpty) {
      sequences.append(try sequence(&ordinates))
    }
    guard sequences.contains(where: { !$0.dimensions.hasZ }) else { return sequences }
    losesHeights = losesHeights || sequences.contains { $0.dimensions.hasZ }
    return sequences.map { $0.removingZ() }
  }
}

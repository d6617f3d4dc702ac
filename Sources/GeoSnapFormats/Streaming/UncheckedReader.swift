/// Reads geometries that may be unsound, in any text format, from bytes that arrive in pieces.
///
/// The beginning of the text decides its format. An object that is not alone on its first line, that has features, or
/// that follows RFC 8142's record separator, is GeoJSON or Esri JSON. Any other text has one geometry per line, each
/// in any format.
///
/// ```swift
/// let text = Array("LINESTRING (1 2)\nPOINT (3 4)\n".utf8)
/// var reader = UncheckedReader(startingWith: text)
/// reader.append(text)
/// reader.finish()
/// var problems: [GeometryProblem] = []
/// while let item = try reader.next() { problems += item.geometry.problems() }
/// problems  // -> [tooFewPoints at (1.0 2.0), part 0]
/// ```
///
/// - Z and M: Kept as the format has them.
/// - Complexity: Linear in the input.
/// - Source: OGC 06-103r4, RFC 7946 and Esri's REST API, by the format.
public struct UncheckedReader: Sendable {
  /// A geometry and its position in the input.
  public struct Item: Sendable {
    /// The geometry, unchecked.
    public let geometry: UncheckedGeometry
    /// The line, in a text with one geometry per line.
    public let line: Int?
    /// The `id` of a GeoJSON feature or the `OBJECTID` of an Esri JSON feature; nil without one, and in a text with
    /// one geometry per line.
    public let id: String?

    fileprivate init(_ geometry: Geometry, line: Int?, id: String?) {
      self.geometry = UncheckedGeometry(trusted: geometry)
      self.line = line
      self.id = id
    }
  }

  private var source: any UncheckedSource
  package private(set) var isFinished = false

  /// Creates a reader for a format that the first bytes of the input decide.
  ///
  /// `head` is not read: append it with ``append(_:)``. `srid` is the known reference system of the coordinates.
  public init(startingWith head: [UInt8], srid: SRID? = nil) {
    switch WholeForm(of: head) {
    case .lines:
      var reader = GeometryLineReader(srid: srid)
      reader.isChecking = false
      source = reader
    case .geoJSON: source = GeoJSONReader(tolerating: srid)
    case .esriJSON: source = EsriJSONReader(tolerating: srid)
    }
  }

  /// Appends the next piece of the input, which must come before ``finish()``.
  public mutating func append(_ bytes: some Sequence<UInt8>) { source.append(bytes) }

  /// Marks the end of the input.
  public mutating func finish() {
    isFinished = true
    source.finish()
  }

  /// The next geometry; nil when more bytes are needed, and after ``finish()`` at the end.
  ///
  /// Features without geometry are skipped; in a text with one geometry per line they are errors. Reading continues
  /// after an error as in the reader of the format.
  ///
  /// - Throws: ``FormatError`` as the reader of the format, with byte offset and line, except for lines of one
  ///   coordinate and for rings.
  public mutating func next() throws(FormatError) -> Item? { try source.nextItem() }
}

/// A reader of one format that also returns lines of one coordinate and open rings.
private protocol UncheckedSource: Sendable {
  mutating func append(_ bytes: some Sequence<UInt8>)
  mutating func finish()
  mutating func nextItem() throws(FormatError) -> UncheckedReader.Item?
}

extension GeometryLineReader: UncheckedSource {
  fileprivate mutating func nextItem() throws(FormatError) -> UncheckedReader.Item? {
    try next().map { UncheckedReader.Item($0, line: line, id: nil) }
  }
}

extension GeoJSONReader: UncheckedSource {
  fileprivate mutating func nextItem() throws(FormatError) -> UncheckedReader.Item? {
    while let feature = try next() {
      guard let geometry = feature.geometry else { continue }
      return UncheckedReader.Item(geometry, line: nil, id: feature.id?.plainText)
    }
    return nil
  }
}

extension EsriJSONReader: UncheckedSource {
  fileprivate mutating func nextItem() throws(FormatError) -> UncheckedReader.Item? {
    while let feature = try next() {
      guard let geometry = feature.geometry else { continue }
      return UncheckedReader.Item(
        geometry,
        line: nil,
        id: feature.attributes["OBJECTID"]?.plainText
      )
    }
    return nil
  }
}

private enum WholeForm {
  case lines
  case geoJSON
  case esriJSON

  init(of head: [UInt8]) {
    let start = head.firstIndex { $0 > 0x20 } ?? head.count
    guard start < head.count, head[start] == JSONByte.openBrace else {
      self = .lines
      return
    }
    let span = head.span
    var scanner = JSONScanner(offset: start)
    let signs = FormSigns(span, &scanner)
    // An object alone on its first line is one of many lines, unless it has features. RFC 8142 has a record separator
    // before each text.
    let lineEnd = head[start...].firstIndex(of: UInt8(ascii: "\n")) ?? head.count
    scanner.offset = start
    let endsOnLine = (try? scanner.passValue(span)) != nil && scanner.offset <= lineEnd
    if endsOnLine, !signs.hasFeatures, head[scanner.offset..<lineEnd].allSatisfy({ $0 <= 0x20 }),
      !head[..<start].contains(0x1E)
    {
      self = .lines
    } else if signs.isGeoJSON {
      self = .geoJSON
    } else {
      // Without signs of either, it may be GeoJSON with a long member before its type.
      self = signs.isEsriJSON || signs.isWhole ? .esriJSON : .geoJSON
    }
  }
}

/// The signs that tell GeoJSON from Esri JSON, in the order of the text.
private struct FormSigns {
  private(set) var isGeoJSON = false
  private(set) var isEsriJSON = false
  private(set) var hasFeatures = false
  private(set) var isWhole = false

  private static let ofGeoJSON = ["type", "coordinates", "geometries"]
  private static let ofEsriJSON = [
    "rings", "paths", "points", "x", "xmin", "curveRings", "curvePaths", "hasZ", "hasM",
    "attributes", "spatialReference", "geometryType",
  ]

  /// Reads up to the features, and into the first of them.
  init(_ bytes: Span<UInt8>, _ scanner: inout JSONScanner) {
    isWhole = read(bytes, &scanner, depth: 0)
  }

  /// Reads an object; false where it breaks off or the format is decided.
  private mutating func read(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    depth: Int
  ) -> Bool {
    guard scanner.take(bytes, JSONByte.openBrace) else { return false }
    if scanner.take(bytes, JSONByte.closeBrace) { return true }
    while let name = try? scanner.readName(bytes) {
      if Self.ofGeoJSON.contains(where: { name.matches($0, in: bytes) }) {
        isGeoJSON = true
        if depth > 0 { return false }
      }
      if Self.ofEsriJSON.contains(where: { name.matches($0, in: bytes) }) { isEsriJSON = true }
      if name.matches("features", in: bytes) {
        hasFeatures = true
        // The type may come later, but features of the two formats have different member names.
        guard !isGeoJSON, scanner.take(bytes, JSONByte.openBracket) else { return false }
        return scanner.peek(bytes) == JSONByte.closeBracket || read(bytes, &scanner, depth: 1)
      }
      if name.matches("geometry", in: bytes), depth < 2, !isGeoJSON,
        scanner.peek(bytes) == JSONByte.openBrace
      {
        guard read(bytes, &scanner, depth: 2) else { return false }
      } else if (try? scanner.passValue(bytes)) == nil {
        return false
      }
      if !scanner.take(bytes, JSONByte.comma) { return scanner.take(bytes, JSONByte.closeBrace) }
    }
    return false
  }
}

extension JSONFragment {
  /// A text without quotes, or the digits of a number.
  fileprivate var plainText: String? {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    default: nil
    }
  }
}

/// A geometry that may break the rules of ``Geometry``: a line may have one coordinate, a ring may be open or have
/// too few.
///
/// ``problems(_:)`` then finds all problems of a file, and not only the first.
///
/// ```swift
/// let open = try UncheckedGeometry(text: "POLYGON ((0 0, 0 4, 4 4))")
/// open.problems().map(\.kind)  // -> [unclosedRing, tooFewPoints]
/// let read = try UncheckedGeometry(text: "LINESTRING (1 2, 3 4)")
/// try read.checked().wkt  // -> LINESTRING (1 2, 3 4)
/// ```
///
/// - Z and M: Kept.
/// - Complexity: Linear in the input.
public struct UncheckedGeometry: Equatable, Sendable {
  /// The geometry, which may break its invariants; only this type's methods may use it.
  package let value: Geometry

  init(trusted value: Geometry) { self.value = value }

  /// Wraps a geometry.
  public init(_ geometry: Geometry) { value = geometry }

  /// Creates a line of any number of coordinates.
  public init(line: CoordinateSequence, srid: SRID? = nil) {
    value = .lineString(LineString(trusted: line, srid: srid))
  }

  /// Reads a geometry in any of the text formats.
  ///
  /// - Throws: ``FormatError`` as ``Geometry/init(text:format:srid:)``, except for lines of one coordinate and for
  ///   rings.
  public init(
    text: String,
    format: GeometryTextFormat? = nil,
    srid: SRID? = nil
  ) throws(FormatError) {
    value = try Self.read(Array(text.utf8), format, srid: srid, isChecking: false)
  }

  /// Reads a text; without `isChecking` the result may be unsound.
  @inline(never) static func read(
    _ bytes: [UInt8],
    _ format: GeometryTextFormat?,
    srid: SRID?,
    isChecking: Bool
  ) throws(FormatError) -> Geometry {
    let geometry: Geometry?
    switch format ?? GeometryTextFormat(of: bytes) {
    case .wkt:
      guard let text = try? UTF8Span(validating: bytes.span) else {
        throw FormatError(.syntax, "The text is not UTF-8.", offset: 0)
      }
      var parser = WKTParser(String(copying: text), isChecking: isChecking)
      geometry = try parser.readText(srid: srid)
    case .hexWKB: geometry = try readHex(bytes, srid: srid, isChecking: isChecking)
    case .geoJSON:
      geometry = try JSONScanner.readWhole(bytes) { bytes, scanner throws(FormatError) in
        let parser = GeoJSONParser(srid: srid, isChecking: isChecking)
        return try GeoJSONObject(bytes, &scanner, parser, depth: 0).feature(bytes, parser).geometry
      }
    case .esriJSON:
      geometry = try JSONScanner.readWhole(bytes) { bytes, scanner throws(FormatError) in
        let parser = EsriJSONParser(srid: srid, isChecking: isChecking)
        return try EsriJSONObject(bytes, &scanner, parser).feature(parser).geometry
      }
    }
    guard let geometry else {
      throw FormatError(.missingMember, "The feature has no geometry.", offset: 0, line: 1)
    }
    return geometry
  }

  private static func readHex(
    _ bytes: [UInt8],
    srid: SRID?,
    isChecking: Bool
  ) throws(FormatError) -> Geometry {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    let start = bytes.firstIndex { !isBlank($0) } ?? 0
    let end = (bytes.lastIndex { !isBlank($0) } ?? -1) + 1
    do throws(FormatError) {
      let binary = try HexDigits.bytes(bytes[start..<end])
      do throws(FormatError) {
        return try Geometry(wkb: binary.span, srid: srid, isChecking: isChecking)
      } catch {
        throw FormatError(error.code, error.message, offset: error.offset * 2)
      }
    } catch {
      throw FormatError(error.code, error.message, offset: start + error.offset, line: 1)
    }
  }

  /// The geometry, checked.
  ///
  /// - Throws: ``GeometryError`` with code `tooFewCoordinates` or `ringNotClosed`, as the initializers of the types.
  /// - Complexity: Linear in the number of lines and rings.
  public func checked() throws(GeometryError) -> Geometry {
    switch value {
    case .point, .multiPoint: break
    case .lineString(let line): _ = try LineString(line.coordinates)
    case .multiLineString(let lines): try Geometry.checkLines(lines.partEnds)
    case .polygon(let polygon): try checkRings(polygon.coordinates, polygon.ringEnds)
    case .multiPolygon(let polygons): try checkRings(polygons.coordinates, polygons.ringEnds)
    case .collection(let collection):
      for member in collection.geometries { _ = try UncheckedGeometry(trusted: member).checked() }
    }
    return value
  }
}

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
  }

  private enum Source: Sendable {
    case lines(GeometryLineReader)
    case geoJSON(GeoJSONReader)
    case esriJSON(EsriJSONReader)
  }

  private var source: Source
  /// Whether ``finish()`` has been called.
  public private(set) var isFinished = false

  /// Creates a reader for a format that the first bytes of the input decide.
  ///
  /// `head` is not read: append it with ``append(_:)``. `srid` is the known reference system of the coordinates.
  public init(startingWith head: [UInt8], srid: SRID? = nil) {
    switch WholeForm(of: head) {
    case .lines:
      source = .lines(GeometryLineReader(format: nil, srid: srid, isChecking: false))
    case .geoJSON: source = .geoJSON(GeoJSONReader(tolerating: srid))
    case .esriJSON: source = .esriJSON(EsriJSONReader(tolerating: srid))
    }
  }

  /// Appends the next piece of the input, which must come before ``finish()``.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    switch source {
    case .lines(var reader):
      source = .lines(GeometryLineReader(format: nil, srid: nil))
      reader.append(bytes)
      source = .lines(reader)
    case .geoJSON(var reader):
      source = .geoJSON(GeoJSONReader())
      reader.append(bytes)
      source = .geoJSON(reader)
    case .esriJSON(var reader):
      source = .esriJSON(EsriJSONReader())
      reader.append(bytes)
      source = .esriJSON(reader)
    }
  }

  /// Marks the end of the input.
  public mutating func finish() {
    isFinished = true
    switch source {
    case .lines(var reader):
      reader.finish()
      source = .lines(reader)
    case .geoJSON(var reader):
      reader.finish()
      source = .geoJSON(reader)
    case .esriJSON(var reader):
      reader.finish()
      source = .esriJSON(reader)
    }
  }

  /// The next geometry; nil when more bytes are needed, and after ``finish()`` at the end.
  ///
  /// Features without geometry are skipped; in a text with one geometry per line they are errors. Reading continues
  /// after an error as in the reader of the format.
  ///
  /// - Throws: ``FormatError`` as the reader of the format, with byte offset and line, except for lines of one
  ///   coordinate and for rings.
  public mutating func next() throws(FormatError) -> Item? {
    switch source {
    case .lines(var reader):
      defer { source = .lines(reader) }
      guard let geometry = try reader.next() else { return nil }
      return Item(geometry: UncheckedGeometry(trusted: geometry), line: reader.line, id: nil)
    case .geoJSON(var reader):
      defer { source = .geoJSON(reader) }
      while let feature = try reader.next() {
        guard let geometry = feature.geometry else { continue }
        return Item(
          geometry: UncheckedGeometry(trusted: geometry),
          line: nil,
          id: feature.id?.plainText
        )
      }
      return nil
    case .esriJSON(var reader):
      defer { source = .esriJSON(reader) }
      while let feature = try reader.next() {
        guard let geometry = feature.geometry else { continue }
        return Item(
          geometry: UncheckedGeometry(trusted: geometry),
          line: nil,
          id: feature.attributes["OBJECTID"]?.plainText
        )
      }
      return nil
    }
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
  /// Whether the end of the object was reached.
  private(set) var isWhole = false

  private static let ofGeoJSON = ["type", "coordinates", "geometries"]
  private static let ofEsriJSON = [
    "rings", "paths", "points", "x", "xmin", "curveRings", "curvePaths", "hasZ", "hasM",
    "attributes", "spatialReference", "geometryType",
  ]

  /// Reads up to the features, and into the first of them.
  ///
  /// A sign of GeoJSON may follow one of Esri JSON.
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
      if !scanner.take(bytes, JSONByte.comma) {
        return scanner.take(bytes, JSONByte.closeBrace)
      }
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

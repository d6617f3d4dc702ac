/// Reads geometries that may be unsound from a text of any form, from bytes that come piece by piece.
///
/// The form of the whole is told by how it begins: a JSON object that is not alone on its first line, or that has
/// features, and one behind the record separator of RFC 8142, is GeoJSON or Esri JSON; anything else has one
/// geometry a line, of any form each.
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
/// - Z and M: Kept as the form has them.
/// - Errors: ``next()`` tells what cannot be read.
/// - Complexity: Linear in the input.
/// - Source: OGC 06-103r4, RFC 7946 and Esri's REST API, by the form.
public struct UncheckedReader: Sendable {
  /// A geometry, and where it comes from.
  public struct Item: Sendable {
    /// The geometry.
    public let geometry: UncheckedGeometry
    /// The line, when there is one geometry a line.
    public let line: Int?
    /// The `id` of a feature of GeoJSON, the `OBJECTID` of one of Esri JSON; nil without, and where the line tells
    /// which it is.
    public let id: String?
  }

  private enum Source: Sendable {
    case lines(GeometryLineReader)
    case geoJSON(GeoJSONReader)
    case esriJSON(EsriJSONReader)
  }

  private var source: Source
  /// Whether ``finish()`` was called.
  public private(set) var isFinished = false

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - head: The first bytes of the input, enough to tell its form; they are not read, but handed over again
  ///     with ``append(_:)``.
  ///   - srid: The reference system that the coordinates are known to be in.
  public init(startingWith head: [UInt8], srid: SRID? = nil) {
    switch WholeForm(of: head) {
    case .lines:
      source = .lines(GeometryLineReader(format: nil, srid: srid, isChecking: false))
    case .geoJSON: source = .geoJSON(GeoJSONReader(tolerating: srid))
    case .esriJSON: source = .esriJSON(EsriJSONReader(tolerating: srid))
    }
  }

  /// Hands over the next piece of the input.
  ///
  /// - Precondition: ``finish()`` was not called.
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

  /// Tells that nothing more comes.
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

  /// The next geometry; nil when more bytes are needed, after ``finish()`` at the end.
  ///
  /// Features without geometry are passed over, but on lines of their own are refused.
  ///
  /// - Throws: ``FormatError`` with byte offset and line, as the reader of its form, but for lines of one
  ///   coordinate and for rings; reading goes on as that of the form does.
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

/// The form of a whole text.
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
    // An object that is alone on its first line is one of many lines, unless it has features. RFC 8142 has a
    // record separator before each.
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
      // Of what neither has a sign GeoJSON may have a long member before its type.
      self = signs.isEsriJSON || signs.isWhole ? .esriJSON : .geoJSON
    }
  }
}

/// What in an object tells GeoJSON from Esri JSON, in the order in which it stands.
private struct FormSigns {
  private(set) var isGeoJSON = false
  private(set) var isEsriJSON = false
  private(set) var hasFeatures = false
  /// Whether its end was seen.
  private(set) var isWhole = false

  private static let ofGeoJSON = ["type", "coordinates", "geometries"]
  private static let ofEsriJSON = [
    "rings", "paths", "points", "x", "xmin", "curveRings", "curvePaths", "hasZ", "hasM",
    "attributes", "spatialReference", "geometryType",
  ]

  /// Reads up to the features, of which the first is looked at.
  ///
  /// A sign of GeoJSON may stand behind one of Esri JSON.
  init(_ bytes: Span<UInt8>, _ scanner: inout JSONScanner) {
    isWhole = read(bytes, &scanner, depth: 0)
  }

  /// Reads an object; false where it breaks off or enough was seen.
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
        // The type may stand behind; the features of either kind have names of their own.
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
  /// A text without quotes, a number as it is written.
  fileprivate var plainText: String? {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    default: nil
    }
  }
}

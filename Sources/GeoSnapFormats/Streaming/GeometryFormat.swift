/// The text formats of a geometry.
public enum GeometryTextFormat: Hashable, Sendable, CaseIterable {
  /// Well-known text, also with a leading `SRID=`.
  case wkt
  /// Well-known binary in hexadecimal digits.
  case hexWKB
  /// A geometry or a feature of GeoJSON.
  case geoJSON
  /// A geometry or a feature of Esri JSON.
  case esriJSON

  /// The format of a text in UTF-8, or of its beginning, by its first characters and the names of its members.
  ///
  /// A JSON object is GeoJSON when it has a member `type`, otherwise Esri JSON.
  ///
  /// ```swift
  /// GeometryTextFormat(of: "POINT (1 2)".utf8)      // -> wkt
  /// GeometryTextFormat(of: #"{"x":1,"y":2}"#.utf8)  // -> esriJSON
  /// ```
  ///
  /// - Errors: Any other text counts as WKT, whose reader reports the error.
  /// - Complexity: Linear in the length of the text up to the name that decides.
  /// - Source: OGC 06-103r4, RFC 7946 and Esri's REST API.
  public init(of text: some Collection<UInt8>) {
    let first = text.first { !isBlank($0) } ?? 0
    if first == JSONByte.openBrace {
      self = hasMember("type", in: Array(text.drop(while: isBlank))) ? .geoJSON : .esriJSON
    } else if first &- UInt8(ascii: "0") < 10 {
      // The byte order mark of binary: no other text begins with a digit.
      self = .hexWKB
    } else {
      self = .wkt
    }
  }
}

private func isBlank(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D || byte == 0x1E
}

/// Whether an object has a member of a name at its first level, as far as it can be read.
private func hasMember(_ wanted: String, in bytes: [UInt8]) -> Bool {
  let span = bytes.span
  var scanner = JSONScanner(offset: 0)
  guard scanner.take(span, JSONByte.openBrace) else { return false }
  repeat {
    guard let name = try? scanner.readName(span) else { return false }
    if name.matches(wanted, in: span) { return true }
    guard (try? scanner.passValue(span)) != nil else { return false }
  } while scanner.take(span, JSONByte.comma)
  return false
}

extension Geometry {
  /// Reads a geometry in any of the text formats, with nothing after it but white space; a feature is read as its
  /// geometry, and a nil `format` is found by ``GeometryTextFormat/init(of:)``.
  ///
  /// ```swift
  /// try Geometry(text: "POINT (1 2)").wkt                                 // -> POINT (1 2)
  /// try Geometry(text: #"{"type":"Point","coordinates":[1,2]}"#).wkt      // -> POINT (1 2)
  /// try Geometry(text: "0101000000000000000000F03F0000000000000040").wkt  // -> POINT (1 2)
  /// ```
  ///
  /// - Throws: ``FormatError`` as the initializer of the format, with byte offset and, for text, the line;
  ///   `missingMember` for a feature without geometry.
  /// - Z and M: Kept as the format has them.
  /// - Complexity: Linear in the input.
  /// - Source: OGC 06-103r4, RFC 7946 and Esri's REST API, by the format.
  public init(
    text: String,
    format: GeometryTextFormat? = nil,
    srid: SRID? = nil
  ) throws(FormatError) {
    self = try UncheckedGeometry.read(Array(text.utf8), format, srid: srid, isChecking: true)
  }
}

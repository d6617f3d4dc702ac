/// Reads one geometry per line, of WKT, hexadecimal WKB, GeoJSON or Esri JSON, from bytes that arrive in pieces.
///
/// Lines may have different formats; empty lines are skipped. It holds at most one line and one piece in memory.
///
/// ```swift
/// var reader = GeometryLineReader()
/// var found: [Geometry] = []
/// for piece in ["POINT (1 2)\n{\"x\":3,", "\"y\":4}\n"] {
///   reader.append(piece.utf8)
///   while let geometry = try reader.next() { found.append(geometry) }
/// }
/// reader.finish()
/// while let geometry = try reader.next() { found.append(geometry) }
/// found  // -> [POINT (1 2), POINT (3 4)]
/// ```
///
/// - Z and M: Kept as the format has them.
/// - Complexity: Linear in the input.
/// - Source: OGC 06-103r4, RFC 7946 and Esri's REST API, by the format.
public struct GeometryLineReader: Sendable {
  private var feed: ByteFeed
  private let format: GeometryTextFormat?
  private let srid: SRID?
  /// Whether lines of one coordinate and open rings are refused.
  var isChecking = true
  /// The number of available bytes without a line end.
  private var searched = 0

  /// Creates a reader that refuses lines of more than `longestLine` bytes.
  ///
  /// A nil `format` is found line by line. `srid` is the known reference system of the coordinates.
  public init(format: GeometryTextFormat? = nil, srid: SRID? = nil, longestLine: Int = 256 << 20) {
    self.format = format
    self.srid = srid
    feed = ByteFeed(longestItem: longestLine)
  }

  /// Appends the next piece of the input, which must come before ``finish()``.
  public mutating func append(_ bytes: some Sequence<UInt8>) { feed.append(bytes) }

  /// Marks the end of the input.
  public mutating func finish() { feed.finish() }

  /// The line that ``next()`` read last, counted from 1.
  public private(set) var line = 0

  /// The next geometry; nil when more bytes are needed, and after ``finish()`` at the end.
  ///
  /// After an error the next call continues with the next line.
  ///
  /// - Throws: ``FormatError`` as ``Geometry/init(text:format:srid:)``, with the byte offset in the whole input and
  ///   the line; `tooLong` for a line that is too long.
  public mutating func next() throws(FormatError) -> Geometry? {
    while feed.pending > 0 {
      guard let end = try lineEnd() else { return nil }
      let text = Array(feed.bytes[feed.start..<feed.start + end])
      let offset = feed.offset
      line = feed.countLine()
      searched = 0
      feed.consume(min(end + 1, feed.pending))
      if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      do throws(FormatError) {
        return try UncheckedGeometry.read(text, format, srid: srid, isChecking: isChecking)
      } catch {
        throw FormatError(error.code, error.message, offset: offset + error.offset, line: line)
      }
    }
    return nil
  }

  private mutating func lineEnd() throws(FormatError) -> Int? {
    let bytes = feed.bytes
    var end = feed.start + searched
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    searched = end - feed.start
    if end < bytes.count || feed.isFinished { return searched }
    guard searched <= feed.longestItem else {
      let error = FormatError(
        .tooLong,
        "One line is longer than \(feed.longestItem) bytes.",
        offset: feed.offset,
        line: feed.line
      )
      feed.consume(searched)
      searched = 0
      throw error
    }
    return nil
  }
}

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

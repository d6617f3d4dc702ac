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
  private let isChecking: Bool
  /// The number of available bytes without a line end.
  private var searched = 0

  /// Creates a reader that refuses lines of more than `longestLine` bytes.
  ///
  /// A nil `format` is found line by line. `srid` is the known reference system of the coordinates.
  public init(
    format: GeometryTextFormat? = nil,
    srid: SRID? = nil,
    longestLine: Int = 256 << 20
  ) {
    self.init(format: format, srid: srid, longestLine: longestLine, isChecking: true)
  }

  init(
    format: GeometryTextFormat?,
    srid: SRID?,
    longestLine: Int = 256 << 20,
    isChecking: Bool
  ) {
    self.format = format
    self.srid = srid
    self.isChecking = isChecking
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

  /// The length of the line; nil when its end has not arrived.
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

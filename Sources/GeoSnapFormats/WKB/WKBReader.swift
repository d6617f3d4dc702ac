/// Reads geometries of well-known binary one after the other, from bytes that arrive in pieces.
///
/// There are no separators between the geometries. The reader holds at most one geometry and one piece in memory.
///
/// ```swift
/// var reader = WKBReader()
/// var found: [Geometry] = []
/// for piece in [[1, 1, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40]] as [[UInt8]] {
///   reader.append(piece)
///   while let geometry = try reader.next() { found.append(geometry) }
/// }
/// reader.finish()
/// while let geometry = try reader.next() { found.append(geometry) }
/// found  // -> [POINT (1 2)]
/// ```
///
/// - Z and M: Kept; NaN is a missing number.
/// - Complexity: Linear in the input; a geometry that spans many pieces is read at most twice.
/// - Source: OGC 06-103r4, 8, and ISO 13249-3; PostGIS's EWKB.
public struct WKBReader: Sendable {
  private var feed: ByteFeed
  private let srid: SRID?
  private let isChecking: Bool
  private var isLost = false

  /// Creates a reader that refuses geometries of more than `longestGeometry` bytes.
  ///
  /// `srid` is the known reference system of the data, which EWKB may state itself.
  public init(srid: SRID? = nil, longestGeometry: Int = 256 << 20) {
    self.init(srid: srid, longestGeometry: longestGeometry, isChecking: true)
  }

  init(srid: SRID?, longestGeometry: Int = 256 << 20, isChecking: Bool) {
    self.srid = srid
    self.isChecking = isChecking
    feed = ByteFeed(longestItem: longestGeometry)
  }

  /// Appends the next piece of the input, which must come before ``finish()``.
  public mutating func append(_ bytes: some Sequence<UInt8>) { feed.append(bytes) }

  /// Marks the end of the input.
  public mutating func finish() { feed.finish() }

  /// The next geometry; nil when more bytes are needed, and after ``finish()`` at the end.
  ///
  /// After an error the reader is at its end, since the start of the next geometry is unknown.
  ///
  /// - Throws: ``FormatError`` as ``Geometry/init(wkb:srid:)-([UInt8],_)``, with the byte offset in the whole input;
  ///   `tooLong` for a geometry that is too long.
  public mutating func next() throws(FormatError) -> Geometry? {
    guard !isLost, feed.pending > 0 else { return nil }
    let srid = srid
    let isChecking = isChecking
    do throws(FormatError) {
      return try feed.attempt(isText: false) { bytes throws(FormatError) in
        var parser = WKBParser(isChecking: isChecking)
        let geometry = try parser.readGeometry(bytes, srid: srid)
        return (geometry, end: parser.offset)
      }
    } catch {
      isLost = true
      throw error
    }
  }
}

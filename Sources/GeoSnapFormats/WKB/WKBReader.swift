/// Reads geometries of well-known binary one after the other, from bytes that come piece by piece.
///
/// Nothing stands between the geometries. No more than one is held besides the piece it came in.
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
/// - Z and M: Kept as stored; NaN stands for one that is missing.
/// - Errors: ``next()`` tells what cannot be read.
/// - Complexity: Linear in the input; a geometry that spans many pieces is read at most twice over.
/// - Source: OGC 06-103r4, 8, and ISO 13249-3; PostGIS's EWKB.
public struct WKBReader: Sendable {
  private var feed: ByteFeed
  private let srid: SRID?
  private let isChecking: Bool
  private var isLost = false

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - srid: The reference system that the data is known to be in; EWKB may state it itself.
  ///   - longestGeometry: A geometry of more bytes is refused.
  public init(srid: SRID? = nil, longestGeometry: Int = 256 << 20) {
    self.init(srid: srid, longestGeometry: longestGeometry, isChecking: true)
  }

  init(srid: SRID?, longestGeometry: Int = 256 << 20, isChecking: Bool) {
    self.srid = srid
    self.isChecking = isChecking
    feed = ByteFeed(longestItem: longestGeometry)
  }

  /// Hands over the next piece of the input.
  ///
  /// - Precondition: ``finish()`` was not called.
  public mutating func append(_ bytes: some Sequence<UInt8>) { feed.append(bytes) }

  /// Tells that nothing more comes.
  public mutating func finish() { feed.finish() }

  /// The next geometry; nil when more bytes are needed, after ``finish()`` at the end.
  ///
  /// After an error the reader is at its end: where the next geometry would begin cannot be told.
  ///
  /// - Throws: ``FormatError`` with the byte offset in the whole input, as
  ///   ``Geometry/init(wkb:srid:)-([UInt8],_)``; `tooLong` for a geometry of more bytes than it may have.
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

extension Geometry {
  /// Reads well-known binary: ISO or EWKB, either byte order, with or without Z and M.
  ///
  /// Ordinates are kept bit for bit, non-finite ones too. A point whose x and y are both NaN is
  /// the empty point. Members of a collection take its reference system.
  ///
  /// - Parameters:
  ///   - wkb: One geometry and nothing after it.
  ///   - srid: The reference system that the data is known to be in; EWKB may state it itself.
  /// - Throws: ``FormatError`` with the byte offset: truncated input, trailing bytes, unknown
  ///   types, deep nesting, open rings, or a reference system other than `srid`.
  /// - Complexity: Linear in the input; announced counts are checked before memory is taken.
  public init(wkb: [UInt8], srid: SRID? = nil) throws(FormatError) {
    try self.init(wkb: wkb.span, srid: srid)
  }

  /// Reads well-known binary that stands within a larger buffer.
  ///
  /// - Throws: As ``init(wkb:srid:)-([UInt8],_)``.
  public init(wkb: Span<UInt8>, srid: SRID? = nil) throws(FormatError) {
    var reader = WKBReader()
    self = try reader.readGeometry(wkb, srid: srid)
    guard reader.offset == wkb.count else {
      throw FormatError(
        .trailingData,
        "\(wkb.count - reader.offset) bytes follow the geometry.",
        offset: reader.offset
      )
    }
  }

  /// The geometry as little-endian well-known binary.
  ///
  /// The empty point is written with NaN ordinates, as GeoPackage and GEOS do.
  ///
  /// - Parameter includingSRID: Whether to write EWKB, which states the reference system if there
  ///   is one, instead of ISO, which cannot.
  /// - Returns: The bytes.
  /// - Complexity: Linear in the number of coordinates.
  public func wkb(includingSRID: Bool = false) -> [UInt8] {
    var writer = WKBWriter(isExtended: includingSRID)
    writer.bytes.reserveCapacity(32 + coordinates.ordinates.count * 8)
    writer.write(self, srid: includingSRID ? srid : nil)
    return writer.bytes
  }
}

extension Geometry {
  /// Reads well-known text such as `LINESTRING Z (0 0 1, 10.5 0 1)`.
  ///
  /// Any case and spacing; `EMPTY` wherever a list may stand; the points of a multi point with or without
  /// parentheses; a leading `SRID=25832;`. Members of a collection take its reference system.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "SRID=25832;linestring z(0 0 1,10.5 0 1)")
  /// main.length  // -> 10.5
  /// main.srid    // -> 25832
  /// ```
  ///
  /// - Parameters:
  ///   - wkt: One geometry and nothing after it but spaces.
  ///   - srid: The reference system that the data is known to be in.
  /// - Throws: ``FormatError`` with the UTF-8 offset: `syntax`, also for numbers beyond the range of a double,
  ///   `truncated` input, `trailingData`, `unexpectedType`, `unsupportedDimensions`, `nestedTooDeep`, and
  ///   `invalidGeometry` for open rings, lines of one coordinate, or a reference system other than `srid`.
  /// - Units: The nearest double to each number, as IEEE 754 has it; `nan`, `inf` and `-inf` are read.
  /// - Z and M: Kept as stated; where neither is, a third ordinate is taken for Z and a fourth for M.
  /// - Complexity: Linear in the input.
  /// - Source: OGC 06-103r4, 7, and ISO 13249-3; PostGIS's EWKT. Without GEOS, whose `GEOSWKTReader_read` knows no
  ///   M.
  public init(wkt: String, srid: SRID? = nil) throws(FormatError) {
    var reader = WKTParser(wkt)
    self = try reader.readText(srid: srid)
  }

  /// The geometry as well-known text, without its reference system.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "linestring zm (0 0 0.1 nan, 1 0 2 3)")
  /// main.wkt  // -> LINESTRING ZM (0 0 0.1 nan, 1 0 2 3)
  /// ```
  ///
  /// - Units: As few digits as read back to the same double, bit for bit.
  /// - Z and M: Kept and stated.
  /// - Errors: Ordinates that are not finite appear as `nan`, `inf` and `-inf`, which ``init(wkt:srid:)`` reads.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: OGC 06-103r4, 7, and ISO 13249-3.
  public var wkt: String {
    var writer = WKTWriter()
    writer.write(self)
    return writer.text
  }

  /// The geometry as well-known text with chosen precision.
  ///
  /// ```swift
  /// let valve = try Geometry(wkt: "POINT (1.23456 2)", srid: 25_832)
  /// valve.wkt(.decimals(2))                    // -> POINT (1.23 2)
  /// valve.wkt(.shortest, includingSRID: true)  // -> SRID=25832;POINT (1.23456 2)
  /// ```
  ///
  /// - Parameters:
  ///   - ordinates: How many decimals are written.
  ///   - includingSRID: Whether the text begins with the reference system, if there is one, as PostGIS's EWKT does:
  ///     `SRID=25832;POINT (1 2)`.
  /// - Z and M: Kept and stated.
  /// - Errors: NaN and infinity as ``wkt`` writes them.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: OGC 06-103r4, 7, and ISO 13249-3; PostGIS's EWKT.
  public func wkt(_ ordinates: OrdinateFormat, includingSRID: Bool = false) -> String {
    var writer = WKTWriter(ordinates)
    if includingSRID, let srid { writer.write(srid) }
    writer.write(self)
    return writer.text
  }
}

extension Geometry {
  /// Reads well-known text of one geometry, such as `LINESTRING Z (0 0 1, 10.5 0 1)`.
  ///
  /// Accepted are any case and spacing, `EMPTY` in place of any list, points of a multi point with or without
  /// parentheses, and a leading `SRID=25832;`. Members of a collection take its reference system. `srid` is the known
  /// reference system of the data.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "SRID=25832;linestring z(0 0 1,10.5 0 1)")
  /// main.length  // -> 10.5
  /// main.srid    // -> 25832
  /// ```
  ///
  /// - Throws: ``FormatError`` with the UTF-8 offset: `syntax`, also for numbers beyond the range of a double,
  ///   `truncated` input, `trailingData`, `unexpectedType`, `unsupportedDimensions`, `nestedTooDeep`, and
  ///   `invalidGeometry` for open rings, lines of one coordinate, or a reference system other than `srid`.
  /// - Units: The nearest IEEE 754 double to each number; `nan`, `inf` and `-inf` are accepted.
  /// - Z and M: Kept as stated; if not stated, a third ordinate is Z and a fourth M.
  /// - Complexity: Linear in the input.
  /// - Source: OGC 06-103r4, 7, and ISO 13249-3; PostGIS's EWKT. Written in Swift, since GEOS's `GEOSWKTReader_read`
  ///   has no M.
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
  /// - Units: The fewest digits that read back to the same double, bit for bit.
  /// - Z and M: Kept and stated.
  /// - Errors: Ordinates that are not finite are written as `nan`, `inf` and `-inf`, which ``init(wkt:srid:)`` reads.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: OGC 06-103r4, 7, and ISO 13249-3.
  public var wkt: String {
    var writer = WKTWriter()
    writer.write(self)
    return writer.text
  }

  /// The geometry as well-known text in a chosen format of ordinates; with `includingSRID` as PostGIS's EWKT, which
  /// begins with the reference system, if there is one.
  ///
  /// ```swift
  /// let valve = try Geometry(wkt: "POINT (1.23456 2)", srid: 25_832)
  /// valve.wkt(.decimals(2))                    // -> POINT (1.23 2)
  /// valve.wkt(.shortest, includingSRID: true)  // -> SRID=25832;POINT (1.23456 2)
  /// ```
  ///
  /// - Z and M: Kept and stated.
  /// - Complexity: Linear in the number of coordinates.
  public func wkt(_ ordinates: OrdinateFormat, includingSRID: Bool = false) -> String {
    var writer = WKTWriter(ordinates)
    if includingSRID, let srid { writer.write(srid) }
    writer.write(self)
    return writer.text
  }
}

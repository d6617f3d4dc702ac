extension Geometry {
  /// Reads well-known text such as `LINESTRING Z (0 0 1, 10.5 0 1)`.
  ///
  /// Any case and spacing; Z and M stated, or a third ordinate taken for Z and a fourth for M; `EMPTY` wherever a list may
  /// stand; the points of a multi point with or without parentheses; a leading `SRID=25832;`.
  /// Members of a collection take its reference system.
  ///
  /// - Parameters:
  ///   - wkt: One geometry and nothing after it but spaces.
  ///   - srid: The reference system that the data is known to be in.
  /// - Throws: ``FormatError`` with the UTF-8 offset: syntax, unknown types, numbers
  ///   beyond the range of a double, open rings, or a reference system other than `srid`.
  /// - Complexity: Linear in the input.
  public init(wkt: String, srid: SRID? = nil) throws(FormatError) {
    var reader = WKTParser(wkt)
    self = try reader.readText(srid: srid)
  }

  /// The geometry as well-known text, without its reference system.
  ///
  /// Ordinates are written with as few digits as read back to the same double, bit for bit. Ones
  /// that are not finite appear as `nan`, `inf` and `-inf`, which ``init(wkt:srid:)`` reads.
  ///
  /// - Complexity: Linear in the number of coordinates.
  public var wkt: String {
    var writer = WKTWriter()
    writer.write(self)
    return writer.text
  }

  /// The geometry as well-known text with chosen precision.
  ///
  /// - Parameters:
  ///   - ordinates: How many decimals are written.
  ///   - includingSRID: Whether the text begins with the reference system, if there is one, as
  ///     PostGIS's EWKT does: `SRID=25832;POINT (1 2)`.
  /// - Returns: The text; NaN and infinity as ``wkt`` writes them.
  /// - Complexity: Linear in the number of coordinates.
  public func wkt(_ ordinates: OrdinateFormat, includingSRID: Bool = false) -> String {
    var writer = WKTWriter(ordinates)
    if includingSRID, let srid { writer.write(srid) }
    writer.write(self)
    return writer.text
  }
}

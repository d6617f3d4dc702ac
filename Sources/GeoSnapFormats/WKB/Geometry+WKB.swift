extension Geometry {
  /// Reads well-known binary of one geometry: ISO or EWKB, either byte order, with or without Z and M.
  ///
  /// A point whose x and y are NaN is empty. Members of a collection take its reference system. Curves of straight
  /// pieces become lines and polygons. `srid` is the known reference system of the data, which EWKB may state itself.
  ///
  /// ```swift
  /// let bytes: [UInt8] = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40]
  /// try Geometry(wkb: bytes).wkt  // -> POINT (1 2)
  /// ```
  ///
  /// - Throws: ``FormatError`` with the byte offset: `truncated` input, `trailingData`, `unknownByteOrder`,
  ///   `unexpectedType`, `unsupportedCurve` for arcs, `unsupportedDimensions`, `nestedTooDeep`, and `invalidGeometry`
  ///   for open rings, lines of one coordinate, or a reference system other than `srid`.
  /// - Z and M: Kept; NaN is a missing number.
  /// - Complexity: Linear in the input; announced counts are checked before memory is allocated.
  /// - Source: OGC 06-103r4, 8, and ISO 13249-3; PostGIS's EWKB. Written in Swift, since GEOS's `GEOSGeomFromWKB_buf`
  ///   has no M before 3.12.
  public init(wkb: [UInt8], srid: SRID? = nil) throws(FormatError) {
    try self.init(wkb: wkb.span, srid: srid)
  }

  /// Reads well-known binary from a part of a larger buffer, as ``init(wkb:srid:)-([UInt8],_)``.
  ///
  /// ```swift
  /// let row: [UInt8] = [7, 7, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40]
  /// try Geometry(wkb: row.span.extracting(2..<23)).wkt  // -> POINT (1 2)
  /// ```
  ///
  /// - Throws: ``FormatError`` as ``init(wkb:srid:)-([UInt8],_)``.
  /// - Z and M: Kept; NaN is a missing number.
  /// - Complexity: Linear in the input, which is not copied.
  public init(wkb: Span<UInt8>, srid: SRID? = nil) throws(FormatError) {
    try self.init(wkb: wkb, srid: srid, isChecking: true)
  }

  /// Reads well-known binary with curves, replaces arcs by straight segments, and returns the number of arcs.
  ///
  /// A segment is at most `tolerance`, in coordinate units, from its arc; half an arc has at most 1,024 segments.
  ///
  /// - Throws: ``FormatError`` as ``init(wkb:srid:)-([UInt8],_)``, except for arcs.
  package static func straightened(
    wkb: Span<UInt8>,
    srid: SRID?,
    tolerance: Double
  ) throws(FormatError) -> (geometry: Geometry, arcCount: Int) {
    var reader = WKBParser(arcs: CircularArcs(tolerance: tolerance))
    let geometry = try Geometry(wkb: wkb, srid: srid, &reader)
    return (geometry, reader.arcs?.count ?? 0)
  }

  init(wkb: Span<UInt8>, srid: SRID?, isChecking: Bool) throws(FormatError) {
    var reader = WKBParser(isChecking: isChecking)
    try self.init(wkb: wkb, srid: srid, &reader)
  }

  private init(wkb: Span<UInt8>, srid: SRID?, _ reader: inout WKBParser) throws(FormatError) {
    self = try reader.readGeometry(wkb, srid: srid)
    guard reader.offset == wkb.count else {
      throw FormatError(
        .trailingData,
        "Bytes after the end of the geometry: \(wkb.count - reader.offset).",
        offset: reader.offset
      )
    }
  }

  /// The geometry as little-endian well-known binary.
  ///
  /// The empty point has NaN ordinates, as in GeoPackage and GEOS. With `includingSRID` the format is EWKB, which
  /// states the reference system if there is one, instead of ISO, which cannot.
  ///
  /// ```swift
  /// let valve = try Geometry(wkt: "POINT (1 2)", srid: 25_832)
  /// valve.wkb().count                     // -> 21
  /// valve.wkb(includingSRID: true).count  // -> 25
  /// try Geometry(wkb: valve.wkb()).wkt    // -> POINT (1 2)
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: OGC 06-103r4, 8, and ISO 13249-3; PostGIS's EWKB. As GEOS's `GEOSGeomToWKB_buf`.
  public func wkb(includingSRID: Bool = false) -> [UInt8] {
    var writer = WKBWriter(isExtended: includingSRID)
    writer.bytes.reserveCapacity(byteCountOfWKB)
    writer.write(self, srid: includingSRID ? srid : nil)
    return writer.bytes
  }
}

extension Geometry {
  /// Reads the hexadecimal digits, in either case, of well-known binary, as PostGIS and shapely print them.
  ///
  /// ```swift
  /// try Geometry(hexWKB: "0101000000000000000000F03F0000000000000040").wkt  // -> POINT (1 2)
  /// ```
  ///
  /// - Throws: ``FormatError`` as ``init(wkb:srid:)-([UInt8],_)``, with the offset in digits; `syntax` for a
  ///   character that is not a digit.
  /// - Z and M: Kept; NaN is a missing number.
  /// - Complexity: Linear in the input.
  public init(hexWKB hex: String, srid: SRID? = nil) throws(FormatError) {
    let bytes = try HexDigits.bytes(Array(hex.utf8)[...])
    do throws(FormatError) {
      try self.init(wkb: bytes, srid: srid)
    } catch {
      throw FormatError(error.code, error.message, offset: error.offset * 2)
    }
  }

  /// The hexadecimal digits, in capitals, of ``wkb(includingSRID:)``.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT (1 2)").hexWKB()  // -> 0101000000000000000000F03F0000000000000040
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates.
  public func hexWKB(includingSRID: Bool = false) -> String {
    HexDigits.text(wkb(includingSRID: includingSRID))
  }

  /// The greatest number of bytes of its binary form.
  private var byteCountOfWKB: Int {
    switch self {
    case .point: 41
    case .lineString(let line): 13 + line.coordinates.ordinates.count * 8
    case .polygon(let polygon):
      13 + polygon.ringEnds.count * 4 + polygon.coordinates.ordinates.count * 8
    case .multiPoint(let points):
      13 + points.coordinates.count * 5 + points.coordinates.ordinates.count * 8
    case .multiLineString(let lines):
      13 + lines.partEnds.count * 9 + lines.coordinates.ordinates.count * 8
    case .multiPolygon(let polygons):
      13 + polygons.polygonEnds.count * 9 + polygons.ringEnds.count * 4
        + polygons.coordinates.ordinates.count * 8
    case .collection(let collection):
      collection.geometries.reduce(13) { $0 + $1.byteCountOfWKB }
    }
  }
}

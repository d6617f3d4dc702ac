extension Geometry {
  /// Reads a geometry of GeoJSON.
  ///
  /// Empty arrays of coordinates make empty geometries; `bbox` and foreign members are passed over, which
  /// ``GeoJSONFeature`` keeps.
  ///
  /// ```swift
  /// let valve = try Geometry(geoJSON: #"{"type":"Point","coordinates":[11.5,48.1,520]}"#, srid: 4326)
  /// valve.wkt  // -> POINT Z (11.5 48.1 520)
  /// ```
  ///
  /// - Parameters:
  ///   - text: One geometry and nothing after it but blanks.
  ///   - srid: The reference system that the coordinates are known to be in. RFC 7946 knows WGS 84 only
  ///     (EPSG 4326, longitude first).
  /// - Throws: ``FormatError`` with byte offset and line: `syntax`, `truncated`, `unexpectedType`,
  ///   `missingMember`, `duplicateMember`, `unsupportedDimensions`, `nestedTooDeep`, `trailingData`, and
  ///   `invalidGeometry` for open rings and lines of one coordinate.
  /// - Units: The nearest double to each number; RFC 7946 knows degrees on WGS 84 only.
  /// - Z and M: A third number is Z; a fourth is refused, since it has no meaning that is agreed on.
  /// - Complexity: Linear in the input.
  /// - Source: RFC 7946, 3.1. As GEOS's `GEOSGeoJSONReader_readGeometry`.
  public init(geoJSON text: String, srid: SRID? = nil) throws(FormatError) {
    try self.init(geoJSON: Array(text.utf8), srid: srid)
  }

  /// Reads a geometry of GeoJSON from UTF-8.
  ///
  /// ```swift
  /// let bytes = Array(#"{"type":"Point","coordinates":[11.5,48.1]}"#.utf8)
  /// try Geometry(geoJSON: bytes).wkt  // -> POINT (11.5 48.1)
  /// ```
  ///
  /// - Parameters:
  ///   - bytes: One geometry and nothing after it but blanks.
  ///   - srid: The reference system that the coordinates are known to be in.
  /// - Throws: ``FormatError`` as ``init(geoJSON:srid:)-(String,_)``; `syntax` for bytes that are not UTF-8.
  /// - Units: The nearest double to each number; RFC 7946 knows degrees on WGS 84 only.
  /// - Z and M: A third number is Z; a fourth is refused.
  /// - Complexity: Linear in the input.
  /// - Source: RFC 7946, 3.1.
  public init(geoJSON bytes: [UInt8], srid: SRID? = nil) throws(FormatError) {
    self = try JSONScanner.readWhole(bytes) { bytes, scanner throws(FormatError) in
      try GeoJSONParser(srid: srid).readGeometry(bytes, &scanner)
    }
  }

  /// The geometry as GeoJSON, without its reference system.
  ///
  /// Rings keep the direction they have; ``orientingRings(_:)`` turns them as RFC 7946 recommends. The coordinates
  /// are written whatever their reference system is, though RFC 7946 knows WGS 84 only.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (8 48, 8.125 48)")
  /// try main.geoJSON()              // -> {"type":"LineString","coordinates":[[8,48],[8.125,48]]}
  /// try main.geoJSON(.decimals(1))  // -> {"type":"LineString","coordinates":[[8,48],[8.1,48]]}
  /// ```
  ///
  /// - Parameter ordinates: How many decimals are written.
  /// - Throws: ``GeometryError`` with code `unsupportedType` for measures, which GeoJSON has no place for,
  ///   `nonFiniteOrdinate` for NaN and infinity.
  /// - Z and M: Z is kept; M is refused: ``removingM()`` takes it out.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: RFC 7946, 3.1. As GEOS's `GEOSGeoJSONWriter_writeGeometry`.
  public func geoJSON(
    _ ordinates: OrdinateFormat = .shortest
  ) throws(GeometryError) -> String {
    var writer = JSONWriter(ordinates: ordinates)
    try writer.writeGeoJSON(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension GeoJSONFeature {
  /// Reads a feature of GeoJSON; a bare geometry becomes one that has nothing else.
  ///
  /// ``GeoJSONReader`` reads collections.
  ///
  /// - Parameters:
  ///   - text: One feature and nothing after it but blanks.
  ///   - srid: The reference system that the coordinates are known to be in.
  /// - Throws: ``FormatError`` as ``Geometry/init(geoJSON:srid:)-(String,_)``.
  /// - Complexity: Linear in the input.
  public init(geoJSON text: String, srid: SRID? = nil) throws(FormatError) {
    self = try JSONScanner.readWhole(Array(text.utf8)) { bytes, scanner throws(FormatError) in
      try GeoJSONParser(srid: srid).readFeature(bytes, &scanner)
    }
  }

  /// The feature as GeoJSON; members of `properties` and foreign ones sorted by name.
  ///
  /// - Parameter ordinates: How many decimals are written.
  /// - Throws: As ``Geometry/geoJSON(_:)``.
  /// - Complexity: Linear in what it holds.
  public func geoJSON(_ ordinates: OrdinateFormat = .shortest) throws(GeometryError) -> String {
    var writer = JSONWriter(ordinates: ordinates)
    try write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONScanner {
  /// Reads a text that is one value.
  static func readWhole<Value>(
    _ bytes: [UInt8],
    _ body: (Span<UInt8>, inout JSONScanner) throws(FormatError) -> Value
  ) throws(FormatError) -> Value {
    let span = bytes.span
    var scanner = JSONScanner(offset: 0)
    do throws(FormatError) {
      let value = try body(span, &scanner)
      guard scanner.peek(span) == nil else {
        throw FormatError(.trailingData, "Text follows the object.", offset: scanner.offset)
      }
      return value
    } catch {
      throw error.located(in: span)
    }
  }
}

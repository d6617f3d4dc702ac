extension Geometry {
  /// Reads a geometry of GeoJSON, with nothing after it but white space.
  ///
  /// Empty arrays of coordinates make empty geometries. `bbox` and foreign members are ignored; ``GeoJSONFeature``
  /// keeps them. `srid` is the known reference system of the coordinates; RFC 7946 permits WGS 84 only (EPSG 4326,
  /// longitude first).
  ///
  /// ```swift
  /// let valve = try Geometry(geoJSON: #"{"type":"Point","coordinates":[11.5,48.1,520]}"#, srid: 4326)
  /// valve.wkt  // -> POINT Z (11.5 48.1 520)
  /// ```
  ///
  /// - Throws: ``FormatError`` with byte offset and line: `syntax`, `truncated`, `unexpectedType`, `missingMember`,
  ///   `duplicateMember`, `unsupportedDimensions`, `nestedTooDeep`, `trailingData`, and `invalidGeometry` for open
  ///   rings and lines of one coordinate.
  /// - Units: The nearest double to each number.
  /// - Z and M: A third number is Z; a fourth is refused, since it has no agreed meaning.
  /// - Complexity: Linear in the input.
  /// - Source: RFC 7946, 3.1. As GEOS's `GEOSGeoJSONReader_readGeometry`.
  public init(geoJSON text: String, srid: SRID? = nil) throws(FormatError) {
    try self.init(geoJSON: Array(text.utf8), srid: srid)
  }

  /// Reads a geometry of GeoJSON from UTF-8, as ``init(geoJSON:srid:)-(String,_)``.
  ///
  /// ```swift
  /// let bytes = Array(#"{"type":"Point","coordinates":[11.5,48.1]}"#.utf8)
  /// try Geometry(geoJSON: bytes).wkt  // -> POINT (11.5 48.1)
  /// ```
  ///
  /// - Throws: ``FormatError`` as ``init(geoJSON:srid:)-(String,_)``; `syntax` for bytes that are not UTF-8.
  /// - Z and M: A third number is Z; a fourth is refused.
  /// - Complexity: Linear in the input.
  public init(geoJSON bytes: [UInt8], srid: SRID? = nil) throws(FormatError) {
    self = try JSONScanner.readWhole(bytes) { bytes, scanner throws(FormatError) in
      try GeoJSONParser(srid: srid).readGeometry(bytes, &scanner)
    }
  }

  /// The geometry as GeoJSON, without its reference system.
  ///
  /// Rings keep their direction; ``orientingRings(_:)`` turns them as RFC 7946 recommends. The coordinates are
  /// written in any reference system, although RFC 7946 permits WGS 84 only.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (8 48, 8.125 48)")
  /// try main.geoJSON()              // -> {"type":"LineString","coordinates":[[8,48],[8.125,48]]}
  /// try main.geoJSON(.decimals(1))  // -> {"type":"LineString","coordinates":[[8,48],[8.1,48]]}
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `unsupportedType` for measures, which GeoJSON cannot store,
  ///   `nonFiniteOrdinate` for NaN and infinity.
  /// - Z and M: Z is kept; M is refused, and ``removingM()`` removes it.
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
  /// Reads one feature of GeoJSON; a bare geometry becomes a feature without other members.
  ///
  /// ``GeoJSONReader`` reads feature collections.
  ///
  /// - Throws: ``FormatError`` as ``Geometry/init(geoJSON:srid:)-(String,_)``.
  /// - Complexity: Linear in the input.
  public init(geoJSON text: String, srid: SRID? = nil) throws(FormatError) {
    self = try JSONScanner.readWhole(Array(text.utf8)) { bytes, scanner throws(FormatError) in
      try GeoJSONParser(srid: srid).readFeature(bytes, &scanner)
    }
  }

  /// The feature as GeoJSON; members of `properties` and foreign ones are sorted by name.
  ///
  /// - Throws: As ``Geometry/geoJSON(_:)``.
  /// - Complexity: Linear in the size.
  public func geoJSON(_ ordinates: OrdinateFormat = .shortest) throws(GeometryError) -> String {
    var writer = JSONWriter(ordinates: ordinates)
    try write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONScanner {
  /// Reads a text that consists of one value.
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

extension Geometry {
  /// Reads a geometry of GeoJSON.
  ///
  /// A third number is Z; a fourth is refused, since it has no meaning that is agreed on. Empty arrays of
  /// coordinates make empty geometries; `bbox` and foreign members are passed over, which
  /// ``GeoJSONFeature`` keeps.
  ///
  /// ```swift
  /// let valve = try Geometry(geoJSON: #"{"type":"Point","coordinates":[11.5,48.1]}"#, srid: 4326)
  /// ```
  ///
  /// - Parameters:
  ///   - text: One geometry and nothing after it but blanks.
  ///   - srid: The reference system that the coordinates are known to be in. RFC 7946 knows WGS 84 only
  ///     (EPSG 4326, longitude first).
  /// - Throws: ``FormatError`` with byte offset and line: syntax, unknown types, missing and duplicate
  ///   members, open rings, deep nesting.
  /// - Complexity: Linear in the input.
  public init(geoJSON text: String, srid: SRID? = nil) throws(FormatError) {
    try self.init(geoJSON: Array(text.utf8), srid: srid)
  }

  /// Reads a geometry of GeoJSON from UTF-8.
  ///
  /// - Throws: As ``init(geoJSON:srid:)-(String,_)``.
  public init(geoJSON bytes: [UInt8], srid: SRID? = nil) throws(FormatError) {
    self = try JSONScanner.readWhole(bytes) { bytes, scanner throws(FormatError) in
      try GeoJSONParser(srid: srid).readGeometry(bytes, &scanner)
    }
  }

  /// The geometry as GeoJSON, without its reference system.
  ///
  /// Rings keep the direction they have; ``orientingRings(_:)`` turns them as RFC 7946 recommends. The
  /// coordinates are written whatever their reference system is, though RFC 7946 knows WGS 84 only.
  ///
  /// - Throws: ``GeometryError`` with code `unsupportedType` for measures, which GeoJSON has no place for,
  ///   `nonFiniteOrdinate` for NaN and infinity.
  /// - Complexity: Linear in the number of coordinates.
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
  /// - Throws: ``FormatError`` with byte offset and line.
  /// - Complexity: Linear in the input.
  public init(geoJSON text: String, srid: SRID? = nil) throws(FormatError) {
    self = try JSONScanner.readWhole(Array(text.utf8)) { bytes, scanner throws(FormatError) in
      try GeoJSONParser(srid: srid).readFeature(bytes, &scanner)
    }
  }

  /// The feature as GeoJSON; members of `properties` and foreign ones sorted by name.
  ///
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

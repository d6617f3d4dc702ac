extension Geometry {
  /// Reads a geometry of Esri JSON: a point, multipoint, polyline, polygon or envelope, with only white space after
  /// it.
  ///
  /// A point without x is empty. `spatialReference` counts by its `latestWkid`, otherwise its `wkid`; `srid` is the
  /// system that the coordinates are known to be in. One path makes a line and several a multi line. Clockwise rings
  /// are exterior, the others are holes of the smallest exterior ring around them; several exterior rings make a
  /// multi polygon. An envelope becomes a polygon.
  ///
  /// ```swift
  /// let text = #"{"paths":[[[0,0],[10,0]]],"spatialReference":{"wkid":25832}}"#
  /// let pipe = try Geometry(esriJSON: text)
  /// pipe.wkt   // -> LINESTRING (0 0, 10 0)
  /// pipe.srid  // -> 25832
  /// ```
  ///
  /// - Throws: ``FormatError`` with byte offset and line: `syntax`, `truncated`, `unsupportedCurve` for true curves,
  ///   `unexpectedType`, `missingMember`, `duplicateMember`, `unsupportedDimensions`, `nestedTooDeep`,
  ///   `trailingData`, and `invalidGeometry` for open rings, lines of one coordinate, or a reference system other
  ///   than `srid`.
  /// - Z and M: `hasZ` and `hasM` say what positions have; without them a third number is Z and a fourth M. `null`,
  ///   `"NaN"` and, with `hasZ` or `hasM`, numbers left out at the end are missing: NaN.
  /// - Complexity: Linear in the input; with several exterior rings their number times the coordinates of holes.
  /// - Source: Esri's REST API, geometry objects.
  public init(esriJSON text: String, srid: SRID? = nil) throws(FormatError) {
    self = try JSONScanner.readWhole(Array(text.utf8)) { bytes, scanner throws(FormatError) in
      try EsriJSONParser(srid: srid).readGeometry(bytes, &scanner)
    }
  }

  /// The geometry as Esri JSON, with its reference system as `wkid`.
  ///
  /// Exterior rings are written clockwise and holes counterclockwise, since direction is how the format tells them
  /// apart. A multi geometry of one line or polygon is read back as that line or polygon.
  ///
  /// ```swift
  /// let pipe = try Geometry(wkt: "LINESTRING (0 0, 10 0.125)", srid: 25_832)
  /// try pipe.esriJSON()  // -> {"paths":[[[0,0],[10,0.125]]],"spatialReference":{"wkid":25832}}
  /// try Geometry(wkt: "POINT (1.2345 2)").esriJSON(.decimals(2))  // -> {"x":1.23,"y":2}
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `unsupportedType` for collections, `nonFiniteOrdinate` for NaN in x or y
  ///   and for infinity.
  /// - Z and M: Kept; NaN is written as `null`.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's REST API, geometry objects.
  public func esriJSON(_ ordinates: OrdinateFormat = .shortest) throws(GeometryError) -> String {
    var writer = JSONWriter(ordinates: ordinates, allowsMissing: true)
    try writer.writeEsriJSON(orientingRings(.clockwise))
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension EsriFeature {
  /// Reads one feature of Esri JSON; a bare geometry becomes a feature without attributes.
  ///
  /// ``EsriJSONReader`` reads feature sets.
  ///
  /// - Throws: ``FormatError`` as ``Geometry/init(esriJSON:srid:)``.
  /// - Complexity: As ``Geometry/init(esriJSON:srid:)``.
  public init(esriJSON text: String, srid: SRID? = nil) throws(FormatError) {
    self = try JSONScanner.readWhole(Array(text.utf8)) { bytes, scanner throws(FormatError) in
      try EsriJSONParser(srid: srid).readFeature(bytes, &scanner)
    }
  }

  /// The feature as Esri JSON, attributes and foreign members sorted by name.
  ///
  /// - Throws: As ``Geometry/esriJSON(_:)``.
  /// - Complexity: Linear in the size.
  public func esriJSON(_ ordinates: OrdinateFormat = .shortest) throws(GeometryError) -> String {
    var writer = JSONWriter(ordinates: ordinates, allowsMissing: true)
    try write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

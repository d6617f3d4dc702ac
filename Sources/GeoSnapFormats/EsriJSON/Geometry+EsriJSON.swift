/// A feature of Esri JSON: a geometry and its attributes.
///
/// ```swift
/// let text = #"{"geometry":{"x":1,"y":2},"attributes":{"OBJECTID":7}}"#
/// let feature = try EsriFeature(esriJSON: text)
/// feature.geometry        // -> POINT (1 2)
/// try feature.esriJSON()  // -> {"attributes":{"OBJECTID":7},"geometry":{"x":1,"y":2}}
/// ```
///
/// - Z and M: As ``Geometry/init(esriJSON:srid:)``.
/// - Source: Esri's REST API, feature objects.
public struct EsriFeature: Equatable, Sendable {
  /// The geometry; nil when the feature has none.
  public var geometry: Geometry?
  /// The attributes by name.
  public var attributes: [String: JSONFragment]
  /// Other members, unchanged.
  public var foreignMembers: [String: JSONFragment]

  /// Creates a feature.
  public init(
    geometry: Geometry?,
    attributes: [String: JSONFragment] = [:],
    foreignMembers: [String: JSONFragment] = [:]
  ) {
    self.geometry = geometry
    self.attributes = attributes
    self.foreignMembers = foreignMembers
  }

  /// Reads one feature of Esri JSON; a bare geometry becomes a feature without attributes.
  ///
  /// ``EsriJSONReader`` reads feature sets.
  ///
  /// - Throws: ``FormatError`` as ``Geometry/init(esriJSON:srid:)``.
  /// - Complexity: As ``Geometry/init(esriJSON:srid:)``.
  public init(esriJSON text: String, srid: SRID? = nil) throws(FormatError) {
    self = try JSONScanner.readWhole(Array(text.utf8)) { bytes, scanner throws(FormatError) in
      let parser = EsriJSONParser(srid: srid)
      return try EsriJSONObject(bytes, &scanner, parser).feature(parser)
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

  func write(_ writer: inout JSONWriter) throws(GeometryError) {
    writer.write("{\"attributes\":")
    try writer.write(.object(attributes))
    if let geometry {
      writer.write(",\"geometry\":")
      try writer.writeEsriJSON(geometry.orientingRings(.clockwise))
    }
    try writer.writeMembers(foreignMembers)
    writer.write(byte: JSONByte.closeBrace)
  }
}

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
      let parser = EsriJSONParser(srid: srid)
      return try EsriJSONObject(bytes, &scanner, parser).geometry(parser)
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

extension JSONWriter {
  mutating func writeEsriJSON(_ geometry: Geometry) throws(GeometryError) {
    write(byte: JSONByte.openBrace)
    switch geometry {
    case .point(let point): try writePoint(point)
    case .multiPoint(let points):
      writeFlags(points.coordinates.dimensions)
      write("\"points\":")
      try writePath(points.coordinates, 0..<points.coordinates.count)
    case .lineString(let line):
      let count = line.coordinates.count
      try writePaths("paths", line.coordinates, count == 0 ? [] : [count])
    case .multiLineString(let lines): try writePaths("paths", lines.coordinates, lines.partEnds)
    case .polygon(let polygon): try writePaths("rings", polygon.coordinates, polygon.ringEnds)
    case .multiPolygon(let polygons):
      try writePaths("rings", polygons.coordinates, polygons.ringEnds)
    case .collection:
      throw GeometryError(
        .unsupportedType,
        "Esri JSON has no geometry collections: write the parts one by one."
      )
    }
    if let srid = geometry.srid { write(",\"spatialReference\":{\"wkid\":\(srid)}") }
    write(byte: JSONByte.closeBrace)
  }

  private mutating func writePoint(_ point: Point) throws(GeometryError) {
    guard let place = point.coordinate else { return write("\"x\":null,\"y\":null") }
    write("\"x\":")
    try writeOrdinate(place.x)
    write(",\"y\":")
    try writeOrdinate(place.y)
    if let z = point.z {
      write(",\"z\":")
      try writeOrdinate(z, mayBeMissing: true)
    }
    if let m = point.m {
      write(",\"m\":")
      try writeOrdinate(m, mayBeMissing: true)
    }
  }

  private mutating func writePaths(
    _ name: String,
    _ coordinates: CoordinateSequence,
    _ ends: [Int]
  ) throws(GeometryError) {
    writeFlags(coordinates.dimensions)
    write("\"")
    write(name)
    write("\":")
    try writePaths(coordinates, ends[...], start: 0)
  }

  private mutating func writeFlags(_ dimensions: CoordinateDimensions) {
    if dimensions.hasZ { write("\"hasZ\":true,") }
    if dimensions.hasM { write("\"hasM\":true,") }
  }
}

/// Reads Esri JSON feature by feature, from bytes that arrive in pieces.
///
/// The input is a feature set, as map services return, or features and geometries one after the other.
/// `spatialReference`, `hasZ` and `hasM` of a set have to come before its features, as services write them.
///
/// ```swift
/// var reader = EsriJSONReader()
/// var found: [Geometry] = []
/// for piece in [#"{"features":[{"geometry":{"x":1,"#, #""y":2}},{"geometry":{"x":3,"y":4}}]}"#] {
///   reader.append(piece.utf8)
///   while let feature = try reader.next() { found += [feature.geometry].compactMap(\.self) }
/// }
/// reader.finish()
/// while let feature = try reader.next() { found += [feature.geometry].compactMap(\.self) }
/// found  // -> [POINT (1 2), POINT (3 4)]
/// ```
///
/// - Z and M: As ``Geometry/init(esriJSON:srid:)``; `hasZ` and `hasM` of a set apply to all its features.
/// - Complexity: Linear in the input; a feature that spans many pieces is read at most twice.
/// - Source: Esri's REST API, feature sets.
public struct EsriJSONReader: Sendable {
  private var stream: JSONFeatureStream<EsriFeatures>

  /// Creates a reader that refuses features of more than `longestFeature` bytes.
  ///
  /// `srid` is the known reference system of the coordinates; a set in another system is refused.
  public init(srid: SRID? = nil, longestFeature: Int = 256 << 20) {
    stream = JSONFeatureStream(
      EsriFeatures(parser: EsriJSONParser(srid: srid)),
      longestItem: longestFeature
    )
  }

  /// Appends the next piece of the input, which must come before ``finish()``.
  public mutating func append(_ bytes: some Sequence<UInt8>) { stream.feed.append(bytes) }

  /// Marks the end of the input.
  public mutating func finish() { stream.feed.finish() }

  /// The next feature; nil when more bytes are needed, and after ``finish()`` at the end.
  ///
  /// After an error in a feature that is sound JSON, the next call continues with the next feature; after another
  /// error the reader is at its end.
  ///
  /// - Throws: ``FormatError`` with byte offset and line, as ``Geometry/init(esriJSON:srid:)``; `tooLong` for a
  ///   feature that is too long.
  @inline(never)
  public mutating func next() throws(FormatError) -> EsriFeature? { try stream.next() }

  /// Other members of the sets read so far, such as `fields` and `geometryType`, unchanged.
  public var foreignMembers: [String: JSONFragment] { stream.format.foreignMembers }

  /// The number of values that were whole numbers beyond 64 bits and became the nearest doubles.
  package var roundedCount: Int { stream.roundedCount }

  /// Creates a reader that also returns lines of one coordinate and open rings.
  init(tolerating srid: SRID?) {
    self.init(srid: srid)
    stream.format.parser.isChecking = false
  }
}

struct EsriFeatures: JSONFeatureFormat {
  var parser: EsriJSONParser
  var foreignMembers: [String: JSONFragment] = [:]
  /// The parser with the settings from before a feature set.
  private let outside: EsriJSONParser

  init(parser: EsriJSONParser) {
    self.parser = parser
    outside = parser
  }

  func readFeature(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> EsriFeature {
    try EsriJSONObject(bytes, &scanner, parser).feature(parser)
  }

  mutating func readText(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> EsriFeature? {
    let object = try EsriJSONObject(bytes, &scanner, parser, stopsAtFeatures: true)
    if !object.isCollection { return try object.feature(parser) }
    foreignMembers = object.foreignMembers
    parser.srid = try object.srid(agreeingWith: parser)
    parser.olderCode = object.olderCode
    parser.hasZ = object.hasZ
    parser.hasM = object.hasM
    return nil
  }

  mutating func readTail(
    _ name: JSONName,
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) {
    for late in ["spatialReference", "hasZ", "hasM", "features"]
    where name.matches(late, in: bytes) {
      throw FormatError(
        .syntax,
        "\"\(late)\" must come before the features of the set.",
        offset: name.range.lowerBound
      )
    }
    try JSONFragment.readMember(name, bytes, &scanner, into: &foreignMembers)
  }

  mutating func endCollection(at offset: Int) {
    let checks = parser.isChecking
    parser = outside
    parser.isChecking = checks
  }
}

/// Reads GeoJSON feature by feature, from bytes that arrive in pieces.
///
/// The input is a feature collection, or features and geometries one after the other, also as in RFC 8142. The reader
/// holds at most one feature and one piece in memory.
///
/// ```swift
/// var reader = GeoJSONReader(srid: 4326)
/// var found: [Geometry] = []
/// for piece in [#"{"type":"Point","coor"#, #"dinates":[8,48]}"#] {
///   reader.append(piece.utf8)
///   while let feature = try reader.next() { found += [feature.geometry].compactMap(\.self) }
/// }
/// reader.finish()
/// while let feature = try reader.next() { found += [feature.geometry].compactMap(\.self) }
/// found  // -> [POINT (8 48)]
/// ```
///
/// - Units: Ordinates are read unchanged; RFC 7946 permits degrees on WGS 84 only.
/// - Z and M: As ``Geometry/init(geoJSON:srid:)-(String,_)``.
/// - Complexity: Linear in the input; a feature that spans many pieces is read at most twice.
/// - Source: RFC 7946, 3.3, and RFC 8142.
public struct GeoJSONReader: Sendable {
  private var stream: JSONFeatureStream<GeoJSONFeatures>

  /// Creates a reader that refuses features of more than `longestFeature` bytes.
  ///
  /// `srid` is the known reference system of the coordinates. RFC 7946 permits WGS 84 only (EPSG 4326, longitude
  /// first); the `crs` of older files is not interpreted.
  public init(srid: SRID? = nil, longestFeature: Int = 256 << 20) {
    stream = JSONFeatureStream(
      GeoJSONFeatures(parser: GeoJSONParser(srid: srid)),
      longestItem: longestFeature
    )
  }

  /// Appends the next piece of the input, which must come before ``finish()``.
  public mutating func append(_ bytes: some Sequence<UInt8>) { stream.feed.append(bytes) }

  /// Marks the end of the input.
  public mutating func finish() { stream.feed.finish() }

  /// The next feature; nil when more bytes are needed, and after ``finish()`` at the end.
  ///
  /// A bare geometry becomes a feature without other members. After an error in a feature that is sound JSON, the
  /// next call continues with the next feature; after another error the reader is at its end.
  ///
  /// - Throws: ``FormatError`` with byte offset and line, as ``Geometry/init(geoJSON:srid:)-(String,_)``; `tooLong`
  ///   for a feature that is too long.
  @inline(never)
  public mutating func next() throws(FormatError) -> GeoJSONFeature? { try stream.next() }

  /// Other members of the collections read so far, such as `bbox` or `crs`, unchanged; complete at the end.
  public var foreignMembers: [String: JSONFragment] { stream.format.foreignMembers }

  /// The number of values that were whole numbers beyond 64 bits and became the nearest doubles.
  package var roundedCount: Int { stream.roundedCount }

  var pending: Int { stream.feed.pending }

  /// Creates a reader that also returns lines of one coordinate and open rings.
  init(tolerating srid: SRID?) {
    self.init(srid: srid)
    stream.format.parser.isChecking = false
  }
}

struct GeoJSONFeatures: JSONFeatureFormat {
  var parser: GeoJSONParser
  var foreignMembers: [String: JSONFragment] = [:]
  private var hasType = false

  init(parser: GeoJSONParser) { self.parser = parser }

  func readFeature(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> GeoJSONFeature {
    try GeoJSONObject(bytes, &scanner, parser, depth: 0).feature(bytes, parser)
  }

  mutating func readText(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> GeoJSONFeature? {
    let object = try GeoJSONObject(bytes, &scanner, parser, depth: 0, stopsAtFeatures: true)
    if !object.isCollection { return try object.feature(bytes, parser) }
    foreignMembers = try object.collectionMembers(bytes)
    hasType = object.hasType
    return nil
  }

  mutating func readTail(
    _ name: JSONName,
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) {
    if name.matches("type", in: bytes) {
      let type = try scanner.readString(bytes)
      guard !hasType, type == "FeatureCollection" else {
        throw FormatError(
          hasType ? .duplicateMember : .unexpectedType,
          "An object with \"features\" must have exactly one type, FeatureCollection.",
          offset: name.range.lowerBound
        )
      }
      hasType = true
    } else {
      try name.refuseTwice(name.matches("features", in: bytes), in: bytes)
      try JSONFragment.readMember(name, bytes, &scanner, into: &foreignMembers)
    }
  }

  func endCollection(at offset: Int) throws(FormatError) {
    guard hasType else {
      throw FormatError(.missingMember, "The member \"type\" is missing.", offset: offset)
    }
  }
}

/// A feature collection of GeoJSON in memory.
///
/// ``GeoJSONReader`` reads files that are too large for memory.
///
/// ```swift
/// let text = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[8,48]},"properties":{"size":50}}"#
/// let collection = try GeoJSONCollection(geoJSON: Array(text.utf8), srid: 4326)
/// collection.features[0].geometry   // -> POINT (8 48)
/// try collection.geoJSON().isEmpty  // -> false
/// ```
///
/// - Units: Ordinates are read and written unchanged; RFC 7946 permits degrees on WGS 84 only.
/// - Z and M: As ``Geometry/init(geoJSON:srid:)-(String,_)``.
/// - Source: RFC 7946, 3.3; sequences as in RFC 8142.
public struct GeoJSONCollection: Equatable, Sendable {
  /// The features, in stored order.
  public var features: [GeoJSONFeature]
  /// Other members, unchanged: a `bbox`, and foreign ones such as `crs` and `name`.
  public var foreignMembers: [String: JSONFragment]

  /// Creates a collection.
  public init(_ features: [GeoJSONFeature], foreignMembers: [String: JSONFragment] = [:]) {
    self.features = features
    self.foreignMembers = foreignMembers
  }

  /// Reads a feature collection, or features and geometries one after the other, from UTF-8.
  ///
  /// - Throws: ``FormatError`` as ``Geometry/init(geoJSON:srid:)-(String,_)``, with byte offset and line of the first
  ///   feature that cannot be read.
  /// - Complexity: Linear in the input.
  public init(geoJSON bytes: [UInt8], srid: SRID? = nil) throws(FormatError) {
    var reader = GeoJSONReader(srid: srid, longestFeature: .max)
    reader.append(bytes)
    reader.finish()
    features = []
    while let feature = try reader.next() {
      features.append(consume feature)
      if features.count == 100 {
        // Room for all features, if the others are as long as these.
        let length = (bytes.count - reader.pending) / features.count
        features.reserveCapacity(features.count + bytes.count / length)
      }
    }
    foreignMembers = reader.foreignMembers
  }

  /// The collection as GeoJSON in UTF-8, each feature on a line.
  ///
  /// - Throws: As ``Geometry/geoJSON(_:)``.
  /// - Complexity: Linear in the size.
  public func geoJSON(_ ordinates: OrdinateFormat = .shortest) throws(GeometryError) -> [UInt8] {
    var writer = JSONWriter(ordinates: ordinates)
    writer.write("{\"type\":\"FeatureCollection\",\"features\":[")
    for (index, feature) in features.enumerated() {
      writer.write(index > 0 ? ",\n" : "\n")
      try feature.write(&writer)
    }
    writer.write("\n]")
    try writer.writeMembers(foreignMembers)
    writer.write("}\n")
    return writer.bytes
  }
}

/// The EPSG or Esri code of a member `crs`, which GeoJSON had before RFC 7946; nil for other systems, and for compound
/// ones.
///
/// - `name`: Its name, such as `urn:ogc:def:crs:EPSG::25832`, `EPSG:25832` or
///   `http://www.opengis.net/def/crs/EPSG/0/25832`.
/// - `type`, `code`: Its type and code; a draft of GeoJSON had codes of type `EPSG`.
package func systemCode(name: String?, type: String?, code: String?) -> SRID? {
  let coded = type == "EPSG" ? code.map { "EPSG:\($0)" } : nil
  guard let name = (name ?? coded)?.uppercased(),
    // The names of compound systems have commas or queries.
    !name.contains(where: { ",?&".contains($0) }),
    let last = name.split(whereSeparator: { ":/#".contains($0) }).last
  else { return nil }
  if last == "CRS84" || last == "CRS84H" { return 4326 }
  guard name.contains("EPSG") || name.contains("ESRI") else { return nil }
  return SRID(last).flatMap { $0 > 0 ? $0 : nil }
}

/// Reads GeoJSON feature by feature, from bytes that come piece by piece.
///
/// The input is a feature collection, or features and geometries one after the other, each on a line
/// or not (also RFC 8142's sequences). No more than one feature is held besides the piece it came in.
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
/// - Units: Ordinates are read as they are; RFC 7946 knows degrees on WGS 84 only.
/// - Z and M: As ``Geometry/init(geoJSON:srid:)-(String,_)``.
/// - Errors: ``next()`` tells what cannot be read.
/// - Complexity: Linear in the input; a feature that spans many pieces is read at most twice over.
/// - Source: RFC 7946, 3.3, and RFC 8142.
public struct GeoJSONReader: Sendable {
  private var stream: JSONFeatureStream<GeoJSONFeatures>

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - srid: The reference system that the coordinates are known to be in. RFC 7946 knows WGS 84 only
  ///     (EPSG 4326, longitude first); nothing is read from the `crs` that came before it.
  ///   - longestFeature: A feature of more bytes is refused.
  public init(srid: SRID? = nil, longestFeature: Int = 256 << 20) {
    stream = JSONFeatureStream(
      GeoJSONFeatures(parser: GeoJSONParser(srid: srid)),
      longestItem: longestFeature
    )
  }

  /// Hands over the next piece of the input.
  ///
  /// - Precondition: ``finish()`` was not called.
  public mutating func append(_ bytes: some Sequence<UInt8>) { stream.feed.append(bytes) }

  /// Tells that nothing more comes.
  public mutating func finish() { stream.feed.finish() }

  /// The next feature; nil when more bytes are needed, after ``finish()`` at the end.
  ///
  /// A bare geometry is a feature that has nothing else. After an error within a feature that is sound JSON
  /// the next call goes on behind it; after any other the reader is at its end.
  ///
  /// - Throws: ``FormatError`` with byte offset and line, as ``Geometry/init(geoJSON:srid:)-(String,_)``;
  ///   `tooLong` for a feature of more bytes than it may have.
  @inline(never)
  public mutating func next() throws(FormatError) -> GeoJSONFeature? { try stream.next() }

  /// Other members of the collections that were read, a `bbox` or a `crs`, kept as they are.
  ///
  /// Those behind the features are there when the last feature has been read.
  public var foreignMembers: [String: JSONFragment] { stream.format.foreignMembers }
}

extension GeoJSONReader {
  /// How many values were whole numbers beyond 64 bits, which became the doubles nearest to them.
  package var roundedCount: Int { stream.roundedCount }

  /// How many bytes are yet to be read.
  var pending: Int { stream.feed.pending }

  /// Creates a reader that also lets pass what no geometry may be.
  init(tolerating srid: SRID?) {
    self.init(srid: srid)
    stream.format.parser.isChecking = false
  }
}

/// The features of GeoJSON for a stream.
struct GeoJSONFeatures: JSONFeatureFormat {
  var parser: GeoJSONParser
  var foreignMembers: [String: JSONFragment] = [:]
  private var hasType = false

  init(parser: GeoJSONParser) { self.parser = parser }

  func readFeature(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> GeoJSONFeature {
    try parser.readFeature(bytes, &scanner)
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
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) {
    while scanner.take(bytes, JSONByte.comma) {
      let name = try scanner.readName(bytes)
      if name.matches("type", in: bytes) {
        let type = try scanner.readString(bytes)
        guard !hasType, type == "FeatureCollection" else {
          throw FormatError(
            hasType ? .duplicateMember : .unexpectedType,
            "What has features has one type, FeatureCollection.",
            offset: name.range.lowerBound
          )
        }
        hasType = true
      } else if name.matches("features", in: bytes) {
        throw FormatError(
          .duplicateMember,
          "The member \"features\" stands twice in an object.",
          offset: name.range.lowerBound
        )
      } else {
        try JSONFragment.readMember(name, bytes, &scanner, into: &foreignMembers)
      }
    }
    try scanner.expect(bytes, JSONByte.closeBrace, "a comma or the end of the collection")
    guard hasType else {
      throw FormatError(.missingMember, "The member \"type\" is missing.", offset: scanner.offset)
    }
  }
}

/// Reads Esri JSON feature by feature, from bytes that come piece by piece.
///
/// The input is a set of features as map services answer with, or features and geometries one after the
/// other. `spatialReference`, `hasZ` and `hasM` of a set count when they stand before its features, where
/// services write them.
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
/// - Z and M: As ``Geometry/init(esriJSON:srid:)``, `hasZ` and `hasM` of a set for all its features.
/// - Errors: ``next()`` tells what cannot be read.
/// - Complexity: Linear in the input; a feature that spans many pieces is read at most twice over.
/// - Source: Esri's REST API, feature sets.
public struct EsriJSONReader: Sendable {
  private var stream: JSONFeatureStream<EsriFeatures>

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - srid: The reference system that the coordinates are known to be in; a set that says another is refused.
  ///   - longestFeature: A feature of more bytes is refused.
  public init(srid: SRID? = nil, longestFeature: Int = 256 << 20) {
    stream = JSONFeatureStream(
      EsriFeatures(parser: EsriJSONParser(srid: srid)),
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
  /// After an error within a feature that is sound JSON the next call goes on behind it; after any other the
  /// reader is at its end.
  ///
  /// - Throws: ``FormatError`` with byte offset and line, as ``Geometry/init(esriJSON:srid:)``; `tooLong` for a
  ///   feature of more bytes than it may have.
  @inline(never)
  public mutating func next() throws(FormatError) -> EsriFeature? { try stream.next() }

  /// Other members of the sets that were read, such as `fields` and `geometryType`, kept as they are.
  public var foreignMembers: [String: JSONFragment] { stream.format.foreignMembers }
}

extension EsriJSONReader {
  /// How many values were whole numbers beyond 64 bits, which became the doubles nearest to them.
  package var roundedCount: Int { stream.roundedCount }

  /// Creates a reader that also lets pass what no geometry may be.
  init(tolerating srid: SRID?) {
    self.init(srid: srid)
    stream.format.parser.isChecking = false
  }
}

/// The features of Esri JSON for a stream.
struct EsriFeatures: JSONFeatureFormat {
  var parser: EsriJSONParser
  var foreignMembers: [String: JSONFragment] = [:]
  /// The parser as it was before a set told what its features have.
  private let outside: EsriJSONParser

  init(parser: EsriJSONParser) {
    self.parser = parser
    outside = parser
  }

  func readFeature(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> EsriFeature {
    try parser.readFeature(bytes, &scanner)
  }

  mutating func readText(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> EsriFeature? {
    let object = try EsriJSONObject(bytes, &scanner, parser, stopsAtFeatures: true)
    if !object.isCollection { return try object.feature(parser) }
    foreignMembers = object.foreignMembers
    do throws(GeometryError) {
      parser.srid = try commonSRID(parser.srid, object.srid)
    } catch {
      throw FormatError(error, offset: 0)
    }
    parser.hasZ = object.hasZ
    parser.hasM = object.hasM
    return nil
  }

  mutating func readTail(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) {
    while scanner.take(bytes, JSONByte.comma) {
      let name = try scanner.readName(bytes)
      for late in ["spatialReference", "hasZ", "hasM", "features"]
      where name.matches(late, in: bytes) {
        throw FormatError(
          .syntax,
          "\"\(late)\" of a set of features must stand before them.",
          offset: name.range.lowerBound
        )
      }
      try JSONFragment.readMember(name, bytes, &scanner, into: &foreignMembers)
    }
    try scanner.expect(bytes, JSONByte.closeBrace, "a comma or the end of the set")
    let checks = parser.isChecking
    parser = outside
    parser.isChecking = checks
  }
}

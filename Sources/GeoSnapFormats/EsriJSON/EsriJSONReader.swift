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
}

extension EsriJSONReader {
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
    try parser.readFeature(bytes, &scanner)
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

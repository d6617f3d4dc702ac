/// Parses Esri JSON into geometries and features.
struct EsriJSONParser {
  var srid: SRID?
  /// The `wkid` that the collection states beside its `latestWkid`, for the same system.
  var olderCode: SRID?
  /// Whether positions have Z, and M, by the flags of the collection; nil without flags.
  var hasZ: Bool?
  var hasM: Bool?
  /// Whether lines of one coordinate and open rings are refused.
  var isChecking = true

  func readGeometry(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> Geometry {
    try EsriJSONObject(bytes, &scanner, self).geometry(self)
  }

  /// Reads a feature, or a bare geometry as a feature without attributes.
  func readFeature(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> EsriFeature {
    try EsriJSONObject(bytes, &scanner, self).feature(self)
  }

  static let rules = NestedPositions.Rules(
    deepest: 2,
    widths: 2...4,
    allowsMissing: true,
    widthAdvice: "A position of Esri JSON has 2 numbers, and up to 2 more for Z and M."
  )

  /// Reads the code of a reference system, `latestWkid` before `wkid`, and its `wkid`; nil for one in text (`wkt`).
  static func readSpatialReference(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> (srid: SRID?, olderCode: SRID?) {
    if try scanner.takeNull(bytes) { return (nil, nil) }
    let start = scanner.offset
    let members = try JSONFragment.readMembers(bytes, &scanner)
    let codes = ["latestWkid", "wkid"].compactMap { members[$0] }
    guard let code = codes.first(where: { $0 != .null }) else { return (nil, nil) }
    guard case .integer(let number) = code, let srid = SRID(exactly: number) else {
      throw FormatError(
        .syntax,
        "The latestWkid or, if it is missing, the wkid must be a whole number of 32 bits.",
        offset: start
      )
    }
    var olderCode: SRID?
    if case .integer(let older)? = members["wkid"] { olderCode = SRID(exactly: older) }
    return srid == 0 ? (nil, nil) : (srid, olderCode)
  }
}

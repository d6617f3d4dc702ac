/// Parses GeoJSON into geometries and features.
struct GeoJSONParser {
  let srid: SRID?
  /// Whether lines of one coordinate and open rings are refused.
  var isChecking = true

  func readGeometry(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> Geometry {
    let object = try GeoJSONObject(bytes, &scanner, self, depth: 0)
    return try object.geometry(bytes, self)
  }

  /// Reads a feature, or a bare geometry as a feature without other members.
  func readFeature(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> GeoJSONFeature {
    try GeoJSONObject(bytes, &scanner, self, depth: 0).feature(bytes, self)
  }

  /// The number of arrays around the positions of a type.
  static func positionDepth(_ type: GeometryType) -> Int {
    switch type {
    case .point: 0
    case .lineString, .multiPoint: 1
    case .polygon, .multiLineString: 2
    case .multiPolygon: 3
    case .geometryCollection: 0
    }
  }

  static let rules = NestedPositions.Rules(
    deepest: 3,
    widths: 2...3,
    allowsMissing: false,
    widthAdvice: "A position of GeoJSON has 2 numbers, or 3 with a height; GeoJSON has no measures."
  )
}

extension GeometryType {
  package var geoJSONName: String {
    switch self {
    case .point: "Point"
    case .lineString: "LineString"
    case .polygon: "Polygon"
    case .multiPoint: "MultiPoint"
    case .multiLineString: "MultiLineString"
    case .multiPolygon: "MultiPolygon"
    case .geometryCollection: "GeometryCollection"
    }
  }
}

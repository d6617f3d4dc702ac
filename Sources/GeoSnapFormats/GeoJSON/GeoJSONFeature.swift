/// A feature of GeoJSON: a geometry and its properties.
///
/// ```swift
/// let text = #"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[8,48]},"properties":null}"#
/// let feature = try GeoJSONFeature(geoJSON: text)
/// feature.geometry               // -> POINT (8 48)
/// try feature.geoJSON() == text  // -> true
/// ```
///
/// - Units: Ordinates are read and written unchanged; RFC 7946 permits degrees on WGS 84 only.
/// - Z and M: As ``Geometry/init(geoJSON:srid:)-(String,_)``.
/// - Source: RFC 7946, 3.2.
public struct GeoJSONFeature: Equatable, Sendable {
  /// A text or number that identifies it; nil when it has none.
  public var id: JSONFragment?
  /// The geometry; nil when the feature has none.
  public var geometry: Geometry?
  /// The properties by name; nil for `null`.
  public var properties: [String: JSONFragment]?
  /// Other members of the feature, unchanged: a `bbox`, and foreign ones.
  public var foreignMembers: [String: JSONFragment]
  /// Other members of its geometry, unchanged; those of a collection's members are dropped.
  public var geometryMembers: [String: JSONFragment]

  /// Creates a feature.
  public init(
    id: JSONFragment? = nil,
    geometry: Geometry?,
    properties: [String: JSONFragment]? = nil,
    foreignMembers: [String: JSONFragment] = [:],
    geometryMembers: [String: JSONFragment] = [:]
  ) {
    self.id = id
    self.geometry = geometry
    self.properties = properties
    self.foreignMembers = foreignMembers
    self.geometryMembers = geometryMembers
  }
}

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
}

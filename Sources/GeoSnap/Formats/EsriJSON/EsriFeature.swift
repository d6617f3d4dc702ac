/// A feature of Esri JSON: a geometry and its attributes.
public struct EsriFeature: Hashable, Sendable {
  /// The geometry; nil when the feature has no place.
  public var geometry: Geometry?
  /// The attributes by name.
  public var attributes: [String: JSONFragment]
  /// Other members, kept as they are.
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

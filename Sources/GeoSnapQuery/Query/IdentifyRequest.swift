/// What to identify: a place, how far around it, and which features count.
public struct IdentifyRequest: Hashable, Sendable {
  /// The place.
  public var coordinate: Coordinate
  /// The radius of the circle around it, in coordinate units; its border counts.
  ///
  /// At 0 only what lies exactly there, and areas around it, is found.
  public var tolerance: Double
  /// The names of the tables to look in, compared without case; nil for all.
  public var sources: [String]?
  /// The most features of each table; nil for all.
  public var limitPerSource: Int?
  /// The most features in all; nil for all.
  public var limit: Int?
  /// The names of the tables from the topmost layer down.
  ///
  /// Given, hits come layer by layer; tables it does not name come last.
  public var layerOrder: [String]?

  /// Creates a request.
  public init(
    at coordinate: Coordinate,
    tolerance: Double,
    sources: [String]? = nil,
    limitPerSource: Int? = nil,
    limit: Int? = nil,
    layerOrder: [String]? = nil
  ) {
    self.coordinate = coordinate
    self.tolerance = tolerance
    self.sources = sources
    self.limitPerSource = limitPerSource
    self.limit = limit
    self.layerOrder = layerOrder
  }
}

/// A feature under the pointer.
public struct IdentifyHit: Hashable, Sendable {
  /// The feature.
  public var feature: FeatureID
  /// The distance from the place asked about, in coordinate units; 0 inside an area.
  public var distance: Double
  /// The place on the feature that is closest; the place asked about inside an area.
  public var location: Coordinate
  /// The height there; nil when the geometry has none, and inside an area.
  public var z: Double?
  /// The measure there, NaN where it is missing; nil when the geometry has none, and inside an area.
  public var m: Double?

  /// Creates a hit.
  public init(
    feature: FeatureID,
    distance: Double,
    location: Coordinate,
    z: Double? = nil,
    m: Double? = nil
  ) {
    self.feature = feature
    self.distance = distance
    self.location = location
    self.z = z
    self.m = m
  }
}

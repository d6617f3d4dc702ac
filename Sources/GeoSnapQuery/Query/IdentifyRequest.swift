/// A request to identify features at a place.
public struct IdentifyRequest: Hashable, Sendable {
  /// The place.
  public var coordinate: Coordinate
  /// The radius of the circle around the place, in coordinate units, border included; 0 for features exactly there
  /// and areas around it.
  public var tolerance: Double
  /// The names of the tables to search, compared without case; nil for all.
  public var sources: [String]?
  /// The maximum number of features per table; nil for all.
  public var limitPerSource: Int?
  /// The maximum number of features in total; nil for all.
  public var limit: Int?
  /// The names of the tables from the topmost layer down: hits are ordered by layer, other tables come last.
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

/// A feature at a requested place.
public struct IdentifyHit: Hashable, Sendable {
  /// The feature.
  public var feature: FeatureID
  /// The distance from the requested place, in coordinate units; 0 inside an area.
  public var distance: Double
  /// The closest point on the feature; the requested place inside an area.
  public var location: Coordinate
  /// The height at ``location``; nil when the geometry has none, and inside an area.
  public var z: Double?
  /// The measure at ``location``, NaN where it is missing; nil when the geometry has none, and inside an area.
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

/// The place of a geometry that is closest to another place.
public struct ProximityResult: Hashable, Sendable {
  /// The closest place.
  public let coordinate: Coordinate
  /// The height there, interpolated along the segment; nil when the geometry has none.
  public let z: Double?
  /// The measure there, interpolated along the segment; nil when the geometry has none.
  ///
  /// NaN where the measure is missing, and between two vertices of which one misses it.
  public let m: Double?
  /// The planar distance to the place asked for, in coordinate units.
  public let distance: Double
  /// The line's part, the area's ring, or the single place, counted through all members as in ``Geometry/paths``.
  public let part: Int
  /// The vertex within the part: the closest one, or the one at which the closest segment starts.
  public let index: Int
  /// The share of the segment that lies before the place, from 0 to 1; 0 for a vertex.
  public let fraction: Double
}

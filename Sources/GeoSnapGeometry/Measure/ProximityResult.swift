/// The point of a geometry that is closest to a coordinate.
public struct ProximityResult: Hashable, Sendable {
  /// The closest point.
  public let coordinate: Coordinate
  /// The height, interpolated along the segment; nil when the geometry has none.
  public let z: Double?
  /// The measure, interpolated along the segment; nil when the geometry has none.
  ///
  /// NaN where the measure is missing, and between two vertices of which one has no measure.
  public let m: Double?
  /// The planar distance to the coordinate that was asked for, in coordinate units.
  public let distance: Double
  /// The line's part, the area's ring, or the single point, counted over all members as in ``Geometry/paths``.
  public let part: Int
  /// The vertex in the part: the closest one, or the start of the closest segment.
  public let index: Int
  /// The share of the segment before the point, from 0 to 1; 0 for a vertex.
  public let fraction: Double
}

public import GeoSnap

/// A location on a line, on the border of an area, or at a point, measured along geodesics.
public struct GeodesicLocation: Hashable, Sendable {
  /// The share of the total geodesic length that lies before the location, from 0 to 1.
  ///
  /// Lengths add up over the parts in stored order; gaps between parts add nothing. 0 when the total length is 0.
  public let fraction: Double
  /// The place, in the reference system.
  public let coordinate: Coordinate
  /// The height, interpolated along the segment; nil when the geometry has none.
  public let z: Double?
  /// The measure, interpolated along the segment; nil when the geometry has none, NaN where it is missing.
  public let m: Double?
  /// The geodesic distance from the place to which the location is closest, in metres; 0 when no place was given.
  public let distance: Double
  /// The index of the line part, ring or point within the geometry.
  public let part: Int
  /// The index of the segment within the part, which is that of its first vertex.
  public let segment: Int
  /// The share of the segment's geodesic length that lies before the location, from 0 to 1.
  public let segmentFraction: Double
}

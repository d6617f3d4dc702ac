public import GeoSnap

/// A location on a line, on the border of an area, or of a point, measured along geodesics.
public struct GeodesicLocation: Hashable, Sendable {
  /// The share of the total geodesic length that lies before it, from 0 to 1.
  ///
  /// Lengths add up over the parts in stored order; gaps between parts add nothing. 0 where there is no length.
  public let fraction: Double
  /// The place, in the reference system.
  public let coordinate: Coordinate
  /// The height there, interpolated along the segment; nil when there is none.
  public let z: Double?
  /// The measure there, interpolated along the segment; nil when there is none, NaN where it is missing.
  public let m: Double?
  /// The geodesic distance from the place asked for, in metres; 0 when none was.
  public let distance: Double
  /// The part of the line, or the ring or point, counted through the geometry.
  public let part: Int
  /// The segment within the part: the index of the vertex at which it starts.
  public let segment: Int
  /// The share of the segment's geodesic length that lies before it, from 0 to 1.
  public let segmentFraction: Double
}

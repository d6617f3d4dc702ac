/// A location along a line.
public struct LinearLocation: Hashable, Sendable {
  /// The share of the line's total planar length before the location, from 0 to 1; 0 on a line of zero length.
  ///
  /// Lengths add up over the parts in stored order; gaps between parts add nothing.
  public let fraction: Double
  /// The coordinate.
  public let coordinate: Coordinate
  /// The height, interpolated along the segment; nil when the line has none.
  public let z: Double?
  /// The measure, interpolated along the segment; nil when the line has none.
  ///
  /// NaN where the measure is missing, and between two vertices of which one has no measure.
  public let m: Double?
  /// The distance from the coordinate that was asked for, in coordinate units; 0 when none was.
  public let distance: Double
  /// The part of the line.
  public let part: Int
  /// The segment within the part: the index of the vertex at which it starts.
  public let segment: Int
  /// The share of the segment before the location, from 0 to 1.
  public let segmentFraction: Double
}

extension LinearLocation {
  init(
    fraction: Double,
    distance: Double,
    on path: GeometryPath,
    segment: Int,
    segmentFraction: Double
  ) {
    self.fraction = fraction
    self.distance = distance
    self.part = path.part
    self.segment = segment
    self.segmentFraction = segmentFraction
    coordinate = path.segment(segment).coordinate(atFraction: segmentFraction)
    z = path.z(on: segment, atFraction: segmentFraction)
    m = path.m(on: segment, atFraction: segmentFraction)
  }
}

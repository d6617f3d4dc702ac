/// Any number of points that belong to one feature; empty points have no coordinate and are left out.
public struct MultiPoint: Hashable, Sendable {
  /// The points, in stored order.
  public let coordinates: CoordinateSequence
  /// The reference system; nil when none is declared.
  public let srid: SRID?

  /// Creates a multi point.
  public init(_ coordinates: CoordinateSequence, srid: SRID? = nil) {
    self.coordinates = coordinates
    self.srid = srid
  }
}

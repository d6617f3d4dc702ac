/// Any number of places that belong to one feature.
///
/// Empty member points have no coordinates to keep and are left out.
public struct MultiPoint: Hashable, Sendable {
  /// The places, in stored order.
  public let coordinates: CoordinateSequence
  /// The reference system; nil when undeclared.
  public let srid: SRID?

  /// Creates a multi point.
  public init(_ coordinates: CoordinateSequence, srid: SRID? = nil) {
    self.coordinates = coordinates
    self.srid = srid
  }
}

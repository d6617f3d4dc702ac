extension Envelope {
  /// A generous bound of how far a computed distance to an entry of this extent may be below the true one, so that a
  /// box test does not refuse an entry that the exact test accepts.
  @inline(__always)
  func slack(for point: Coordinate, within distance: Double) -> Double {
    let origin = center
    let span = max(width, height) + (point.x - origin.x).magnitude + (point.y - origin.y).magnitude
    let greatest = max(point.x.magnitude, point.y.magnitude)
    // The last term is for squares that underflow.
    return min(distance, span) * 0x1p-50 + span * 0x1p-50 + greatest * 0x1p-51 + 0x1p-535
  }

  /// The window around all entries of this extent that may lie within a distance of a point.
  @inline(__always)
  func window(within distance: Double, of point: Coordinate) -> Envelope {
    Envelope(around: point, radius: distance + slack(for: point, within: distance))
  }
}

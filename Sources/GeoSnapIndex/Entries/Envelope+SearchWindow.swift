extension Envelope {
  /// How far a computed distance to an entry of this extent may be below the true one, generously:
  /// it keeps a box test from refusing what the exact test would take.
  @inline(__always)
  func slack(for point: Coordinate, within distance: Double) -> Double {
    let origin = center
    let span = max(width, height) + (point.x - origin.x).magnitude + (point.y - origin.y).magnitude
    let greatest = max(point.x.magnitude, point.y.magnitude)
    // The last is for squares that underflow.
    return min(distance, span) * 0x1p-50 + span * 0x1p-50 + greatest * 0x1p-51 + 0x1p-535
  }

  /// The window around all entries of this extent that may lie within a distance of a place.
  @inline(__always)
  func window(within distance: Double, of point: Coordinate) -> Envelope {
    Envelope(around: point, radius: distance + slack(for: point, within: distance))
  }
}

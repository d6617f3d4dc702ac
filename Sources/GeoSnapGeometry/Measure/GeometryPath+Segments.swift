extension GeometryPath {
  /// The number of segments; a single point counts as one segment of zero length.
  package var segmentCount: Int { count > 1 ? count - 1 : count }

  package func segment(_ index: Int) -> Segment {
    Segment(self[index], self[min(index + 1, count - 1)])
  }

  /// The height on the segment that starts at vertex `index`, exact at both ends.
  package func z(on index: Int, atFraction fraction: Double) -> Double? {
    guard let start = z(at: index), let end = z(at: min(index + 1, count - 1)) else { return nil }
    return interpolated(start, end, atFraction: fraction)
  }

  /// The measure on the segment that starts at vertex `index`, exact at both ends; NaN when an end has no measure.
  package func m(on index: Int, atFraction fraction: Double) -> Double? {
    guard let start = m(at: index), let end = m(at: min(index + 1, count - 1)) else { return nil }
    return interpolated(start, end, atFraction: fraction)
  }
}

/// The number at a fraction between two others; exactly these at 0 and 1.
package func interpolated(_ start: Double, _ end: Double, atFraction fraction: Double) -> Double {
  if fraction <= 0 { return start }
  if fraction >= 1 { return end }
  return start + fraction * (end - start)
}

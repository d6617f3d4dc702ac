extension GeometryPath {
  /// The number of segments; a single place counts as one segment of zero length.
  var segmentCount: Int { count > 1 ? count - 1 : count }

  /// The segment that starts at vertex `index`.
  func segment(_ index: Int) -> Segment {
    Segment(self[index], self[min(index + 1, count - 1)])
  }

  /// The height on the segment that starts at vertex `index`, exact at both of its ends.
  func z(on index: Int, atFraction fraction: Double) -> Double? {
    guard let start = z(at: index), let end = z(at: min(index + 1, count - 1)) else { return nil }
    if fraction <= 0 { return start }
    if fraction >= 1 { return end }
    return start + fraction * (end - start)
  }
}

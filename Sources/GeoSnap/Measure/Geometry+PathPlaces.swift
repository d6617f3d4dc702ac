// What an index knows of a place is its part and segment; these say the rest.

extension Geometry {
  /// The height at the place of a segment closest to `coordinate`; nil when there is none.
  ///
  /// A part of a single place answers that place's own height.
  func z(part: Int, segment: Int, closestTo coordinate: Coordinate) -> Double? {
    guard hasZ, let path = path(part), segment < path.count else { return nil }
    return path.z(
      on: segment,
      atFraction: path.segment(segment).fraction(closestTo: coordinate)
    )
  }

  /// The measure at the place of a segment closest to `coordinate`; nil when there is none.
  ///
  /// A part of a single place answers that place's own measure. NaN where it is missing, and
  /// between two vertices of which one misses it.
  func m(part: Int, segment: Int, closestTo coordinate: Coordinate) -> Double? {
    guard hasM, let path = path(part), segment < path.count else { return nil }
    return path.m(
      on: segment,
      atFraction: path.segment(segment).fraction(closestTo: coordinate)
    )
  }

  /// The share of a line's planar length, over all parts, at the place of a segment closest to
  /// `coordinate`.
  ///
  /// Nil for what is no line; 0 on a line of zero length.
  func fraction(part: Int, segment: Int, closestTo coordinate: Coordinate) -> Double? {
    guard type == .lineString || type == .multiLineString else { return nil }
    var before = 0.0
    var total = 0.0
    forEachPath { path in
      for index in 0..<path.segmentCount {
        let piece = path.segment(index)
        if path.part == part && index == segment {
          before = total + piece.fraction(closestTo: coordinate) * piece.length
        }
        total += piece.length
      }
    }
    return total > 0 ? min(before / total, 1) : 0
  }

  /// The path that is a part; nil when there is none.
  func path(_ part: Int) -> GeometryPath? {
    var found: GeometryPath?
    forEachPath { path in if path.part == part { found = path } }
    return found
  }
}

// An index stores the part and segment of a location; these members give the rest.

extension Geometry {
  /// The height at the point of a segment closest to `coordinate`, or of a single point; nil without heights.
  package func z(part: Int, segment: Int, closestTo coordinate: Coordinate) -> Double? {
    guard hasZ, let path = path(part), segment < path.count else { return nil }
    return path.z(
      on: segment,
      atFraction: path.segment(segment).fraction(closestTo: coordinate)
    )
  }

  /// The measure at the point of a segment closest to `coordinate`, or of a single point; nil without measures.
  ///
  /// NaN where the measure is missing, and between two vertices of which one has no measure.
  package func m(part: Int, segment: Int, closestTo coordinate: Coordinate) -> Double? {
    guard hasM, let path = path(part), segment < path.count else { return nil }
    return path.m(
      on: segment,
      atFraction: path.segment(segment).fraction(closestTo: coordinate)
    )
  }

  /// The share of a line's planar length, over all parts, at the point of a segment closest to `coordinate`.
  ///
  /// Nil for other types; 0 on a line of zero length.
  package func fraction(part: Int, segment: Int, closestTo coordinate: Coordinate) -> Double? {
    switch self {
    case .lineString(let line):
      return fractionOfLength(
        line.coordinates.ordinates.span,
        width: line.coordinates.dimensions.count,
        ends: CollectionOfOne(line.coordinates.count),
        part,
        segment,
        coordinate
      )
    case .multiLineString(let lines):
      return fractionOfLength(
        lines.coordinates.ordinates.span,
        width: lines.coordinates.dimensions.count,
        ends: lines.partEnds,
        part,
        segment,
        coordinate
      )
    default: return nil
    }
  }

  package func path(_ part: Int) -> GeometryPath? {
    var found: GeometryPath?
    forEachPath { path in if path.part == part { found = path } }
    return found
  }
}

/// The share of the length of all parts up to the point of a segment closest to a coordinate; 0 on zero length.
///
/// `ends` are the parts' ends among the interleaved coordinates.
func fractionOfLength(
  _ ordinates: Span<Double>,
  width: Int,
  ends: some Sequence<Int>,
  _ part: Int,
  _ segment: Int,
  _ coordinate: Coordinate
) -> Double {
  func place(_ index: Int) -> Coordinate {
    Coordinate(x: ordinates[index * width], y: ordinates[index * width + 1])
  }
  var before = 0.0
  var total = 0.0
  var first = 0
  for (number, end) in ends.enumerated() where first < end {
    var start = place(first)
    for index in first + 1..<end {
      let piece = Segment(start, place(index))
      let length = piece.length
      if number == part, index - first - 1 == segment {
        before = total + piece.fraction(closestTo: coordinate) * length
      }
      total += length
      start = piece.end
    }
    first = end
  }
  return total > 0 ? Swift.min(before / total, 1) : 0
}

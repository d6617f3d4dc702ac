extension Geometry {
  /// The location along a line closest to a coordinate, the first one of several; nil for an empty line and for a
  /// coordinate that is not finite.
  @inline(__always)
  func closestLocation(to place: Coordinate) throws(GeometryError) -> LinearLocation? {
    guard case .lineString(let line) = self else { return try closestLocationOfParts(to: place) }
    guard place.isFinite else { return nil }
    var closest = ClosestSegment(to: place)
    var length = 0.0
    closest.look(atLine: line.coordinates, addingTo: &length)
    try checkLength(length)
    return line.coordinates.location(closest, ofLength: length)
  }

  @inline(never) private func closestLocationOfParts(
    to place: Coordinate
  ) throws(GeometryError) -> LinearLocation? {
    guard case .multiLineString(let lines) = self else { throw noLine(type) }
    guard place.isFinite else { return nil }
    var closest = ClosestSegment(to: place)
    var length = 0.0
    var start = 0
    for (part, end) in lines.partEnds.enumerated() {
      closest.look(at: start..<end, of: lines.coordinates, part: part, addingTo: &length)
      start = end
    }
    try checkLength(length)
    return lines.coordinates.location(closest, ofLength: length)
  }
}

extension CoordinateSequence {
  /// The share of a line's length before the point closest to a coordinate.
  @inline(__always) func fraction(closestTo place: Coordinate) throws(GeometryError) -> Double? {
    guard place.isFinite else { return nil }
    // Compared without `count`, which takes a division.
    guard ordinates.count > dimensions.count else {
      return first.flatMap { $0.squaredDistance(to: place) < .infinity ? 0 : nil }
    }
    let scan = SegmentPairScan(
      to: place,
      on: 0..<ordinates.count,
      of: ordinates.span,
      width: dimensions.count,
      closerThan: .infinity,
      after: 0,
      measuring: true
    )
    try checkLength(scan.length)
    return scan.lengthBefore.map { share(of: $0, in: scan.length) }
  }

  @inline(__always)
  fileprivate func location(_ closest: ClosestSegment, ofLength length: Double) -> LinearLocation? {
    guard closest.squaredDistance < .infinity else { return nil }
    let fraction = closest.segment.fraction(closestTo: closest.place)
    return LinearLocation(
      fraction: share(of: closest.along, in: length),
      coordinate: closest.segment.coordinate(atFraction: fraction),
      z: closest.z(in: self, atFraction: fraction),
      m: closest.m(in: self, atFraction: fraction),
      distance: closest.squaredDistance.squareRoot(),
      part: closest.part,
      segment: closest.index,
      segmentFraction: fraction
    )
  }
}

@inline(__always) private func share(of along: Double, in length: Double) -> Double {
  length > 0 ? min(along / length, 1) : 0
}

// An index stores the part and segment of a location; these members give the rest.

extension Geometry {
  /// The height at the point of a segment closest to `coordinate`, or of a single point; nil without heights.
  package func z(part: Int, segment: Int, closestTo coordinate: Coordinate) -> Double? {
    guard hasZ, let path = path(part), segment < path.count else { return nil }
    return path.z(on: segment, atFraction: path.segment(segment).fraction(closestTo: coordinate))
  }

  /// The measure at the point of a segment closest to `coordinate`, or of a single point; nil without measures.
  ///
  /// NaN where the measure is missing, and between two vertices of which one has no measure.
  package func m(part: Int, segment: Int, closestTo coordinate: Coordinate) -> Double? {
    guard hasM, let path = path(part), segment < path.count else { return nil }
    return path.m(on: segment, atFraction: path.segment(segment).fraction(closestTo: coordinate))
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

extension Geometry {
  /// The location along a line closest to a place, the first one of several; nil on an empty line, and
  /// when the place is not finite.
  ///
  /// - Throws: ``GeometryError`` with code `unsupportedType` or `nonFiniteOrdinate`.
  @inline(__always)
  func closestLocation(to place: Coordinate) throws(GeometryError) -> LinearLocation? {
    guard case .lineString(let line) = self else { return try closestLocationOfParts(to: place) }
    guard place.isFinite else { return nil }
    var closest = ClosestSegment(to: place)
    var length = 0.0
    closest.look(atLine: line.coordinates, addingTo: &length)
    return try line.coordinates.location(closest, ofLength: length)
  }

  @inline(never)
  private func closestLocationOfParts(
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
    return try lines.coordinates.location(closest, ofLength: length)
  }
}

extension CoordinateSequence {
  /// The location on the segment that was found closest, which has to be one of this sequence.
  @inline(__always)
  fileprivate func location(
    _ closest: ClosestSegment,
    ofLength length: Double
  ) throws(GeometryError) -> LinearLocation? {
    try checkLength(length)
    guard closest.squaredDistance < .infinity else { return nil }
    let segment = closest.segment
    let fraction = segment.fraction(closestTo: closest.place)
    let along = closest.before + fraction * segment.length
    return LinearLocation(
      fraction: length > 0 ? Swift.min(along / length, 1) : 0,
      coordinate: segment.coordinate(atFraction: fraction),
      z: closest.z(in: self, atFraction: fraction),
      m: closest.m(in: self, atFraction: fraction),
      distance: closest.squaredDistance.squareRoot(),
      part: closest.part,
      segment: closest.index(dimensions),
      segmentFraction: fraction
    )
  }
}

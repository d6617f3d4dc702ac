extension Geometry {
  /// The location along a line closest to a place, the first one of several; nil on an empty line, and
  /// when the place is not finite.
  ///
  /// - Throws: ``GeometryError`` with code `unsupportedType` or `nonFiniteOrdinate`.
  @inline(__always)
  func closestLocation(to place: Coordinate) throws(GeometryError) -> LinearLocation? {
    var closest = ClosestSegment(to: place)
    var length = 0.0
    switch self {
    case .lineString(let line):
      guard place.isFinite else { return nil }
      closest.look(atLine: line.coordinates, addingTo: &length)
      return try line.coordinates.location(closest, ofLength: length)
    case .multiLineString(let lines):
      guard place.isFinite else { return nil }
      var start = 0
      for (part, end) in lines.partEnds.enumerated() {
        closest.look(at: start..<end, of: lines.coordinates, part: part, addingTo: &length)
        start = end
      }
      return try lines.coordinates.location(closest, ofLength: length)
    case .point, .polygon, .multiPoint, .multiPolygon, .collection: throw noLine(type)
    }
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

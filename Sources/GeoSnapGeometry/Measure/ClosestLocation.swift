extension Geometry {
  /// The location along a line closest to a coordinate, the first one of several; nil for an empty line and for a
  /// coordinate that is not finite.
  ///
  /// - Throws: ``GeometryError`` with code `unsupportedType` or `nonFiniteOrdinate`.
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
    try checkLength(length)
    return lines.coordinates.location(closest, ofLength: length)
  }
}

extension CoordinateSequence {
  /// The share of a line's length before the point closest to a coordinate.
  @inline(__always)
  func fraction(closestTo place: Coordinate) throws(GeometryError) -> Double? {
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

  /// The location on a closest segment, which must belong to this sequence.
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

@inline(__always)
private func share(of along: Double, in length: Double) -> Double {
  length > 0 ? min(along / length, 1) : 0
}

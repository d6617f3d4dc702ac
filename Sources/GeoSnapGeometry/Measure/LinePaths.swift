/// The parts of a line, for linear referencing.
package struct LinePaths {
  // Invariant: every path has at least one segment.

  private let paths: [GeometryPath]

  package init(_ geometry: Geometry) throws(GeometryError) {
    guard geometry.type == .lineString || geometry.type == .multiLineString else {
      throw noLine(geometry.type)
    }
    paths = geometry.paths
  }

  package func length() throws(GeometryError) -> Double {
    var length = 0.0
    for path in paths {
      for index in 0..<path.segmentCount { length += path.segment(index).length }
    }
    try checkLength(length)
    return length
  }

  /// The location at a distance from the start, 0 to `length`; nil on an empty line.
  func location(atDistance distance: Double, of length: Double) -> LinearLocation? {
    // Parts of zero length may follow.
    if distance >= length, length > 0, let last = paths.last {
      return LinearLocation(
        fraction: 1,
        distance: 0,
        on: last,
        segment: last.segmentCount - 1,
        segmentFraction: 1
      )
    }
    var before = 0.0
    for path in paths {
      for index in 0..<path.segmentCount {
        let segmentLength = path[index].distance(to: path[index + 1])
        // The last segment's `after` is the length exactly: both add the same terms in order.
        let after = before + segmentLength
        if after >= distance {
          // A segment of zero length is only ever reached at its start.
          let isWhole = after == distance && segmentLength > 0
          return LinearLocation(
            fraction: length > 0 ? distance / length : 0,
            distance: 0,
            on: path,
            segment: index,
            segmentFraction: isWhole
              ? 1 : segmentLength > 0 ? (distance - before) / segmentLength : 0
          )
        }
        before = after
      }
    }
    return nil
  }

  /// Whether a coordinate whose closest location is an end of the line lies beyond that end.
  func isBeyondEnd(_ coordinate: Coordinate, closest location: LinearLocation) -> Bool {
    guard let firstSegment, let lastSegment else { return location.distance > 0 }
    guard let first = paths.first, let last = paths.last, first[0] != last[last.count - 1] else {
      return false
    }
    if location.coordinate == first[0] { return firstSegment.isBehind(coordinate) }
    if location.coordinate == last[last.count - 1] {
      return Segment(lastSegment.end, lastSegment.start).isBehind(coordinate)
    }
    return false
  }

  private var firstSegment: Segment? {
    for path in paths {
      for index in 0..<path.count - 1 where path[index] != path[index + 1] {
        return Segment(path[index], path[index + 1])
      }
    }
    return nil
  }

  private var lastSegment: Segment? {
    for path in paths.reversed() {
      for index in (0..<path.count - 1).reversed() where path[index] != path[index + 1] {
        return Segment(path[index], path[index + 1])
      }
    }
    return nil
  }
}

func noLine(_ type: GeometryType) -> GeometryError {
  GeometryError("Only lines have locations along them", not: type)
}

/// Refuses the length of a line with an ordinate that is not finite.
///
/// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`.
func checkLength(_ length: Double) throws(GeometryError) {
  guard length.isFinite else {
    throw GeometryError(
      .nonFiniteOrdinate,
      "The line has an ordinate that is not finite, or is too long."
    )
  }
}

extension Segment {
  /// Whether a coordinate projects before the start.
  fileprivate func isBehind(_ coordinate: Coordinate) -> Bool {
    (coordinate.x - start.x) * (end.x - start.x) + (coordinate.y - start.y) * (end.y - start.y) < 0
  }
}

/// A location along a line, or on the border of an area.
///
/// Lengths and distances are planar, in coordinate units; those of a geodesic search are geodesic, in metres.
public struct LinearLocation: Hashable, Sendable {
  /// The share of the line's total length before the location, from 0 to 1; 0 on a line of zero length.
  ///
  /// Lengths add up over the parts in stored order; gaps between parts add nothing.
  public let fraction: Double
  /// The coordinate.
  public package(set) var coordinate: Coordinate
  /// The height, interpolated along the segment; nil when the line has none.
  public let z: Double?
  /// The measure, interpolated along the segment; nil when the line has none.
  ///
  /// NaN where the measure is missing, and between two vertices of which one has no measure.
  public let m: Double?
  /// The distance from the coordinate that was asked for; 0 when none was.
  public let distance: Double
  /// The part of the line, the ring, or the point of several.
  public let part: Int
  /// The segment within the part: the index of the vertex at which it starts.
  public let segment: Int
  /// The share of the segment's length before the location, from 0 to 1.
  public let segmentFraction: Double
}

extension LinearLocation {
  package init(
    fraction: Double,
    distance: Double,
    on path: GeometryPath,
    segment: Int,
    segmentFraction: Double
  ) {
    self.init(
      fraction: fraction,
      coordinate: path.segment(segment).coordinate(atFraction: segmentFraction),
      z: path.z(on: segment, atFraction: segmentFraction),
      m: path.m(on: segment, atFraction: segmentFraction),
      distance: distance,
      part: path.part,
      segment: segment,
      segmentFraction: segmentFraction
    )
  }
}

/// The distance from a line within which a coordinate has a location along it.
public enum FractionTolerance: Hashable, Sendable {
  /// At most this planar distance, in coordinate units.
  case within(Double)
  /// Any distance.
  case unlimited
  /// Any distance, but not beyond an end of the line: Esri's tolerance -1.
  ///
  /// A coordinate lies beyond an end when its nearest location is that end and it projects outside the first or last
  /// segment of positive length. The ends of a multi line are the start of its first part and the end of its last, so
  /// gaps between parts lie between the ends. A closed line has no ends. On a line of zero length only its own
  /// position lies between the ends.
  case betweenEnds
}

extension Geometry {
  /// The location along a line that is closest to a coordinate, at most as far from the line as `tolerance` allows.
  ///
  /// Of several closest locations the one on the first segment is returned.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 8 0)")
  /// let tap = Coordinate(x: 2, y: 3)
  /// try main.linearLocation(closestTo: tap)?.fraction                         // -> 0.25
  /// try main.linearLocation(closestTo: tap)?.distance                         // -> 3
  /// try main.linearLocation(closestTo: tap, tolerance: .within(2))?.fraction  // -> nil
  /// ```
  ///
  /// - Returns: nil when the coordinate is farther than `tolerance` allows, not finite or about 1e154 away, or the
  ///   line is empty.
  /// - Throws: ``GeometryError`` with code `unsupportedType` unless the geometry is a line string or a multi line,
  ///   `nonFiniteOrdinate` when its length is not a finite number, `invalidArgument` when the tolerance is negative
  ///   or NaN.
  /// - Units: Distances and lengths are planar, in coordinate units; the fraction is a share of the length.
  /// - Z and M: Interpolated at the location; they do not affect which it is.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSProjectNormalized`; with Esri's tolerance of `fractionAlong`.
  public func linearLocation(
    closestTo coordinate: Coordinate,
    tolerance: FractionTolerance = .unlimited
  ) throws(GeometryError) -> LinearLocation? {
    if case .unlimited = tolerance { return try closestLocation(to: coordinate) }
    return try closestLocation(to: coordinate, within: tolerance)
  }

  /// The share of a line's planar length before the location that is closest to a coordinate.
  ///
  /// ``linearLocation(closestTo:tolerance:)`` returns the same share and more, and takes longer.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 8 0)")
  /// let tap = Coordinate(x: 2, y: 3)
  /// try main.fraction(closestTo: tap)                         // -> 0.25
  /// try main.fraction(closestTo: tap, tolerance: .within(2))  // -> nil
  /// ```
  ///
  /// - Returns: A share from 0 to 1; nil when ``linearLocation(closestTo:tolerance:)`` returns nil.
  /// - Throws: As ``linearLocation(closestTo:tolerance:)``.
  /// - Units: A share of the planar length; gaps between parts add nothing.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSProjectNormalized`; Esri's `fractionAlong`.
  public func fraction(
    closestTo coordinate: Coordinate,
    tolerance: FractionTolerance = .unlimited
  ) throws(GeometryError) -> Double? {
    guard case .unlimited = tolerance, case .lineString(let line) = self else {
      return try linearLocation(closestTo: coordinate, tolerance: tolerance)?.fraction
    }
    return try line.coordinates.fraction(closestTo: coordinate)
  }

  /// The locations where a line passes a coordinate as near as at the closest location, within a tolerance.
  ///
  /// Consecutive segments that stay that near make one passage, at the nearest of their locations.
  package func passages(
    closestTo coordinate: Coordinate,
    tolerance: Double
  ) throws(GeometryError) -> [LinearLocation] {
    guard let closest = try closestLocation(to: coordinate) else { return [] }
    let length = try LinePaths(self).length()
    var passages: [LinearLocation] = []
    var before = 0.0
    for path in paths {
      var last = -2
      for index in 0..<path.segmentCount {
        let segment = path.segment(index)
        let share = segment.fraction(closestTo: coordinate)
        let distance = segment.coordinate(atFraction: share).distance(to: coordinate)
        let along = length > 0 ? (before + share * segment.length) / length : 0
        before += segment.length
        guard distance <= closest.distance + tolerance else { continue }
        let isClosest = path.part == closest.part && index == closest.segment
        let location =
          isClosest
          ? closest
          : LinearLocation(
            fraction: min(along, 1),
            distance: distance,
            on: path,
            segment: index,
            segmentFraction: share
          )
        let isSame =
          last == index - 1
          && segment.start.distance(to: coordinate) <= closest.distance + tolerance
        if !isSame {
          passages.append(location)
        } else if let known = passages.last,
          isClosest || known != closest && distance < known.distance
        {
          passages[passages.count - 1] = location
        }
        last = index
      }
    }
    return passages
  }

  private func closestLocation(
    to coordinate: Coordinate,
    within tolerance: FractionTolerance
  ) throws(GeometryError) -> LinearLocation? {
    if case .within(let limit) = tolerance, !(limit >= 0) {
      throw GeometryError(
        .invalidArgument,
        "A tolerance must be 0 or more; got \(limit). For Esri's -1 use betweenEnds."
      )
    }
    guard let location = try closestLocation(to: coordinate) else { return nil }
    switch tolerance {
    case .unlimited: return location
    case .within(let limit): return location.distance <= limit ? location : nil
    case .betweenEnds:
      return try LinePaths(self).isBeyondEnd(coordinate, closest: location) ? nil : location
    }
  }

  /// The location at a share of a line's total planar length; nil for an empty line.
  ///
  /// The fraction is clamped to 0 to 1. At a fraction where one part ends and the next begins, the location is the
  /// end of the earlier part.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "MULTILINESTRING ((0 0, 6 0), (9 0, 9 2))")
  /// try main.linearLocation(atFraction: 0.75)?.coordinate  // -> 6 0
  /// try main.linearLocation(atFraction: 0.875)?.part       // -> 1
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `invalidArgument` when the fraction is NaN, `unsupportedType` unless the
  ///   geometry is a line string or a multi line, `nonFiniteOrdinate` when its length is not a finite number.
  /// - Units: The fraction is a share of the planar length; gaps between parts add nothing.
  /// - Z and M: Interpolated at the location.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSInterpolateNormalized`; JTS's `LengthIndexedLine`.
  public func linearLocation(atFraction fraction: Double) throws(GeometryError) -> LinearLocation? {
    guard !fraction.isNaN else {
      throw GeometryError(.invalidArgument, "A fraction along a line must be a number; got NaN.")
    }
    let line = try LinePaths(self)
    let length = try line.length()
    return line.location(atDistance: min(max(fraction, 0), 1) * length, of: length)
  }

  /// The location at a planar distance from a line's start; nil for an empty line.
  ///
  /// The distance is clamped to 0 and the length. At a distance where one part ends, the location is the end of that
  /// part.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING Z (0 0 5, 8 0 9)")
  /// try main.linearLocation(atDistance: 2)?.z            // -> 6
  /// try main.linearLocation(atDistance: 99)?.coordinate  // -> 8 0
  /// try main.linearLocation(atDistance: -1)?.fraction    // -> 0
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `invalidArgument` when the distance is NaN, `unsupportedType` and
  ///   `nonFiniteOrdinate` as ``linearLocation(atFraction:)``.
  /// - Units: The distance is planar, in coordinate units.
  /// - Z and M: Interpolated at the location.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSInterpolate`, which counts a negative distance from the end.
  public func linearLocation(atDistance distance: Double) throws(GeometryError) -> LinearLocation? {
    guard !distance.isNaN else {
      throw GeometryError(.invalidArgument, "A distance along a line must be a number; got NaN.")
    }
    let line = try LinePaths(self)
    let length = try line.length()
    return line.location(atDistance: min(max(distance, 0), length), of: length)
  }

  /// The point at a share of a line's total planar length; the empty point for an empty line.
  ///
  /// The fraction is clamped to 0 to 1.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING M (0 0 100, 8 0 108)")
  /// try main.point(atFraction: 0.25).m           // -> 102
  /// try main.point(atFraction: 0.25).coordinate  // -> 2 0
  /// ```
  ///
  /// - Throws: As ``linearLocation(atFraction:)``.
  /// - Z and M: Interpolated; ``LinearLocation/m`` says where M is NaN.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSInterpolateNormalized`.
  public func point(atFraction fraction: Double) throws(GeometryError) -> Point {
    guard let location = try linearLocation(atFraction: fraction) else {
      return Point(emptyIn: srid)
    }
    return Point(location.coordinate, z: location.z, m: location.m, srid: srid)
  }
}

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
func checkLength(_ length: Double) throws(GeometryError) {
  guard length.isFinite else {
    throw GeometryError(
      .nonFiniteOrdinate,
      "The line is too long, or has an ordinate that is not finite."
    )
  }
}

extension Segment {
  fileprivate func isBehind(_ coordinate: Coordinate) -> Bool {
    (coordinate.x - start.x) * (end.x - start.x) + (coordinate.y - start.y) * (end.y - start.y) < 0
  }
}

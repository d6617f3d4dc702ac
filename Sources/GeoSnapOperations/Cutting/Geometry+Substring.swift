internal import GeoSnapSupport

extension Geometry {
  /// The point at a planar distance from a line's start; the empty point for an empty line.
  ///
  /// The distance is clamped to 0 and the length, as Esri's `createPointAlong` does: a negative one is the start.
  /// This is the inverse of ``linearLocation(closestTo:tolerance:)``.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 3 4, 3 10)")
  /// try main.point(atDistance: 7).coordinate   // -> 3 6
  /// try main.point(atDistance: -1).coordinate  // -> 0 0
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `invalidArgument` when the distance is NaN, `unsupportedType` unless the
  ///   geometry is a line string or a multi line, `nonFiniteOrdinate` when its length is not a finite number.
  /// - Units: The distance is planar, in coordinate units.
  /// - Z and M: Interpolated; ``LinearLocation/m`` says where M is NaN.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `createPointAlong`. GEOS's `GEOSInterpolate` counts a negative distance from the end.
  public func point(atDistance distance: Double) throws(GeometryError) -> Point {
    guard let location = try linearLocation(atDistance: distance) else {
      return Point(emptyIn: srid)
    }
    return Point(location.coordinate, z: location.z, m: location.m, srid: srid)
  }

  /// The part of a line between two shares of its total planar length.
  ///
  /// Fractions are clamped to 0 to 1; if the first is the greater, the result runs backwards. The part of a multi
  /// line may have several parts.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING M (0 0 100, 4 0 104, 8 0 108)")
  /// try main.substring(from: 0.25, to: 0.75).wkt  // -> LINESTRING M (2 0 102, 4 0 104, 6 0 106)
  /// try main.substring(from: 0.5, to: 0).wkt      // -> LINESTRING M (4 0 104, 0 0 100)
  /// try main.substring(from: 0.5, to: 0.5).wkt    // -> POINT M (4 0 104)
  /// ```
  ///
  /// - Returns: A line or multi line; a point when both fractions are equal or the line has zero length; an empty
  ///   line itself.
  /// - Throws: ``GeometryError`` with code `invalidArgument` when a fraction is NaN, `unsupportedType` unless the
  ///   geometry is a line string or a multi line, `nonFiniteOrdinate` when its length is not a finite number.
  /// - Units: Fractions are shares of the planar length; gaps between parts add nothing.
  /// - Z and M: Kept, and interpolated where the line is cut.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: JTS's `LengthIndexedLine`, PostGIS's `ST_LineSubstring`.
  public func substring(from start: Double, to end: Double) throws(GeometryError) -> Geometry {
    if start > end {
      let forward = try substring(from: end, to: start)
      return forward.isEmpty
        ? forward : .joining(forward.parts.reversed().map { $0.reversed() }, srid)
    }
    guard let first = try linearLocation(atFraction: start),
      let last = try linearLocation(atFraction: end)
    else { return self }
    let paths = paths
    // A location where two parts meet is given as the end of the earlier one.
    let pieces = LinePieces(paths).pieces(
      between: [paths[first.part].position(first), paths[last.part].position(last)]
    )
    guard first.fraction < last.fraction, let wanted = pieces.dropFirst().first, !wanted.isEmpty
    else { return .point(Point(first.coordinate, z: first.z, m: first.m, srid: srid)) }
    return line(wanted)
  }

  /// The pieces of a line between shares, in any order, of its total planar length, in the line's order.
  ///
  /// Fractions outside 0 to 1, repeated ones and those at an end do not split. The pieces of a multi line keep its
  /// gaps.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 8 0)")
  /// try main.split(atFractions: [0.5])                  // -> [LINESTRING (0 0, 4 0), LINESTRING (4 0, 8 0)]
  /// try main.split(atFractions: [0.75, 0.25, 0]).count  // -> 3
  /// ```
  ///
  /// - Returns: One piece more than there are splits; none for an empty line.
  /// - Throws: As ``substring(from:to:)``.
  /// - Units: Fractions are shares of the planar length; gaps between parts add nothing.
  /// - Z and M: Kept, and interpolated where the line is split.
  /// - Complexity: O(n + k n) for n coordinates and k fractions.
  /// - Source: JTS's `LengthIndexedLine`.
  public func split(atFractions fractions: [Double]) throws(GeometryError) -> [Geometry] {
    var positions: [LinePosition] = []
    let paths = paths
    for fraction in fractions {
      guard let location = try linearLocation(atFraction: fraction) else { continue }
      positions.append(paths[location.part].position(location))
    }
    return try split(at: positions)
  }

  /// The pieces of a line between the locations closest to `coordinates`, which need no order, in the line's order.
  ///
  /// The line keeps its course: it is split at the closest location on it, each time it passes there, and not at an
  /// end. A riser, where the line changes height at one position, belongs to the piece after the split. Coordinates
  /// may be as far from the line as `tolerance`, or a few units in the last place.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 8 0)")
  /// let valve = Coordinate(x: 3, y: 0.005)
  /// try main.split(at: [valve], tolerance: 0.01)  // -> [LINESTRING (0 0, 3 0), LINESTRING (3 0, 8 0)]
  /// ```
  ///
  /// - Returns: One piece more than there are splits; none for an empty line.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a coordinate that lies farther away or is not
  ///   finite, and for a tolerance that is negative or NaN; `unsupportedType` unless the geometry is a line string or
  ///   a multi line, `nonFiniteOrdinate` when its length is not a finite number.
  /// - Units: The tolerance is a planar distance in coordinate units.
  /// - Z and M: Kept, and interpolated where the line is split.
  /// - Complexity: O(n + k n) for n coordinates and k splits.
  /// - Source: As PostGIS's `ST_Split`, which needs points exactly on the line.
  public func split(
    at coordinates: [Coordinate],
    tolerance: Double
  ) throws(GeometryError) -> [Geometry] {
    if isEmpty { return try split(at: []) }
    var positions: [LinePosition] = []
    let paths = paths
    // A point on the line is as near as doubles permit.
    let least = 4 * (envelope?.greatestOrdinate.ulp ?? 0)
    let reach = tolerance >= 0 ? max(tolerance, least) : tolerance
    for place in coordinates {
      guard let location = try linearLocation(closestTo: place, tolerance: .within(reach)) else {
        let distance = nearestCoordinate(to: place)?.distance ?? .infinity
        throw GeometryError(
          .invalidArgument,
          "\(place) lies \(distance) from the line, farther than \(tolerance). "
            + "Give a greater tolerance (--tolerance)."
        )
      }
      let segment = paths[location.part].segment(location.segment)
      for path in paths { positions += path.passages(through: location.coordinate, on: segment) }
    }
    return try split(at: positions.map { paths[$0.path].footOfRiser($0) })
  }

  private func split(at positions: [LinePosition]) throws(GeometryError) -> [Geometry] {
    _ = try LinePaths(self)
    return LinePieces(paths).pieces(between: positions.ordered { $0 < $1 }).filter { !$0.isEmpty }
      .map { line($0) }
  }

  /// A line string of one piece, a multi line of several.
  func line(_ pieces: [CoordinateSequence]) -> Geometry {
    .joining(pieces.map { .lineString(LineString(trusted: $0, srid: srid)) }, srid)
  }
}

extension GeometryPath {
  /// The positions where the path passes through a place on a segment, as nearly as doubles permit.
  fileprivate func passages(through place: Coordinate, on other: Segment) -> [LinePosition] {
    (0..<segmentCount).compactMap { index in
      let segment = segment(index)
      let rounding = segment.envelope.union(other.envelope).rounding
      let places = Envelope(
        minX: place.x - rounding.x,
        minY: place.y - rounding.y,
        maxX: place.x + rounding.x,
        maxY: place.y + rounding.y
      )
      if places.contains(segment.start) { return position(segment: index, fraction: 0) }
      if places.contains(segment.end) { return position(segment: index, fraction: 1) }
      let dx = segment.end.x - segment.start.x
      let dy = segment.end.y - segment.start.y
      let across = dx * (place.y - segment.start.y) - dy * (place.x - segment.start.x)
      guard places.intersects(segment.envelope),
        across.magnitude <= dx.magnitude * rounding.y + dy.magnitude * rounding.x
      else { return nil }
      return position(segment: index, fraction: segment.fraction(closestTo: place))
    }
  }

  fileprivate func position(_ location: LinearLocation) -> LinePosition {
    position(segment: location.segment, fraction: location.segmentFraction)
  }
}

struct LinePieces {
  private let paths: [GeometryPath]

  init(_ paths: [GeometryPath]) { self.paths = paths }

  /// The paths before, between and after sorted positions; pieces of zero length are left out.
  func pieces(between positions: [LinePosition]) -> [[CoordinateSequence]] {
    var pieces: [[CoordinateSequence]] = [[]]
    var next = positions[...]
    for path in paths {
      var start = path.startPosition
      while let position = next.first, position.path == path.part {
        next.removeFirst()
        append(path, start, position, to: &pieces)
        pieces.append([])
        start = position
      }
      append(path, start, path.endPosition, to: &pieces)
    }
    return pieces
  }

  private func append(
    _ path: GeometryPath,
    _ start: LinePosition,
    _ end: LinePosition,
    to pieces: inout [[CoordinateSequence]]
  ) {
    let isWhole = start == path.startPosition && end == path.endPosition
    // A path of zero length is kept, a piece of zero length is dropped.
    guard isWhole || !path.hasNoLength(start, end) else { return }
    pieces[pieces.count - 1].append(path.slice(start, end))
  }
}

extension Geometry {
  /// The point at a planar distance from a line's start, Z and M interpolated.
  ///
  /// Distances are clamped to the line, as Esri's `createPointAlong` does: a negative one is its start, not
  /// counted from its end. The planar inverse of ``linearLocation(closestTo:tolerance:)``.
  ///
  /// ```swift
  /// let hydrant = try main.point(atDistance: 120)
  /// ```
  ///
  /// - Parameter distance: In coordinate units.
  /// - Returns: The empty point when the line is empty.
  /// - Throws: As ``linearLocation(atDistance:)``.
  /// - Complexity: Linear in the number of coordinates.
  public func point(atDistance distance: Double) throws(GeometryError) -> Point {
    guard let location = try linearLocation(atDistance: distance) else {
      return Point(emptyIn: srid)
    }
    return Point(location.coordinate, z: location.z, m: location.m, srid: srid)
  }

  /// The part of a line between two shares of its total planar length.
  ///
  /// Fractions are clamped to 0 and 1; when the first is the greater, the answer runs backwards. Of a
  /// multi line it may have several parts. Z and M are kept, and interpolated where the line is cut; the
  /// reference system is kept. As `ST_LineSubstring` and JTS's `LengthIndexedLine`.
  ///
  /// ```swift
  /// let repaired = try main.substring(from: 0.25, to: 0.5)
  /// ```
  ///
  /// - Parameters:
  ///   - start: The share of the length where it starts.
  ///   - end: The share of the length where it ends.
  /// - Returns: A line or a multi line; a point when both fractions are the same or the line has no
  ///   length; the line itself when it is empty.
  /// - Throws: ``GeometryError`` with code `invalidArgument` when a fraction is NaN, `unsupportedType`
  ///   unless the geometry is a line string or a multi line, `nonFiniteOrdinate` when its length is
  ///   not a finite number.
  /// - Complexity: Linear in the number of coordinates.
  public func substring(from start: Double, to end: Double) throws(GeometryError) -> Geometry {
    if start > end { return try substring(from: end, to: start).reversed() }
    guard let first = try linearLocation(atFraction: start),
      let last = try linearLocation(atFraction: end)
    else { return self }
    let paths = paths
    // A location on the border of two parts is told as the end of the earlier one.
    let pieces = LinePieces(paths).pieces(
      between: [paths[first.part].position(first), paths[last.part].position(last)]
    )
    guard first.fraction < last.fraction, let wanted = pieces.dropFirst().first, !wanted.isEmpty
    else {
      return .point(Point(first.coordinate, z: first.z, m: first.m, srid: srid))
    }
    return line(wanted)
  }

  /// The pieces of a line between shares of its total planar length, in the line's order.
  ///
  /// Fractions need no order; outside 0 to 1, repeated, and at an end they split off nothing. The pieces
  /// of a multi line keep its gaps. Z and M are kept, and interpolated where the line is split; the
  /// reference system is kept.
  ///
  /// ```swift
  /// let halves = try main.split(atFractions: [0.5])
  /// ```
  ///
  /// - Returns: One piece more than there are places that split; none of an empty line.
  /// - Throws: As ``substring(from:to:)``.
  /// - Complexity: O(n + k n) for n coordinates and k fractions.
  public func split(atFractions fractions: [Double]) throws(GeometryError) -> [Geometry] {
    var positions: [LinePosition] = []
    let paths = paths
    for fraction in fractions {
      guard let location = try linearLocation(atFraction: fraction) else { continue }
      positions.append(paths[location.part].position(location))
    }
    return try split(at: positions)
  }

  /// The pieces of a line between the places closest to `coordinates`, in the line's order.
  ///
  /// The line does not bend to a place beside it: it is split at the closest location on it. Z and M
  /// are kept, and interpolated where the line is split; the reference system is kept.
  ///
  /// ```swift
  /// let pieces = try main.split(at: [valve], tolerance: 0.01)
  /// ```
  ///
  /// - Parameters:
  ///   - coordinates: Where to split, in any order; at an end they split off nothing.
  ///   - tolerance: How far from the line they may lie, in coordinate units.
  /// - Returns: One piece more than there are places that split; none of an empty line.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a place that lies farther away or is not
  ///   finite, and as ``substring(from:to:)``.
  /// - Complexity: O(n + k n) for n coordinates and k places.
  public func split(
    at coordinates: [Coordinate],
    tolerance: Double
  ) throws(GeometryError) -> [Geometry] {
    if isEmpty { return try split(at: []) }
    var positions: [LinePosition] = []
    let paths = paths
    for place in coordinates {
      guard let location = try linearLocation(closestTo: place, tolerance: .within(tolerance))
      else {
        throw GeometryError(
          .invalidArgument,
          "\(place) lies farther than \(tolerance) from the line."
        )
      }
      positions.append(paths[location.part].position(location))
    }
    return try split(at: positions)
  }

  private func split(at positions: [LinePosition]) throws(GeometryError) -> [Geometry] {
    _ = try LinePaths(self)
    return LinePieces(paths).pieces(between: positions.sorted())
      .filter { !$0.isEmpty }
      .map { line($0) }
  }

  /// The line of some pieces: a line string of one, a multi line of several.
  func line(_ pieces: [CoordinateSequence]) -> Geometry {
    .joining(
      pieces.map { .lineString(LineString(trusted: $0, srid: srid)) },
      srid
    )
  }
}

extension GeometryPath {
  fileprivate func position(_ location: LinearLocation) -> LinePosition {
    position(segment: location.segment, fraction: location.segmentFraction)
  }
}

/// Cuts the paths of a line in pieces.
struct LinePieces {
  private let paths: [GeometryPath]

  init(_ paths: [GeometryPath]) { self.paths = paths }

  /// The paths before, between and after sorted positions; what has no length is left out.
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
    // A path without length is kept as it is, a piece without length is none.
    guard isWhole || !path.hasNoLength(start, end) else { return }
    pieces[pieces.count - 1].append(path.slice(start, end))
  }
}

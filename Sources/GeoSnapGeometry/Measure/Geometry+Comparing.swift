extension Geometry {
  /// Whether the geometries have the same type and structure, and each coordinate lies within `tolerance`, a planar
  /// distance, of its counterpart.
  ///
  /// The order of parts, rings and vertices counts. Empty members of collections count; empty parts are never stored.
  /// The reference system is not compared.
  ///
  /// ```swift
  /// let read = try Geometry(wkt: "LINESTRING (0 0, 3 4.0000001)")
  /// let written = try Geometry(wkt: "LINESTRING (0 0, 3 4)")
  /// read.equalsExactly(written)                              // -> false
  /// read.equalsExactly(written, tolerance: 1e-6)             // -> true
  /// read.equalsExactly(written.reversed(), tolerance: 1e-6)  // -> false
  /// ```
  ///
  /// - Returns: Whether they are equal; false where an ordinate is NaN.
  /// - Z and M: Not compared; `==` compares them.
  /// - Errors: A tolerance that is negative or NaN counts as 0.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSEqualsExact`.
  public func equalsExactly(_ other: Geometry, tolerance: Double = 0) -> Bool {
    guard type == other.type else { return false }
    if case .collection(let own) = self, case .collection(let foreign) = other {
      return own.geometries.count == foreign.geometries.count
        && zip(own.geometries, foreign.geometries).allSatisfy {
          $0.equalsExactly($1, tolerance: tolerance)
        }
    }
    if case .multiPolygon(let own) = self, case .multiPolygon(let foreign) = other {
      guard own.polygonEnds == foreign.polygonEnds else { return false }
    }
    let own = paths
    let foreign = other.paths
    return own.count == foreign.count
      && zip(own, foreign).allSatisfy { path, otherPath in
        path.count == otherPath.count
          && (0..<path.count).allSatisfy { index in
            path[index] == otherPath[index]
              || path[index].distance(to: otherPath[index]) <= tolerance
          }
      }
  }

  /// The discrete Frechet distance: the shortest leash for two walkers who follow the two geometries without turning
  /// back.
  ///
  /// The walkers stop at vertices, or at the ends of the pieces into which `densifyFraction`, from 0.001 to 1,
  /// divides each segment; nil for the vertices alone. From part to part they step straight.
  ///
  /// ```swift
  /// let walked = try Geometry(wkt: "LINESTRING (0 0, 5 0, 10 0)")
  /// let planned = try Geometry(wkt: "LINESTRING (0 1, 5 2, 10 1)")
  /// try walked.frechetDistance(to: planned)             // -> 2
  /// try walked.frechetDistance(to: planned.reversed())  // -> 10.049...
  /// ```
  ///
  /// - Returns: nil when either geometry is empty.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a fraction below 0.001 or above 1,
  ///   `mixedSpatialReferences`, `nonFiniteOrdinate` or `ordinateOutOfRange`.
  /// - Complexity: O(n m) in the coordinates of the two, after densifying; memory for n + m.
  /// - Source: Eiter and Mannila, "Computing Discrete Frechet Distance", 1994, row by row. As GEOS's
  ///   `GEOSFrechetDistance`, whose version 3.11 exhausts a small stack at a thousand vertices.
  public func frechetDistance(
    to other: Geometry,
    densifyFraction: Double? = nil
  ) throws(GeometryError) -> Double? {
    try checkDensifyFraction(densifyFraction)
    _ = try commonSRID(srid, other.srid)
    if isEmpty || other.isEmpty { return nil }
    try checkPlane()
    try other.checkPlane()
    let first = coordinates.walked(densifyFraction)
    let second = other.coordinates.walked(densifyFraction)
    // For each stop of the second, the least squared leash for both walkers to reach it and the current stop of the
    // first.
    var leash = [Double](repeating: .infinity, count: second.count)
    for (step, place) in first.enumerated() {
      // The leash for the stop before in the second, at the stop before in the first.
      var behindBoth = step == 0 ? 0 : Double.infinity
      var behind = Double.infinity
      for index in second.indices {
        let before = leash[index]
        let least = min(min(before, behind), behindBoth)
        behind = max(least, place.squaredDistance(to: second[index]))
        leash[index] = behind
        behindBoth = before
      }
    }
    return leash.last?.squareRoot()
  }

  /// Refuses a densify fraction outside 0.001 to 1.
  package func checkDensifyFraction(_ fraction: Double?) throws(GeometryError) {
    guard let fraction, !(fraction >= 1e-3 && fraction <= 1) else { return }
    throw GeometryError(
      .invalidArgument,
      "A densify fraction must be from 0.001 to 1; got \(fraction)."
    )
  }
}

extension CoordinateSequence {
  /// The coordinates, and between them those that divide each segment into pieces of the fraction.
  fileprivate func walked(_ fraction: Double?) -> [Coordinate] {
    let pieces = fraction.map { Int((1 / $0).rounded()) } ?? 1
    var places: [Coordinate] = []
    places.reserveCapacity((count - 1) * pieces + 1)
    for index in indices.dropLast() {
      let segment = Segment(self[index], self[index + 1])
      for piece in 0..<pieces {
        places.append(segment.coordinate(atFraction: Double(piece) / Double(pieces)))
      }
    }
    places.append(self[count - 1])
    return places
  }
}

extension Geometry {
  /// The shortest leash for two walkers who follow the two geometries without turning back.
  ///
  /// The discrete Frechet distance: they stand at vertices, or at the ends of the pieces that `densifyFraction`
  /// splits segments into. From part to part they step straight.
  ///
  /// ```swift
  /// let walked = try Geometry(wkt: "LINESTRING (0 0, 5 0, 10 0)")
  /// let planned = try Geometry(wkt: "LINESTRING (0 1, 5 2, 10 1)")
  /// try walked.frechetDistance(to: planned)             // -> 2
  /// try walked.frechetDistance(to: planned.reversed())  // -> 10.049...
  /// ```
  ///
  /// - Parameters:
  ///   - other: The other geometry.
  ///   - densifyFraction: The length of the pieces as a share of each segment, from 0.001 to 1; nil for the
  ///     vertices alone.
  /// - Returns: The distance; nil when either is empty.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a fraction below 0.001 or above 1,
  ///   `mixedSpatialReferences`, `nonFiniteOrdinate` or `ordinateOutOfRange`.
  /// - Complexity: O(n m) in the coordinates of the two, after densifying; memory for n + m.
  /// - Source: Eiter and Mannila, "Computing Discrete Frechet Distance", 1994, row by row. GEOS's
  ///   `GEOSFrechetDistance` gives the same, but 3.11's runs out of a small stack at a thousand vertices.
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
    // The least leash, squared, for the walkers to come to one place of the first and each of the second.
    var leash = [Double](repeating: .infinity, count: second.count)
    for (step, place) in first.enumerated() {
      // What the leash was for the place before in the second, at the place before in the first.
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

  /// Refuses a share of a segment that no densifying can use.
  ///
  /// - Throws: ``GeometryError`` with code `invalidArgument`.
  package func checkDensifyFraction(_ fraction: Double?) throws(GeometryError) {
    guard let fraction, !(fraction >= 1e-3 && fraction <= 1) else { return }
    throw GeometryError(
      .invalidArgument,
      "A share of a segment must be from 0.001 to 1; got \(fraction)."
    )
  }
}

extension CoordinateSequence {
  /// The coordinates, and between each two those that part them in pieces of a share.
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

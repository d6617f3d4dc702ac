internal import CGEOS

extension Geometry {
  /// Whether the other geometry comes within a planar distance; the limit itself is within.
  ///
  /// Faster than measuring: what lies farther apart by its envelope is left out, and the first pair near enough
  /// ends the search. An empty geometry comes within no distance.
  ///
  /// ```swift
  /// let valve = try Geometry(wkt: "POINT (5 3)")
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
  /// try valve.isWithin(distance: 3, of: main)    // -> true
  /// try valve.isWithin(distance: 2.9, of: main)  // -> false
  /// ```
  ///
  /// - Parameters:
  ///   - distance: The limit in coordinate units.
  ///   - other: The other geometry.
  /// - Returns: Whether the least distance is at most the limit.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a negative limit or NaN, `mixedSpatialReferences`,
  ///   `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Units: The limit is planar, in coordinate units.
  /// - Complexity: O(n m) in the coordinates of the two at worst; ``PreparedGeometry/isWithin(distance:of:)`` is
  ///   faster for large ones.
  /// - Source: GEOS, `GEOSDistanceWithin`.
  public func isWithin(
    distance: Double,
    of other: Geometry
  ) throws(GeometryError) -> Bool {
    guard distance >= 0 else {
      throw GeometryError(.invalidArgument, "A distance must be 0 or more; got \(distance).")
    }
    _ = try commonSRID(srid, other.srid)
    guard let own = envelope, let others = other.envelope else { return false }
    let most = distance.slightlyMore(between: own, others)
    if own.squaredDistance(to: others) > most * most {
      try checkPlane()
      try other.checkPlane()
      return false
    }
    return try unsafe withPlaneForms(of: other) { thread, first, second throws(GeometryError) in
      func isWithin(_ limit: Double) throws(GeometryError) -> Bool {
        let answer = unsafe GEOSDistanceWithin_r(thread.context, first, second, limit)
        guard answer <= 1 else { throw thread.failure(of: "Comparing distance") }
        return answer == 1
      }
      if try isWithin(distance) { return true }
      // GEOS tests envelopes first, with other rounding, and so misses what is at the limit.
      guard try isWithin(most) else { return false }
      var measured = 0.0
      guard unsafe GEOSDistance_r(thread.context, first, second, &measured) == 1 else {
        throw thread.failure(of: "Measuring distance")
      }
      return measured <= distance
    }
  }

  /// The two closest places: the start on this geometry, the end on the other.
  ///
  /// Areas count with their inside: of one that overlaps the other a shared place stands for both.
  ///
  /// ```swift
  /// let house = try Geometry(wkt: "POLYGON ((0 2, 0 4, 3 4, 3 2, 0 2))")
  /// let main = try Geometry(wkt: "LINESTRING (5 -9, 5 9)")
  /// let gap = try house.nearestPoints(to: main)
  /// gap?.length   // -> 2
  /// gap?.start.x  // -> 3
  /// ```
  ///
  /// - Returns: nil when either is empty.
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange` or
  ///   `engine`.
  /// - Z and M: Dropped; distances are planar.
  /// - Complexity: O(n m) in the coordinates of the two, with a test of envelopes for each pair of parts.
  /// - Source: GEOS, `GEOSNearestPoints`.
  public func nearestPoints(to other: Geometry) throws(GeometryError) -> Segment? {
    _ = try commonSRID(srid, other.srid)
    if isEmpty || other.isEmpty { return nil }
    return try unsafe withPlaneForms(of: other) { thread, first, second throws(GeometryError) in
      guard let sequence = unsafe GEOSNearestPoints_r(thread.context, first, second) else {
        throw thread.failure(of: "Finding the nearest points")
      }
      // The sequence is ours, of two coordinates.
      defer { unsafe GEOSCoordSeq_destroy_r(thread.context, sequence) }
      var start = Coordinate(x: 0, y: 0)
      var end = start
      let isRead =
        unsafe (GEOSCoordSeq_getXY_r(thread.context, sequence, 0, &start.x, &start.y) == 1
        && GEOSCoordSeq_getXY_r(thread.context, sequence, 1, &end.x, &end.y) == 1)
      guard isRead else { throw thread.failure(of: "Finding the nearest points") }
      return Segment(start, end)
    }
  }

  /// How far the farthest vertex of either geometry lies from the other.
  ///
  /// The discrete Hausdorff distance: vertices are measured, not the places between them, unless `densifyFraction`
  /// splits each segment.
  ///
  /// ```swift
  /// let surveyed = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
  /// let designed = try Geometry(wkt: "LINESTRING (0 1, 5 3, 10 1)")
  /// try surveyed.hausdorffDistance(to: designed)                      // -> 3
  /// try surveyed.hausdorffDistance(to: Geometry(wkt: "POINT EMPTY"))  // -> nil
  /// ```
  ///
  /// - Parameters:
  ///   - other: The other geometry.
  ///   - densifyFraction: The length of the pieces as a share of each segment, from 0.001 to 1; nil for the
  ///     vertices alone.
  /// - Returns: The distance; nil when either is empty.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a fraction below 0.001 or above 1,
  ///   `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(n m) in the coordinates of the two, after densifying.
  /// - Source: GEOS, `GEOSHausdorffDistance` and `GEOSHausdorffDistanceDensify`.
  public func hausdorffDistance(
    to other: Geometry,
    densifyFraction: Double? = nil
  ) throws(GeometryError) -> Double? {
    try checkDensifyFraction(densifyFraction)
    _ = try commonSRID(srid, other.srid)
    if isEmpty || other.isEmpty { return nil }
    return try unsafe withPlaneForms(of: other) { thread, first, second throws(GeometryError) in
      var distance = 0.0
      let answer =
        if let densifyFraction {
          unsafe GEOSHausdorffDistanceDensify_r(
            thread.context,
            first,
            second,
            densifyFraction,
            &distance
          )
        } else {
          unsafe GEOSHausdorffDistance_r(thread.context, first, second, &distance)
        }
      guard answer == 1 else { throw thread.failure(of: "Measuring the Hausdorff distance") }
      return distance
    }
  }

  /// How far the vertices may move before the geometry can become invalid.
  ///
  /// The least distance between a vertex and another vertex or a segment that it is no end of.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 9, 5 9, 5 0.5, 6 0.5, 6 0, 0 0))")
  /// try parcel.minimumClearance()                        // -> 0.5
  /// try Geometry(wkt: "POINT (1 2)").minimumClearance()  // -> nil
  /// ```
  ///
  /// - Returns: nil when no move can harm: for a point, say, and for an empty geometry.
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(n log n) in the number of coordinates, O(n²) at worst.
  /// - Source: GEOS, `GEOSMinimumClearance`.
  public func minimumClearance() throws(GeometryError) -> Double? {
    if isEmpty { return nil }
    return try unsafe withPlaneForm { thread, pointer throws(GeometryError) in
      var clearance = 0.0
      guard unsafe GEOSMinimumClearance_r(thread.context, pointer, &clearance) == 0 else {
        throw thread.failure(of: "Measuring the clearance")
      }
      return clearance.isFinite && clearance < .greatestFiniteMagnitude ? clearance : nil
    }
  }

  /// The segment whose length is the ``minimumClearance()``; nil when there is none.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 9, 5 9, 5 0.5, 6 0.5, 6 0, 0 0))")
  /// try parcel.minimumClearanceLine()?.length  // -> 0.5
  /// ```
  ///
  /// - Returns: Two places; nil for a point, and for an empty geometry.
  /// - Throws: As ``minimumClearance()``.
  /// - Z and M: Dropped.
  /// - Complexity: As ``minimumClearance()``.
  /// - Source: GEOS, `GEOSMinimumClearanceLine`.
  public func minimumClearanceLine() throws(GeometryError) -> Segment? {
    let line = try unsafe derived("Finding the clearance") { context, pointer in
      unsafe GEOSMinimumClearanceLine_r(context, pointer)
    }
    let ends = line.coordinates
    return ends.count == 2 ? Segment(ends[0], ends[1]) : nil
  }
}

extension Double {
  /// The distance with a margin for rounding between two geometries.
  func slightlyMore(between envelope: Envelope, _ other: Envelope) -> Double {
    self + 1e-12 * (self + max(envelope.greatestOrdinate, other.greatestOrdinate))
  }
}

extension Envelope {
  /// The square of the distance between two rectangles; 0 where they meet.
  func squaredDistance(to other: Envelope) -> Double {
    let dx = max(other.minX - maxX, minX - other.maxX, 0)
    let dy = max(other.minY - maxY, minY - other.maxY, 0)
    return dx * dx + dy * dy
  }
}

internal import CGEOS

extension Geometry {
  /// Whether the other geometry lies within a planar distance, limit included.
  ///
  /// This is faster than measuring: parts whose envelopes lie farther apart are skipped, and the search ends at the
  /// first pair that is near enough. An empty geometry is within no distance.
  ///
  /// ```swift
  /// let valve = try Geometry(wkt: "POINT (5 3)")
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
  /// try valve.isWithin(distance: 3, of: main)    // -> true
  /// try valve.isWithin(distance: 2.9, of: main)  // -> false
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a negative limit or NaN, `mixedSpatialReferences`,
  ///   `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Units: The limit is planar, in coordinate units.
  /// - Complexity: O(n m) in the coordinates of the two at worst; ``PreparedGeometry/isWithin(distance:of:)`` is
  ///   faster for large ones.
  /// - Source: GEOS, `GEOSDistanceWithin`.
  public func isWithin(distance: Double, of other: Geometry) throws(GeometryError) -> Bool {
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
      // GEOS tests envelopes first, with different rounding, and so misses geometries at the limit.
      guard try isWithin(most) else { return false }
      return try unsafe thread.distance(first, second) <= distance
    }
  }

  /// The two closest points, the start on this geometry and the end on the other; nil when either is empty.
  ///
  /// Areas include their inside: for geometries that intersect, both points are one shared point.
  ///
  /// ```swift
  /// let house = try Geometry(wkt: "POLYGON ((0 2, 0 4, 3 4, 3 2, 0 2))")
  /// let main = try Geometry(wkt: "LINESTRING (5 -9, 5 9)")
  /// let gap = try house.nearestPoints(to: main)
  /// gap?.length   // -> 2
  /// gap?.start.x  // -> 3
  /// ```
  ///
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
      // The sequence is owned here, and has two coordinates.
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

  /// The discrete Hausdorff distance: the greatest distance of a vertex of either geometry from the other; nil if one
  /// is empty.
  ///
  /// Only vertices are measured, unless `densifyFraction`, from 0.001 to 1, divides each segment into such pieces.
  ///
  /// ```swift
  /// let surveyed = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
  /// let designed = try Geometry(wkt: "LINESTRING (0 1, 5 3, 10 1)")
  /// try surveyed.hausdorffDistance(to: designed)                      // -> 3
  /// try surveyed.hausdorffDistance(to: Geometry(wkt: "POINT EMPTY"))  // -> nil
  /// ```
  ///
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
      let context = unsafe thread.context
      let answer =
        if let share = densifyFraction {
          unsafe GEOSHausdorffDistanceDensify_r(context, first, second, share, &distance)
        } else {
          unsafe GEOSHausdorffDistance_r(context, first, second, &distance)
        }
      guard answer == 1 else { throw thread.failure(of: "Measuring the Hausdorff distance") }
      return distance
    }
  }

  /// The distance by which vertices can move before the geometry can become invalid; nil if no move can.
  ///
  /// It is the least distance between a vertex and another vertex or a segment that it is not an end of.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 9, 5 9, 5 0.5, 6 0.5, 6 0, 0 0))")
  /// try parcel.minimumClearance()                        // -> 0.5
  /// try Geometry(wkt: "POINT (1 2)").minimumClearance()  // -> nil
  /// ```
  ///
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
  /// - Throws: As ``minimumClearance()``.
  /// - Z and M: Dropped.
  /// - Complexity: As ``minimumClearance()``.
  /// - Source: GEOS, `GEOSMinimumClearanceLine`.
  public func minimumClearanceLine() throws(GeometryError) -> Segment? {
    let ends = try unsafe derived("Finding the clearance", GEOSMinimumClearanceLine_r).coordinates
    return ends.count == 2 ? Segment(ends[0], ends[1]) : nil
  }
}

extension Double {
  /// The distance plus a margin for rounding between two geometries.
  func slightlyMore(between envelope: Envelope, _ other: Envelope) -> Double {
    self + 1e-12 * (self + max(envelope.greatestOrdinate, other.greatestOrdinate))
  }
}

extension Envelope {
  func squaredDistance(to other: Envelope) -> Double {
    let dx = max(other.minX - maxX, minX - other.maxX, 0)
    let dy = max(other.minY - maxY, minY - other.maxY, 0)
    return dx * dx + dy * dy
  }
}

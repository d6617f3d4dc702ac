internal import CGEOS

extension Geometry {
  /// Whether the other geometry comes within a planar distance; the limit itself is within.
  ///
  /// Faster than measuring: far parts are left out. Z and M play no part. An empty geometry comes
  /// within no distance. GEOS's `GEOSDistanceWithin`.
  ///
  /// ```swift
  /// try valve.isWithin(distance: 0.5, of: main)
  /// ```
  ///
  /// - Parameters:
  ///   - distance: The limit in coordinate units.
  ///   - other: The other geometry.
  /// - Returns: Whether the least distance is at most the limit.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a negative limit or NaN,
  ///   `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(n log n) in the coordinates of both.
  public func isWithin(
    distance: Double,
    of other: Geometry
  ) throws(GeometryError) -> Bool {
    guard distance >= 0 else {
      throw GeometryError(.invalidArgument, "A distance must be 0 or more; got \(distance).")
    }
    if isEmpty || other.isEmpty {
      _ = try commonSRID(srid, other.srid)
      return false
    }
    return try unsafe withPlaneForms(of: other) { thread, first, second throws(GeometryError) in
      let answer = unsafe GEOSDistanceWithin_r(thread.context, first, second, distance)
      guard answer <= 1 else { throw thread.failure(of: "Comparing distance") }
      return answer == 1
    }
  }

  /// The two closest places: the start on this geometry, the end on the other.
  ///
  /// Areas count with their inside: of one that overlaps the other a shared place stands for both. Z and
  /// M are dropped. nil when either is empty. GEOS's `GEOSNearestPoints`.
  ///
  /// ```swift
  /// let gap = try house.nearestPoints(to: main)?.length
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences`, `nonFiniteOrdinate`,
  ///   `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(n log n) in the coordinates of both.
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

  /// How far the farthest vertex of either geometry lies from the other, in coordinate units.
  ///
  /// The discrete Hausdorff distance: vertices are measured, not the places between them, unless
  /// `densifyFraction` splits each segment. Z and M play no part. nil when either is empty. GEOS's
  /// `GEOSHausdorffDistance`.
  ///
  /// ```swift
  /// try surveyed.hausdorffDistance(to: designed, densifyFraction: 0.1)
  /// ```
  ///
  /// - Parameters:
  ///   - other: The other geometry.
  ///   - densifyFraction: The length of the pieces as a share of each segment, from 0.001 to 1; nil for
  ///     the vertices alone.
  /// - Returns: The distance.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a fraction below 0.001 or above 1,
  ///   `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(nm) in the coordinates of the two.
  public func hausdorffDistance(
    to other: Geometry,
    densifyFraction: Double? = nil
  ) throws(GeometryError) -> Double? {
    try unsafe discreteDistance(to: other, densifyFraction, "Measuring the Hausdorff distance") {
      context,
      first,
      second,
      distance in
      guard let densifyFraction else {
        return unsafe GEOSHausdorffDistance_r(context, first, second, &distance)
      }
      return unsafe GEOSHausdorffDistanceDensify_r(
        context,
        first,
        second,
        densifyFraction,
        &distance
      )
    }
  }

  /// The shortest leash for two walkers who follow the two geometries without turning back.
  ///
  /// The discrete Frechet distance: they stand at vertices, or at the ends of the pieces that
  /// `densifyFraction` splits segments into. Z and M play no part. nil when either is empty. GEOS's
  /// `GEOSFrechetDistance`, after Eiter and Mannila, "Computing Discrete Frechet Distance", 1994.
  ///
  /// ```swift
  /// try walked.frechetDistance(to: planned)
  /// ```
  ///
  /// - Parameters:
  ///   - other: The other geometry.
  ///   - densifyFraction: As for ``hausdorffDistance(to:densifyFraction:)``.
  /// - Returns: The distance.
  /// - Throws: As ``hausdorffDistance(to:densifyFraction:)``.
  /// - Complexity: O(nm) in the coordinates of the two, in time and memory.
  public func frechetDistance(
    to other: Geometry,
    densifyFraction: Double? = nil
  ) throws(GeometryError) -> Double? {
    try unsafe discreteDistance(to: other, densifyFraction, "Measuring the Frechet distance") {
      context,
      first,
      second,
      distance in
      guard let densifyFraction else {
        return unsafe GEOSFrechetDistance_r(context, first, second, &distance)
      }
      return unsafe GEOSFrechetDistanceDensify_r(
        context,
        first,
        second,
        densifyFraction,
        &distance
      )
    }
  }

  @unsafe
  private func discreteDistance(
    to other: Geometry,
    _ densifyFraction: Double?,
    _ operation: String,
    _ measure: (OpaquePointer, OpaquePointer, OpaquePointer, inout Double) -> Int32
  ) throws(GeometryError) -> Double? {
    if let densifyFraction, !(densifyFraction >= 1e-3 && densifyFraction <= 1) {
      throw GeometryError(
        .invalidArgument,
        "A share of a segment must be from 0.001 to 1; got \(densifyFraction)."
      )
    }
    _ = try commonSRID(srid, other.srid)
    if isEmpty || other.isEmpty { return nil }
    return try unsafe withPlaneForms(of: other) { thread, first, second throws(GeometryError) in
      var distance = 0.0
      guard unsafe measure(thread.context, first, second, &distance) == 1 else {
        throw thread.failure(of: operation)
      }
      return distance
    }
  }

  /// How far the vertices may move, in coordinate units, before the geometry can become invalid.
  ///
  /// The least distance between a vertex and another vertex or a segment that it is no end of. Z and M
  /// play no part. nil when no move can harm: for a point, say. GEOS's `GEOSMinimumClearance`.
  ///
  /// ```swift
  /// let margin = try parcel.minimumClearance()
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(n log n) in the number of coordinates.
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
  /// GEOS's `GEOSMinimumClearanceLine`.
  ///
  /// ```swift
  /// let pinch = try parcel.minimumClearanceLine()
  /// ```
  ///
  /// - Throws: As ``minimumClearance()``.
  /// - Complexity: O(n log n) in the number of coordinates.
  public func minimumClearanceLine() throws(GeometryError) -> Segment? {
    let line = try unsafe derived("Finding the clearance") { context, pointer in
      unsafe GEOSMinimumClearanceLine_r(context, pointer)
    }
    let ends = line.coordinates
    return ends.count == 2 ? Segment(ends[0], ends[1]) : nil
  }
}

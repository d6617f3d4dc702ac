extension Geometry {
  /// All problems of the geometry, in stored order of its parts; empty when there are none.
  ///
  /// ``validityProblem()`` returns GEOS's first reason; this returns all, decided with exact arithmetic. A geometry
  /// without a problem of a kind that makes it invalid is valid in OGC's sense. Repairing one problem may reveal
  /// another: rings that cross are not tested for nesting, and parts with ordinates that are not finite not for their
  /// course.
  ///
  /// ```swift
  /// let bowtie = try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")
  /// bowtie.problems()  // -> [selfIntersectingRing at (2.0 2.0), part 0, ring 0]
  /// let pair = try Geometry(wkt: "MULTILINESTRING ((0 0, 1 0), (1 0, 0 0))")
  /// pair.problems(GeometryExpectations(allowsMultipart: false)).map(\.kind)  // -> [multipart, duplicatePart]
  /// ```
  ///
  /// - Returns: The problems, each location once for each kind, part and ring.
  /// - Units: There is no tolerance; locations are in coordinate units.
  /// - Z and M: They count for being finite and for repeated vertices only.
  /// - Errors: Ordinates that are not finite are problems too.
  /// - Complexity: O(n log n + k) in the coordinates, for k pairs of segments over the same stretch of the extent's
  ///   longer side; also O(h²) comparisons of envelopes for h holes of one polygon, or h parts.
  /// - Source: A sweep with Shewchuk's exact orientation; the rules are those of OGC 06-103r4, 6.1.11 and 6.1.14, and
  ///   of `GEOSisValidDetail`.
  public func problems(
    _ expectations: GeometryExpectations = GeometryExpectations()
  ) -> [GeometryProblem] {
    UncheckedGeometry(self).problems(expectations)
  }
}

extension UncheckedGeometry {
  /// All problems of the geometry, as ``Geometry/problems(_:)``.
  ///
  /// An open ring is tested as if it were closed.
  ///
  /// ```swift
  /// let open = UncheckedGeometry(line: [Coordinate(x: 1, y: 2)])
  /// open.problems()  // -> [tooFewPoints at (1.0 2.0), part 0]
  /// ```
  ///
  /// - Complexity: As ``Geometry/problems(_:)``.
  public func problems(
    _ expectations: GeometryExpectations = GeometryExpectations()
  ) -> [GeometryProblem] {
    var finder = ProblemFinder(expectations)
    finder.visit(value)
    finder.findDuplicates(value)
    return finder.problems
  }
}

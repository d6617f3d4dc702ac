extension Geometry {
  /// Everything that is wrong with the geometry, in stored order of its parts; empty when nothing is.
  ///
  /// ``validityProblem()`` gives GEOS's first reason; this gives all, decided with exact arithmetic: a geometry
  /// without a problem of a kind that makes it invalid is valid in OGC's sense. What hides behind another
  /// problem may show up only when that is repaired: rings that cross are not asked which lies in which, and
  /// parts with ordinates that are not finite not how they run.
  ///
  /// ```swift
  /// let bowtie = try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")
  /// bowtie.problems()  // -> [selfIntersectingRing at (2.0 2.0), part 0, ring 0]
  /// let pair = try Geometry(wkt: "MULTILINESTRING ((0 0, 1 0), (1 0, 0 0))")
  /// pair.problems(GeometryExpectations(allowsMultipart: false)).map(\.kind)  // -> [multipart, duplicatePart]
  /// ```
  ///
  /// - Parameter expectations: What it is expected to be besides sound.
  /// - Returns: The problems, each place once for each kind, part and ring.
  /// - Units: Exact, without a tolerance. Places are in coordinate units.
  /// - Z and M: Play no part but in being finite, and in which vertices are repeated.
  /// - Errors: Ordinates that are not finite are problems like others.
  /// - Complexity: O(n log n + k) in the coordinates, for k pairs of segments over the same stretch of x; for h
  ///   holes of one polygon, or h parts, besides O(h²) comparisons of envelopes.
  /// - Source: By a sweep with Shewchuk's exact orientation; the rules are those of OGC 06-103r4,
  ///   6.1.11 and 6.1.14, and of `GEOSisValidDetail`.
  public func problems(
    _ expectations: GeometryExpectations = GeometryExpectations()
  ) -> [GeometryProblem] {
    UncheckedGeometry(self).problems(expectations)
  }
}

extension UncheckedGeometry {
  /// Everything that is wrong with the geometry; see ``Geometry/problems(_:)``.
  ///
  /// A ring that is open is looked at as if it were closed.
  ///
  /// ```swift
  /// let open = UncheckedGeometry(line: [Coordinate(x: 1, y: 2)])
  /// open.problems()  // -> [tooFewPoints at (1.0 2.0), part 0]
  /// ```
  ///
  /// - Parameter expectations: What it is expected to be besides sound.
  /// - Returns: The problems, each place once for each kind, part and ring.
  /// - Units: As ``Geometry/problems(_:)``.
  /// - Z and M: As ``Geometry/problems(_:)``.
  /// - Errors: As ``Geometry/problems(_:)``.
  /// - Complexity: As ``Geometry/problems(_:)``.
  /// - Source: As ``Geometry/problems(_:)``.
  public func problems(
    _ expectations: GeometryExpectations = GeometryExpectations()
  ) -> [GeometryProblem] {
    var finder = ProblemFinder(expectations)
    finder.visit(value)
    finder.findDuplicates(value)
    return finder.problems
  }
}

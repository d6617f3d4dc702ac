extension Geometry {
  /// Everything that is wrong with the geometry, in stored order of its parts; empty when nothing is.
  ///
  /// ``validityProblem()`` gives GEOS's first reason; this gives all, decided with exact arithmetic: a geometry
  /// without a problem of a kind that makes it invalid is valid in OGC's sense. What hides behind another
  /// problem may show up only when that is repaired: rings that cross are not asked which lies in which, and
  /// parts with ordinates that are not finite not how they run. Z and M play no part but in being finite, and
  /// in which vertices are repeated.
  ///
  /// ```swift
  /// for problem in parcel.problems() { mark(problem.location, problem.kind) }
  /// ```
  ///
  /// - Parameter expectations: What it is expected to be besides sound.
  /// - Returns: The problems, each place once for each kind, part and ring.
  /// - Complexity: O(n log n + k) in the coordinates, for k pairs of segments over the same stretch of x.
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
  public func problems(
    _ expectations: GeometryExpectations = GeometryExpectations()
  ) -> [GeometryProblem] {
    var finder = ProblemFinder(expectations)
    finder.visit(value)
    finder.findDuplicates(value)
    return finder.problems
  }
}

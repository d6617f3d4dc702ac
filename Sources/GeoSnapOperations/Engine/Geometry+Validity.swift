internal import CGEOS

extension Geometry {
  /// Whether the geometry is valid in OGC's sense: ``validityProblem()`` returns nil.
  ///
  /// ```swift
  /// try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))").isValid  // -> false
  /// try Geometry(wkt: "POLYGON EMPTY").isValid                        // -> true
  /// ```
  ///
  /// - Throws: As ``validityProblem()``.
  /// - Complexity: As ``validityProblem()``.
  public var isValid: Bool {
    get throws(GeometryError) { try validityProblem() == nil }
  }

  /// The first reason why the geometry is not valid in OGC's sense, and the location; nil when it is valid.
  ///
  /// A line of zero length is not valid; a line that crosses itself and an empty geometry are. A coordinate that is
  /// not finite in x or y is reported as `Invalid Coordinate`. ``problems(_:)`` returns all problems.
  ///
  /// ```swift
  /// let problem = try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))").validityProblem()
  /// problem?.reason    // -> Self-intersection
  /// problem?.location  // -> 2 2
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `ordinateOutOfRange` or `engine`.
  /// - Units: There is no tolerance; the location is in coordinate units.
  /// - Complexity: O(n log n + k) in the coordinates and the k points where rings meet.
  /// - Source: GEOS, `GEOSisValidDetail`.
  public func validityProblem() throws(GeometryError) -> ValidityProblem? {
    if isEmpty { return nil }
    if let place = coordinates.first(where: { !$0.isFinite }) {
      return ValidityProblem(reason: "Invalid Coordinate", location: place)
    }
    let thread = try EngineThread()
    let form = try planeForm(thread)
    return try unsafe form.withPointer { pointer throws(GeometryError) in
      var reason: UnsafeMutablePointer<CChar>?
      var location: OpaquePointer?
      let answer = unsafe GEOSisValidDetail_r(thread.context, pointer, 0, &reason, &location)
      // Both are owned here, whatever the result.
      defer { unsafe GEOSFree_r(thread.context, reason) }
      let place: Coordinate?
      if unsafe location == nil {
        place = nil
      } else {
        let owned = try unsafe OwnedGeometry(adopting: location, of: "Locating", thread)
        place = try owned.value(srid: nil, thread).coordinates.first
      }
      switch answer {
      case 1: return nil
      case 0:
        // GEOS ends its reasons with a zero byte.
        let words = unsafe reason.map { unsafe String(cString: $0) }
        return ValidityProblem(
          reason: words ?? "Invalid",
          location: place ?? Coordinate(x: .nan, y: .nan)
        )
      default: throw thread.failure(of: "Checking validity")
      }
    }
  }
}

internal import CGEOS

extension Geometry {
  /// Whether the geometry is valid in OGC's sense: what ``validityProblem()`` finds nothing in.
  public var isValid: Bool {
    get throws(GeometryError) { try validityProblem() == nil }
  }

  /// The first reason why the geometry is not valid in OGC's sense; nil when it is.
  ///
  /// A line of zero length is not valid, a line that crosses itself is. Empty geometries are
  /// valid. Z and M play no part. A coordinate that is not finite is reported as
  /// `Invalid Coordinate`. GEOS's `GEOSisValidDetail`.
  ///
  /// - Throws: ``GeometryError`` with code `ordinateOutOfRange` or `engine`.
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
      // Both are ours to free whatever the answer.
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

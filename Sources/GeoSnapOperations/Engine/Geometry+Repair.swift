internal import CGEOS

/// The method by which an invalid area is made valid.
public enum RepairMethod: String, CaseIterable, Sendable {
  /// The points inside an odd number of rings are inside, and all lines are kept; GEOS's linework method.
  case linework
  /// The points inside exterior rings and outside holes are inside; GEOS's structure method.
  case structure
}

extension Geometry {
  /// The geometry made valid in OGC's sense, perhaps as another type; the geometry itself when it is valid.
  ///
  /// ``validityProblem()`` returns the problem. No vertex is lost; vertices are added where rings cross. With
  /// `keepingCollapsed` parts of areas that collapse to lines or points are kept as such, which
  /// ``RepairMethod/linework`` always does.
  ///
  /// ```swift
  /// let bowtie = try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")
  /// try bowtie.repaired().type.name  // -> MULTIPOLYGON
  /// try bowtie.repaired().area       // -> 8
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Units: The coordinates of crossings are rounded to doubles.
  /// - Z and M: Z is kept and interpolated when every coordinate has it; M is dropped when a repair is needed.
  /// - Complexity: O(n log n + k) in the coordinates and the k crossings of rings.
  /// - Source: GEOS, `GEOSMakeValidWithParams`.
  public func repaired(
    method: RepairMethod = .linework,
    keepingCollapsed: Bool = false
  ) throws(GeometryError) -> Geometry {
    if isEmpty { return self }
    try checkPlane()
    if try isValid { return self }
    var repaired = self
    // Rounded crossings may leave the first result invalid.
    for _ in 0..<3 {
      repaired = try repaired.engineRepaired(method, keepingCollapsed)
      if try repaired.isValid { return repaired }
    }
    throw GeometryError(.engine, "Repairing: GEOS's answer is not valid. Try the other method.")
  }

  private func engineRepaired(
    _ method: RepairMethod,
    _ keepingCollapsed: Bool
  ) throws(GeometryError) -> Geometry {
    try unsafe derived("Repairing", keepingZ: true) { context, pointer in
      guard let parameters = unsafe GEOSMakeValidParams_create_r(context) else { return nil }
      // Created above and owned here.
      defer { unsafe GEOSMakeValidParams_destroy_r(context, parameters) }
      unsafe GEOSMakeValidParams_setMethod_r(
        context,
        parameters,
        method == .linework ? GEOS_MAKE_VALID_LINEWORK : GEOS_MAKE_VALID_STRUCTURE
      )
      unsafe GEOSMakeValidParams_setKeepCollapsed_r(
        context,
        parameters,
        keepingCollapsed || method == .linework ? 1 : 0
      )
      return unsafe GEOSMakeValidWithParams_r(context, pointer, parameters)
    }
  }

  /// Whether the geometry is simple: ``simplicityProblem(_:)`` returns nil.
  ///
  /// ```swift
  /// let sketch = try Geometry(wkt: "LINESTRING (0 0, 4 4, 4 0, 0 4)")
  /// try sketch.isSimple()      // -> true
  /// try sketch.isSimple(.ogc)  // -> false
  /// ```
  ///
  /// - Throws: As ``simplicityProblem(_:)``.
  /// - Complexity: As ``simplicityProblem(_:)``.
  public func isSimple(_ convention: GeometryConvention = .esri) throws(GeometryError) -> Bool {
    guard convention == .ogc else { return try simplicityProblem(.esri) == nil }
    if isEmpty { return true }
    return try unsafe withPlaneForm { thread, pointer throws(GeometryError) in
      let answer = unsafe GEOSisSimple_r(thread.context, pointer)
      guard answer <= 1 else { throw thread.failure(of: "Testing for simplicity") }
      return answer == 1
    }
  }

  /// The first reason why the geometry is not simple, and the location; nil when it is simple.
  ///
  /// In Esri's convention points are simple; a multi point without points equal in x, y and z; a line without
  /// segments of zero length in x, y and z, even if it crosses itself; and an area that is valid in OGC's sense,
  /// without segments of zero length, with clockwise exterior rings and counterclockwise holes. In OGC's convention a
  /// line meets itself at its ends only, a multi point has no points equal in x and y, and rings of areas count as
  /// lines. A collection is simple when its members are.
  ///
  /// ```swift
  /// let sketch = try Geometry(wkt: "LINESTRING (0 0, 4 4, 4 0, 0 4)")
  /// try sketch.simplicityProblem(.ogc)?.location                                     // -> 2 2
  /// try Geometry(wkt: "POLYGON ((0 0, 4 4, 0 4, 0 0))").simplicityProblem()?.reason  // -> Ring Direction
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Z and M: Z counts for points and segments of zero length in Esri's convention; M plays no part.
  /// - Complexity: O(n log n + k) in the coordinates and the k points where lines meet.
  /// - Source: GEOS, `GEOSisSimple` in OGC's convention and `GEOSisValidDetail` for areas; otherwise Esri's
  ///   `isSimple`, as documented.
  public func simplicityProblem(
    _ convention: GeometryConvention = .esri
  ) throws(GeometryError) -> ValidityProblem? {
    try checkPlane()
    if convention == .ogc {
      if try isSimple(.ogc) { return nil }
      return ValidityProblem(reason: "Self-intersection", location: try firstSelfMeeting())
    }
    switch self {
    case .point: return nil
    case .collection(let collection):
      for member in collection.geometries {
        if let problem = try member.simplicityProblem(.esri) { return problem }
      }
      return nil
    case .multiPoint(let points):
      let kept = points.firstOccurrences
      guard kept.count < points.coordinates.count else { return nil }
      let index = kept.indices.first { kept[$0] != $0 } ?? kept.count
      return ValidityProblem(reason: "Repeated Point", location: points.coordinates[index])
    case .lineString, .multiLineString: return zeroLengthSegment
    case .polygon, .multiPolygon:
      if let problem = zeroLengthSegment { return problem }
      if let problem = try validityProblem() { return problem }
      return wrongRingDirection
    }
  }

  /// The geometry made simple in Esri's sense, in the same dimension; the geometry itself when it is simple.
  ///
  /// ``simplicityProblem(_:)`` returns the problem. Points of a multi point that are equal in x, y and z become one.
  /// Lines lose segments of zero length, and parts of only such; lines that cross are unchanged. Areas are made valid
  /// as by ``repaired(method:keepingCollapsed:)``, without parts of zero area, with clockwise exterior rings and
  /// counterclockwise holes. ``generalized(maxDeviation:preservingTopology:)`` thins vertices.
  ///
  /// ```swift
  /// let sketch = try Geometry(wkt: "POLYGON ((0 0, 4 4, 0 4, 0 0))")
  /// try sketch.simplified().wkt  // -> POLYGON ((0 0, 0 4, 4 4, 0 0))
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Units: The coordinates of crossings are rounded to doubles.
  /// - Z and M: Kept at the remaining vertices of lines and points. Areas keep Z when every coordinate has it, and M
  ///   only if reversing rings is enough.
  /// - Complexity: O(n log n + k) in the coordinates and the k crossings of rings.
  /// - Source: `GEOSMakeValidWithParams` for areas; Esri's `simplify`.
  public func simplified() throws(GeometryError) -> Geometry {
    if try isSimple(.esri) { return self }
    switch self {
    case .point: return self
    case .multiPoint, .lineString, .multiLineString: return removingZeroLengthSegments()
    case .polygon, .multiPolygon:
      let repaired = try removingZeroLengthSegments().repaired().parts(ofDimension: 2)
      return repaired.orientingRings(.clockwise)
    case .collection(let collection):
      return try collection.mapping { member throws(GeometryError) in try member.simplified() }
    }
  }

  /// The first point in stored order where lines of the geometry meet themselves or each other.
  private func firstSelfMeeting() throws(GeometryError) -> Coordinate {
    var seen: Set<Coordinate> = []
    if type.dimension == 0 {
      for place in coordinates where !seen.insert(place).inserted { return place }
    }
    var repeatedEnd: Coordinate?
    for path in try noded().paths {
      for place in [path[0], path[path.count - 1]] where !seen.insert(place).inserted {
        // Where pieces end and no line did before, lines certainly cross.
        if !isLineEnd(place) { return place }
        repeatedEnd = repeatedEnd ?? place
      }
    }
    return repeatedEnd ?? coordinates.first ?? Coordinate(x: .nan, y: .nan)
  }

  private func isLineEnd(_ place: Coordinate) -> Bool {
    paths.contains { $0[0] == place || $0[$0.count - 1] == place }
  }

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

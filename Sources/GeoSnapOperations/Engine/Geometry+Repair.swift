internal import CGEOS

/// How an area that is not valid is made so.
public enum RepairMethod: Hashable, Sendable {
  /// What an odd number of rings surrounds is inside, all lines are kept; GEOS's linework method.
  case linework
  /// What exterior rings surround is inside and what holes surround is not; GEOS's structure method.
  case structure
}

extension Geometry {
  /// The geometry made valid in OGC's sense; the geometry itself when it is.
  ///
  /// ``validityProblem()`` says what was wrong. No vertex is lost, but where rings cross new ones stand. The
  /// reference system is kept.
  ///
  /// ```swift
  /// let bowtie = try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")
  /// try bowtie.repaired().type.name  // -> MULTIPOLYGON
  /// try bowtie.repaired().area       // -> 8
  /// ```
  ///
  /// - Parameters:
  ///   - method: What is inside.
  ///   - keepingCollapsed: Whether parts of areas that collapse to lines or points stay as such;
  ///     with ``RepairMethod/linework`` they always do.
  /// - Returns: A valid geometry, perhaps of another type.
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Units: Places where rings cross are rounded to doubles.
  /// - Z and M: Z is kept and interpolated when every coordinate has it; M is dropped when a repair is needed.
  /// - Complexity: O(n log n + k) in the coordinates and the k places where rings cross.
  /// - Source: GEOS, `GEOSMakeValidWithParams`.
  public func repaired(
    method: RepairMethod = .linework,
    keepingCollapsed: Bool = false
  ) throws(GeometryError) -> Geometry {
    if isEmpty { return self }
    try checkPlane()
    if try isValid { return self }
    var repaired = self
    // Rounded crossings may leave the first answer invalid.
    for _ in 0..<3 {
      repaired = try repaired.engineRepaired(method, keepingCollapsed)
      if try repaired.isValid { return repaired }
    }
    throw GeometryError(.engine, "Repairing: what GEOS answers is not valid. Try the other method.")
  }

  private func engineRepaired(
    _ method: RepairMethod,
    _ keepingCollapsed: Bool
  ) throws(GeometryError) -> Geometry {
    try unsafe derived("Repairing", keepingZ: true) { context, pointer in
      guard let parameters = unsafe GEOSMakeValidParams_create_r(context) else {
        return nil
      }
      // Made above, ours to free.
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

  /// Whether the geometry is simple; what ``simplicityProblem(_:)`` finds nothing in.
  ///
  /// ```swift
  /// let sketch = try Geometry(wkt: "LINESTRING (0 0, 4 4, 4 0, 0 4)")
  /// try sketch.isSimple()      // -> true
  /// try sketch.isSimple(.ogc)  // -> false
  /// ```
  ///
  /// - Parameter convention: Whose meaning it has.
  /// - Returns: Whether it is; true for an empty geometry.
  /// - Throws: As ``simplicityProblem(_:)``.
  /// - Z and M: As ``simplicityProblem(_:)``.
  /// - Complexity: As ``simplicityProblem(_:)``.
  /// - Source: GEOS, `GEOSisSimple` in OGC's meaning; Esri's `isSimple` otherwise, here.
  public func isSimple(
    _ convention: GeometryConvention = .esri
  ) throws(GeometryError) -> Bool {
    guard convention == .ogc else { return try simplicityProblem(.esri) == nil }
    if isEmpty { return true }
    return try unsafe withPlaneForm { thread, pointer throws(GeometryError) in
      let answer = unsafe GEOSisSimple_r(thread.context, pointer)
      guard answer <= 1 else { throw thread.failure(of: "Testing for simplicity") }
      return answer == 1
    }
  }

  /// The first reason why the geometry is not simple, and where; nil when it is.
  ///
  /// Esri's meaning: points are simple; a multi point when no two places are equal; a line when no
  /// segment has zero length in x, y and z, though it may cross itself; an area when it is valid in
  /// OGC's sense, no segment has zero length, exterior rings run clockwise and holes
  /// counter-clockwise. OGC's: a line must not meet itself but at its ends, nor a multi point repeat a
  /// place; rings of areas count as lines. A collection is simple when its members are.
  ///
  /// ```swift
  /// let sketch = try Geometry(wkt: "LINESTRING (0 0, 4 4, 4 0, 0 4)")
  /// try sketch.simplicityProblem(.ogc)?.location                                     // -> 2 2
  /// try Geometry(wkt: "POLYGON ((0 0, 4 4, 0 4, 0 0))").simplicityProblem()?.reason  // -> Ring Direction
  /// ```
  ///
  /// - Parameter convention: Whose meaning it has.
  /// - Returns: The problem; nil for an empty geometry.
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Units: The place is in coordinate units.
  /// - Z and M: Z counts in which segments have zero length, in Esri's meaning; M plays no part.
  /// - Complexity: O(n log n + k) in the coordinates and the k places where lines meet.
  /// - Source: GEOS, `GEOSisSimple` in OGC's meaning and `GEOSisValidDetail` of areas; the rest here, as Esri's
  ///   `isSimple` is documented.
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
      var seen: Set<Coordinate> = []
      for place in points.coordinates where !seen.insert(place).inserted {
        return ValidityProblem(reason: "Repeated Point", location: place)
      }
      return nil
    case .lineString, .multiLineString: return zeroLengthSegment
    case .polygon, .multiPolygon:
      if let problem = zeroLengthSegment { return problem }
      if let problem = try validityProblem() { return problem }
      return wrongRingDirection
    }
  }

  /// The geometry made simple in Esri's sense; the geometry itself when it is.
  ///
  /// No thinning of vertices: ``generalized(maxDeviation:preservingTopology:)`` does that. Equal places of a multi
  /// point become one. Of lines segments without length are taken out, and parts that are nothing else; lines that
  /// cross stay as they are. Areas are made valid as ``repaired(method:keepingCollapsed:)`` does, parts without
  /// area left out, exterior rings turned clockwise and holes counter-clockwise. ``simplicityProblem(_:)`` says
  /// what was wrong. The reference system is kept.
  ///
  /// ```swift
  /// let sketch = try Geometry(wkt: "POLYGON ((0 0, 4 4, 0 4, 0 0))")
  /// try sketch.simplified().wkt  // -> POLYGON ((0 0, 0 4, 4 4, 0 0))
  /// ```
  ///
  /// - Returns: A geometry of the same dimension.
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Units: Places where rings cross are rounded to doubles.
  /// - Z and M: Kept at the vertices of lines and points that remain; of areas Z is kept when every coordinate has
  ///   it, M only when turning rings is enough.
  /// - Complexity: O(n log n + k) in the coordinates and the k places where rings cross.
  /// - Source: With `GEOSMakeValidWithParams` for areas; Esri's `simplify`.
  public func simplified() throws(GeometryError) -> Geometry {
    if try isSimple(.esri) { return self }
    switch self {
    case .point: return self
    case .multiPoint, .lineString, .multiLineString: return removingZeroLengthSegments()
    case .polygon, .multiPolygon:
      let repaired = try removingZeroLengthSegments().repaired().parts(ofDimension: 2)
      return repaired.orientingRings(.clockwise)
    case .collection(let collection):
      var members: [Geometry] = []
      for member in collection.geometries { members.append(try member.simplified()) }
      return .collection(GeometryCollection(trusted: members, srid: srid))
    }
  }

  /// Where lines of the geometry meet themselves or each other, the first in stored order.
  private func firstSelfMeeting() throws(GeometryError) -> Coordinate {
    var seen: Set<Coordinate> = []
    if type.dimension == 0 {
      for place in coordinates where !seen.insert(place).inserted { return place }
    }
    var repeatedEnd: Coordinate?
    for path in try noded().paths {
      for place in [path[0], path[path.count - 1]] where !seen.insert(place).inserted {
        // Where pieces end and no line did before, lines cross for certain.
        if !isLineEnd(place) { return place }
        repeatedEnd = repeatedEnd ?? place
      }
    }
    return repeatedEnd ?? coordinates.first ?? Coordinate(x: .nan, y: .nan)
  }

  private func isLineEnd(_ place: Coordinate) -> Bool {
    paths.contains { $0[0] == place || $0[$0.count - 1] == place }
  }
}

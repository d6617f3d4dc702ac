internal import CGEOS

extension Geometry {
  /// The geometry with fewer vertices, whose lines deviate at most `maxDeviation`, 0 or more, from the original.
  ///
  /// By default each line is thinned by itself, as Esri's `generalize` does. Lines may then cross; areas are made
  /// valid again, and rings smaller than the deviation vanish. With `preservingTopology` no line crosses another, no
  /// ring vanishes, and a valid area stays valid: the deviation is halved until it does. A deviation of 0 removes
  /// vertices on straight lines.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 4 0.5, 8 0, 8 9)")
  /// try main.generalized(maxDeviation: 1).wkt    // -> LINESTRING (0 0, 8 0, 8 9)
  /// try main.generalized(maxDeviation: 0.4).wkt  // -> LINESTRING (0 0, 4 0.5, 8 0, 8 9)
  /// ```
  ///
  /// - Returns: The simplest geometry of the remaining parts; points are unchanged.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a negative deviation or NaN, `nonFiniteOrdinate`,
  ///   `ordinateOutOfRange` or `engine`.
  /// - Units: The deviation is a planar distance in coordinate units.
  /// - Z and M: Kept at the remaining vertices. An area that was made valid again loses both; `preservingTopology`
  ///   keeps Z only when every coordinate has it, and drops M.
  /// - Complexity: O(n log n) in the number of coordinates, O(n²) at worst.
  /// - Source: Douglas and Peucker, "Algorithms for the reduction of the number of points required to represent a
  ///   digitized line", 1973, as JTS's `DouglasPeuckerSimplifier`. With `preservingTopology` GEOS's
  ///   `GEOSTopologyPreserveSimplify`.
  public func generalized(
    maxDeviation: Double,
    preservingTopology: Bool = false
  ) throws(GeometryError) -> Geometry {
    try checkArgument("A deviation", maxDeviation, least: 0)
    try checkPlane()
    if greatestPartDimension <= 0 { return self }
    guard preservingTopology else { return try thinned(maxDeviation) }
    var deviation = maxDeviation
    while true {
      let result = try unsafe derived("Generalizing", keepingZ: true) { context, pointer in
        unsafe GEOSTopologyPreserveSimplify_r(context, pointer, deviation)
      }
      // GEOS looks at lines only: a part that its ring no longer surrounds crosses no line.
      if greatestPartDimension < 2 { return result }
      let (isSound, wasSound) = (try result.isValid, try isValid)
      if isSound || !wasSound { return result }
      if deviation == 0 { return self }
      deviation = deviation > maxDeviation * 0x1p-32 ? deviation / 2 : 0
    }
  }

  private func thinned(_ deviation: Double) throws(GeometryError) -> Geometry {
    if case .collection(let collection) = self {
      var members: [Geometry] = []
      for member in collection.geometries { members.append(try member.thinned(deviation)) }
      return .collection(GeometryCollection(trusted: members.filter { !$0.isEmpty }, srid: srid))
    }
    if type.dimension == 0 { return self }
    let result = keepingVertices { path in
      let isRing = path.kind == .ring
      let kept = path.sequence.thinned(path.range, deviation: deviation, isRing: isRing)
      return isRing && kept.count < 4 ? nil : kept
    }
    guard type.dimension == 2, try !result.isValid else { return result }
    return try result.buffer(distance: 0)
  }

  /// The geometry with all ordinates on a grid, whose lines are `gridSize` coordinate units apart; a valid geometry
  /// stays valid.
  ///
  /// Parts that collapse on the grid are left out.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0.1 0, 0 4.2, 3.9 4, 0.1 0))")
  /// try parcel.rounded(toGrid: 1).normalized().wkt  // -> POLYGON ((0 0, 0 4, 4 4, 0 0))
  /// ```
  ///
  /// - Returns: The geometry on the grid; a multi geometry stays a multi geometry.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a size that is not positive, `nonFiniteOrdinate`,
  ///   `ordinateOutOfRange`, or `engine` for areas that are not valid.
  /// - Z and M: Z is kept unchanged when every coordinate has it, M is dropped.
  /// - Complexity: O(n log n + k) in the coordinates and the k crossings of rounded lines; linear for points and
  ///   lines.
  /// - Source: GEOS, `GEOSGeom_setPrecision`.
  public func rounded(toGrid gridSize: Double) throws(GeometryError) -> Geometry {
    let grid = try checkedGridSize(gridSize)
    let rounded = try unsafe derived("Rounding to a grid", keepingZ: true) { context, pointer in
      unsafe GEOSGeom_setPrecision_r(context, pointer, grid, 0)
    }
    let isMulti = type == .multiPoint || type == .multiLineString || type == .multiPolygon
    return isMulti ? rounded.asMulti() : rounded
  }

  /// The geometry in a normal form, independent of the order of its parts and the start of its rings; the type stays.
  ///
  /// Exterior rings run clockwise, holes counterclockwise; rings start at their least coordinate, lines at the lesser
  /// end; parts are sorted.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((4 0, 4 4, 0 0, 4 0))")
  /// try parcel.normalized().wkt  // -> POLYGON ((0 0, 4 4, 4 0, 0 0))
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Z and M: Z is kept when every coordinate has it, but that of the end of a closed line is lost; M is dropped. They
  ///   do not affect the order.
  /// - Complexity: O(n log n) in the number of coordinates.
  /// - Source: GEOS, `GEOSNormalize`.
  public func normalized() throws(GeometryError) -> Geometry {
    try unsafe derived("Normalizing", keepingZ: true) { context, pointer in
      guard let copy = unsafe GEOSGeom_clone_r(context, pointer) else { return nil }
      if unsafe GEOSNormalize_r(context, copy) == 0 { return unsafe copy }
      // Still owned here, since it is not returned.
      unsafe GEOSGeom_destroy_r(context, copy)
      return nil
    }
  }

  /// Whether the geometries are equal in normal form, each coordinate within `tolerance`, in coordinate units, of its
  /// counterpart.
  ///
  /// The order of parts, and the start and direction of rings, do not count. The reference system is not compared.
  ///
  /// ```swift
  /// let read = try Geometry(wkt: "POLYGON ((0 0, 0 2, 2 2, 0 0))")
  /// let written = try Geometry(wkt: "POLYGON ((2 2, 0 2, 0 0, 2 2))")
  /// read.equalsExactly(written)         // -> false
  /// try read.equalsNormalized(written)  // -> true
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, also for a z, `ordinateOutOfRange` or `engine`.
  /// - Units: The tolerance applies to the normal forms.
  /// - Complexity: O(n log n) in the number of coordinates.
  /// - Source: GEOS, `GEOSNormalize` of both, and ``equalsExactly(_:tolerance:)``.
  public func equalsNormalized(
    _ other: Geometry,
    tolerance: Double = 0
  ) throws(GeometryError) -> Bool {
    try normalized().equalsExactly(other.normalized(), tolerance: tolerance)
  }
}

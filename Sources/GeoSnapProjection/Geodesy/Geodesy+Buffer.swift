public import GeoSnap

extension Geodesy {
  /// Returns the region within a geodesic distance of a geometry.
  ///
  /// A negative distance shrinks areas; points and lines then give an empty area. Ends and corners are round. The
  /// outline lies at most `maxDeviation` inside the true one, and not noticeably outside it. It follows the geodesics
  /// of lines, so the result does not depend on the projection. The result is in the same reference system. Across
  /// the antimeridian, longitudes go on beyond 180 degrees: `normalizingCentralMeridian` folds them.
  ///
  /// Lines are cut into pieces of at most 20 kilometres. Each piece is buffered in an azimuthal equidistant
  /// projection around its middle, where distances are true within a part in two million. The outlines are united.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let valve = try Geometry(wkt: "POINT (8 48)", srid: 4326)
  /// let reach = try ground.buffer(valve, distance: 100)
  /// try ground.area(of: reach)  // -> 314...
  /// ```
  ///
  /// - Parameters:
  ///   - geometry: A geometry in the reference system.
  ///   - distance: In metres, at most 2,000 kilometres.
  ///   - maxDeviation: In metres; nil for 0.2% of the distance, limited to at most a centimetre, as in Esri's API,
  ///     and at least 5e-7 of the distance.
  /// - Returns: A polygon or a multi polygon without Z and M, empty when nothing remains.
  /// - Throws: ``ProjectionError`` with code `invalidArgument` for a distance or deviation out of range,
  ///   `enclosesPole` for a result around a pole in longitudes and latitudes, `torn` or `outsideDomain` where a
  ///   projection ends, `invalidGeometry` for areas that are not valid, and as ``length(of:)``.
  /// - Complexity: O(n log n) in the coordinates of the result, with a planar buffer for each 20 kilometres.
  /// - Source: `GEOSBufferWithStyle`, `GEOSUnaryUnion` and Karney's geodesics; Esri's `bufferGeodetic`.
  public func buffer(
    _ geometry: Geometry,
    distance: Double,
    maxDeviation: Double? = nil
  ) throws(ProjectionError) -> Geometry {
    let radius = abs(distance)
    guard radius <= 2_000_000 else {
      throw ProjectionError(
        .invalidArgument,
        "The distance of a geodesic buffer must be from -2,000,000 to 2,000,000 m; got \(distance)."
      )
    }
    if let maxDeviation, !(maxDeviation >= 5e-7 * radius && maxDeviation > 0) {
      throw ProjectionError(
        .invalidArgument,
        "The outline of a buffer of \(distance) m cannot be drawn within \(maxDeviation) m: its deviation "
          + "must be greater than 0 and at least \(5e-7 * radius) m."
      )
    }
    let whole = try unrolled(grounded(geometry))
    if whole.isEmpty || distance == 0 {
      return try checkingGeometry { () throws(GeometryError) in
        try geometry.buffer(distance: 0)
      }
    }
    let outline = BufferOutline(
      radius: radius,
      deviation: maxDeviation ?? max(min(0.002 * radius, 0.01), 5e-7 * radius),
      solver: solver,
      ellipsoid: ellipsoid
    )
    let areas = try outline.areas(of: whole)
    var band: [Geometry] = []
    if distance > 0 || !areas.isEmpty {
      for path in whole.paths { band += try outline.pieces(along: path) }
    }
    return try combined(areas, band, isGrowing: distance > 0, srid: geometry.srid)
  }

  /// Unites the bands with the areas, or subtracts them, in the reference system.
  private func combined(
    _ areas: [Geometry],
    _ band: [Geometry],
    isGrowing: Bool,
    srid: SRID?
  ) throws(ProjectionError) -> Geometry {
    let liftedAreas = try areas.map { area throws(ProjectionError) in try liftedOutline(area) }
    let liftedBand = try band.map { piece throws(ProjectionError) in try liftedOutline(piece) }
    let answer = try checkingGeometry { () throws(GeometryError) in
      if isGrowing { return try Geometry.union(of: liftedAreas + liftedBand) }
      guard !liftedAreas.isEmpty else {
        return Geometry.polygon(try Polygon(rings: []))
      }
      return try Geometry.union(of: liftedAreas).difference(Geometry.union(of: liftedBand))
    }
    return answer.declared(in: srid)
  }

  /// Converts an outline in degrees to the reference system.
  private func liftedOutline(_ outline: Geometry) throws(ProjectionError) -> Geometry {
    if isGeographic {
      for ring in outline.paths {
        for index in 1..<ring.count where abs(ring[index].x - ring[index - 1].x) > 180 {
          throw poleError
        }
      }
    }
    return try liftedWhole(outline)
  }

  /// The geometry with longitudes that go on beyond 180 degrees instead of jumping to the other side.
  private func unrolled(_ geometry: Geometry) throws(ProjectionError) -> Geometry {
    // In a projection no longitude jumps, and a ring may go around a pole.
    guard isGeographic else { return geometry }
    var parts: [Geometry] = []
    for part in geometry.parts { parts.append(try unrolledPart(part)) }
    return try checkingGeometry { () throws(GeometryError) in
      .collection(try GeometryCollection(parts))
    }
  }

  private func unrolledPart(_ part: Geometry) throws(ProjectionError) -> Geometry {
    var paths: [CoordinateSequence] = []
    for path in part.paths {
      var ordinates: [Double] = []
      // A hole starts on the side of the exterior ring; every other place is on the side of the one before it.
      var last = paths.first?[0].x ?? path[0].x
      for index in 0..<path.count {
        let place = path[index]
        last = place.x + 360 * ((last - place.x) / 360).rounded()
        ordinates += [last, place.y]
      }
      if path.kind == .ring, ordinates[0] != last { throw poleError }
      paths.append(CoordinateSequence(trusted: ordinates, dimensions: .xy))
    }
    return try checkingGeometry { () throws(GeometryError) in
      switch part {
      case .polygon: .polygon(try Polygon(rings: paths))
      case .lineString: .lineString(try LineString(paths.first ?? []))
      default: .point(paths.first.map { Point($0[0]) } ?? Point(emptyIn: nil))
      }
    }
  }

  private var poleError: ProjectionError {
    ProjectionError(
      .enclosesPole,
      "The area goes around a pole or touches it, which longitudes and latitudes cannot outline: "
        + "transform it to a polar projection first."
    )
  }
}

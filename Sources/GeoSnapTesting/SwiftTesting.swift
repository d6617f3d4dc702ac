#if canImport(Testing)
  public import GeoSnapGeometry
  public import GeoSnapOperations
  public import Testing

  /// Expects a geometry to equal another: type, structure, coordinates in stored order, Z, M, reference system.
  ///
  /// The failure shows both as well-known text, the first coordinate that differs, and their symmetric difference.
  ///
  /// ```swift
  /// let line = try Geometry(wkt: "LINESTRING (0 0, 4 0)")
  /// expectEqual(line.reversed(), to: try Geometry(wkt: "LINESTRING (4 0, 0 0)"), tolerance: 1e-9)
  /// ```
  ///
  /// - Parameters:
  ///   - geometry: The geometry.
  ///   - expected: What it should be.
  ///   - tolerance: The greatest distance of a coordinate from its counterpart, and difference in Z and M.
  ///   - sourceLocation: Where the failure is shown.
  /// - Units: The tolerance is in coordinate units, and in those of Z and M.
  /// - Z and M: Compared, within the tolerance; NaN equals NaN.
  /// - Errors: A difference is recorded as an issue of the test.
  /// - Complexity: Linear in the number of coordinates; of a failure that of their symmetric difference.
  public func expectEqual(
    _ geometry: Geometry,
    to expected: Geometry,
    tolerance: Double = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    record(
      GeometryDifference(between: geometry, and: expected, tolerance: tolerance)?.description,
      sourceLocation
    )
  }

  /// Expects a geometry to cover the same places as another, however it is stored.
  ///
  /// ```swift
  /// let drawn = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// let stored = try Geometry(wkt: "POLYGON ((4 4, 4 0, 0 0, 0 4.001, 4 4))")
  /// expectSameShape(drawn, as: stored, area: 0.01)
  /// ```
  ///
  /// - Parameters:
  ///   - geometry: The geometry.
  ///   - expected: What it should cover.
  ///   - area: The greatest area that only one of them may cover, in square units of the coordinates.
  ///   - length: The greatest length of lines that only one of them may cover.
  ///   - sourceLocation: Where the failure is shown.
  /// - Units: Tolerances are in coordinate units, of areas in square ones.
  /// - Errors: A difference, and what cannot be compared, is recorded as an issue of the test.
  /// - Complexity: As ``Geometry/union(_:gridSize:)``.
  public func expectSameShape(
    _ geometry: Geometry,
    as expected: Geometry,
    area: Double = 0,
    length: Double = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    record(
      GeometryDifference(ofShapes: geometry, and: expected, area: area, length: length)?
        .description,
      sourceLocation
    )
  }

  /// Expects a geometry to have no problem; the failure names all that it has, and where.
  ///
  /// ```swift
  /// expectValid(try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))"))
  /// ```
  ///
  /// - Parameters:
  ///   - geometry: The geometry.
  ///   - expectations: What it is expected to be besides sound.
  ///   - sourceLocation: Where the failure is shown.
  /// - Z and M: As ``Geometry/problems(_:)``.
  /// - Errors: Problems are recorded as an issue of the test.
  /// - Complexity: As ``Geometry/problems(_:)``.
  public func expectValid(
    _ geometry: Geometry,
    _ expectations: GeometryExpectations = GeometryExpectations(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    record(GeometryCheck.valid(geometry, expectations), sourceLocation)
  }

  /// Expects a relation between two geometries, such as `expectRelation(pipe, .within, district)`.
  ///
  /// ```swift
  /// let pipe = try Geometry(wkt: "LINESTRING (1 1, 3 3)")
  /// let district = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// expectRelation(pipe, .within, district)
  /// ```
  ///
  /// - Parameters:
  ///   - geometry: The first.
  ///   - relation: What must hold.
  ///   - other: The second.
  ///   - sourceLocation: Where the failure is shown.
  /// - Errors: A relation that does not hold, or cannot be tested, is recorded as an issue of the test.
  /// - Complexity: As ``GeometryCheck/relation(_:_:_:)``.
  public func expectRelation(
    _ geometry: Geometry,
    _ relation: GeometryRelation,
    _ other: Geometry,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    record(GeometryCheck.relation(geometry, relation, other), sourceLocation)
  }

  /// Expects a geometry to lie within another; the failure shows what of it does not.
  ///
  /// ```swift
  /// expectWithin(
  ///   try Geometry(wkt: "POINT (1 1)"), try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))"))
  /// ```
  ///
  /// - Parameters:
  ///   - geometry: The geometry.
  ///   - other: The one around it.
  ///   - sourceLocation: Where the failure is shown.
  /// - Errors: A relation that does not hold, or cannot be tested, is recorded as an issue of the test.
  /// - Complexity: As ``GeometryCheck/relation(_:_:_:)``.
  public func expectWithin(
    _ geometry: Geometry,
    _ other: Geometry,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectRelation(geometry, .within, other, sourceLocation: sourceLocation)
  }

  private func record(_ message: String?, _ sourceLocation: SourceLocation) {
    guard let message else { return }
    Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
  }
#endif

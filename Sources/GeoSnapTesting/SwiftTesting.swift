#if canImport(Testing)
  public import GeoSnapGeometry
  public import GeoSnapOperations
  public import Testing

  /// Expects a geometry to equal another in type, structure, coordinates in stored order, Z, M and reference system.
  ///
  /// `tolerance` is the greatest distance of a coordinate from its counterpart, and the greatest difference in Z and
  /// M. The issue shows both as well-known text, the first difference and their symmetric difference.
  ///
  /// ```swift
  /// let line = try Geometry(wkt: "LINESTRING (0 0, 4 0)")
  /// expectEqual(line.reversed(), to: try Geometry(wkt: "LINESTRING (4 0, 0 0)"), tolerance: 1e-9)
  /// ```
  ///
  /// - Units: The tolerance is in coordinate units, and in those of Z and M.
  /// - Z and M: Compared within the tolerance; NaN equals NaN.
  /// - Complexity: Linear in the number of coordinates; for a failure that of their symmetric difference.
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

  /// Expects a geometry to have the same points as another, stored in any order, except for up to `area` and `length`
  /// (of lines) in only one of them.
  ///
  /// ```swift
  /// let drawn = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// let stored = try Geometry(wkt: "POLYGON ((4 4, 4 0, 0 0, 0 4.001, 4 4))")
  /// expectSameShape(drawn, as: stored, area: 0.01)
  /// ```
  ///
  /// - Units: Tolerances are in coordinate units, those of areas in square units.
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

  /// Expects a geometry to have no problem; the issue names all problems and their locations.
  ///
  /// ```swift
  /// expectValid(try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))"))
  /// ```
  ///
  /// - Complexity: As ``Geometry/problems(_:)``.
  public func expectValid(
    _ geometry: Geometry,
    _ expectations: GeometryExpectations = GeometryExpectations(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) { record(GeometryCheck.valid(geometry, expectations), sourceLocation) }

  /// Expects a relation between two geometries; one that cannot be tested is an issue too.
  ///
  /// ```swift
  /// let pipe = try Geometry(wkt: "LINESTRING (1 1, 3 3)")
  /// let district = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// expectRelation(pipe, .within, district)
  /// ```
  ///
  /// - Complexity: As ``GeometryCheck/relation(_:_:_:)``.
  public func expectRelation(
    _ geometry: Geometry,
    _ relation: GeometryRelation,
    _ other: Geometry,
    sourceLocation: SourceLocation = #_sourceLocation
  ) { record(GeometryCheck.relation(geometry, relation, other), sourceLocation) }

  /// Expects a geometry to lie within another; the issue shows the part outside.
  ///
  /// ```swift
  /// expectWithin(
  ///   try Geometry(wkt: "POINT (1 1)"), try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))"))
  /// ```
  ///
  /// - Complexity: As ``GeometryCheck/relation(_:_:_:)``.
  public func expectWithin(
    _ geometry: Geometry,
    _ other: Geometry,
    sourceLocation: SourceLocation = #_sourceLocation
  ) { expectRelation(geometry, .within, other, sourceLocation: sourceLocation) }

  private func record(_ message: String?, _ sourceLocation: SourceLocation) {
    guard let message else { return }
    Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
  }
#endif

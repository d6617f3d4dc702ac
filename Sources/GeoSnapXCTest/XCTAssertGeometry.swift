// The names are in the style of XCTest's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if canImport(XCTest)
  public import GeoSnapTesting
  internal import XCTest

  /// Asserts that a geometry equals another, as `expectEqual` of GeoSnapTesting does.
  ///
  /// ```swift
  /// let line = try Geometry(wkt: "LINESTRING (0 0, 4 0)")
  /// XCTAssertGeometryEqual(line.reversed(), try Geometry(wkt: "LINESTRING (4 0, 0 0)"), tolerance: 1e-9)
  /// ```
  ///
  /// - Units: The tolerance is in coordinate units, and in those of Z and M.
  /// - Z and M: Compared within the tolerance; NaN equals NaN.
  /// - Complexity: Linear in the number of coordinates; for a failure that of their symmetric difference.
  public func XCTAssertGeometryEqual(
    _ geometry: Geometry,
    _ expected: Geometry,
    tolerance: Double = 0,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    fail(
      GeometryDifference(between: geometry, and: expected, tolerance: tolerance)?.description,
      file,
      line
    )
  }

  /// Asserts that a geometry has the same points as another, except for up to `area` and `length`, as
  /// `expectSameShape` does.
  ///
  /// ```swift
  /// let line = try Geometry(wkt: "LINESTRING (0 0, 4 0)")
  /// XCTAssertGeometrySameShape(line, line.reversed())
  /// ```
  ///
  /// - Units: Tolerances are in coordinate units, those of areas in square units.
  /// - Complexity: As ``Geometry/union(_:gridSize:)``.
  public func XCTAssertGeometrySameShape(
    _ geometry: Geometry,
    _ expected: Geometry,
    area: Double = 0,
    length: Double = 0,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    fail(
      GeometryDifference(ofShapes: geometry, and: expected, area: area, length: length)?
        .description,
      file,
      line
    )
  }

  /// Asserts that a geometry has no problem; the failure names all problems and their locations.
  ///
  /// ```swift
  /// XCTAssertGeometryValid(try Geometry(wkt: "LINESTRING (0 0, 4 0)"))
  /// ```
  ///
  /// - Complexity: As ``Geometry/problems(_:)``.
  public func XCTAssertGeometryValid(
    _ geometry: Geometry,
    _ expectations: GeometryExpectations = GeometryExpectations(),
    file: StaticString = #filePath,
    line: UInt = #line
  ) { fail(GeometryCheck.valid(geometry, expectations), file, line) }

  /// Asserts a relation between two geometries; one that cannot be tested is a failure too.
  ///
  /// ```swift
  /// let district = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  /// XCTAssertGeometry(district, .contains, try Geometry(wkt: "POINT (1 1)"))
  /// ```
  ///
  /// - Complexity: As ``GeometryCheck/relation(_:_:_:)``.
  public func XCTAssertGeometry(
    _ geometry: Geometry,
    _ relation: GeometryRelation,
    _ other: Geometry,
    file: StaticString = #filePath,
    line: UInt = #line
  ) { fail(GeometryCheck.relation(geometry, relation, other), file, line) }

  private func fail(_ message: String?, _ file: StaticString, _ line: UInt) {
    if let message { XCTFail(message, file: file, line: line) }
  }
#endif

// The names are in the style of XCTest's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if canImport(XCTest)
  public import GeoSnap
  public import GeoSnapTesting
  internal import XCTest

  /// Asserts that a geometry equals another, as `expectEqual` of GeoSnapTesting does.
  ///
  /// - Parameters:
  ///   - geometry: The geometry.
  ///   - expected: What it should be.
  ///   - tolerance: The greatest distance of a coordinate from its counterpart, and difference in Z and M.
  ///   - file: Where the failure is shown.
  ///   - line: Where the failure is shown.
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

  /// Asserts that a geometry covers the same places as another, as `expectSameShape` does.
  ///
  /// - Parameters:
  ///   - geometry: The geometry.
  ///   - expected: What it should cover.
  ///   - area: The greatest area that only one of them may cover, in square units of the coordinates.
  ///   - length: The greatest length of lines that only one of them may cover.
  ///   - file: Where the failure is shown.
  ///   - line: Where the failure is shown.
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

  /// Asserts that a geometry has no problem; the failure names all that it has, and where.
  ///
  /// - Parameters:
  ///   - geometry: The geometry.
  ///   - expectations: What it is expected to be besides sound.
  ///   - file: Where the failure is shown.
  ///   - line: Where the failure is shown.
  public func XCTAssertGeometryValid(
    _ geometry: Geometry,
    _ expectations: GeometryExpectations = GeometryExpectations(),
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    fail(GeometryCheck.valid(geometry, expectations), file, line)
  }

  /// Asserts a relation between two geometries.
  ///
  /// - Parameters:
  ///   - geometry: The first.
  ///   - relation: What must hold.
  ///   - other: The second.
  ///   - file: Where the failure is shown.
  ///   - line: Where the failure is shown.
  public func XCTAssertGeometry(
    _ geometry: Geometry,
    _ relation: GeometryRelation,
    _ other: Geometry,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    fail(GeometryCheck.relation(geometry, relation, other), file, line)
  }

  private func fail(_ message: String?, _ file: StaticString, _ line: UInt) {
    if let message { XCTFail(message, file: file, line: line) }
  }
#endif

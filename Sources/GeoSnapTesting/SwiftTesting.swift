#if canImport(Testing)
  public import GeoSnap
  public import Testing

  /// Expects a geometry to equal another: type, structure, coordinates in stored order, Z, M, reference system.
  ///
  /// The failure shows both as well-known text, the first coordinate that differs, and their symmetric
  /// difference.
  ///
  /// ```swift
  /// expectEqual(try line.reversed(), to: expected, tolerance: 1e-9)
  /// ```
  ///
  /// - Parameters:
  ///   - geometry: The geometry.
  ///   - expected: What it should be.
  ///   - tolerance: The greatest distance of a coordinate from its counterpart, and difference in Z and M.
  ///   - sourceLocation: Where the failure is shown.
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
  /// - Parameters:
  ///   - geometry: The geometry.
  ///   - expected: What it should cover.
  ///   - area: The greatest area that only one of them may cover, in square units of the coordinates.
  ///   - length: The greatest length of lines that only one of them may cover.
  ///   - sourceLocation: Where the failure is shown.
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
  /// - Parameters:
  ///   - geometry: The geometry.
  ///   - expectations: What it is expected to be besides sound.
  ///   - sourceLocation: Where the failure is shown.
  public func expectValid(
    _ geometry: Geometry,
    _ expectations: GeometryExpectations = GeometryExpectations(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    record(GeometryCheck.valid(geometry, expectations), sourceLocation)
  }

  /// Expects a relation between two geometries, such as `expectRelation(pipe, .within, district)`.
  ///
  /// - Parameters:
  ///   - geometry: The first.
  ///   - relation: What must hold.
  ///   - other: The second.
  ///   - sourceLocation: Where the failure is shown.
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
  /// - Parameters:
  ///   - geometry: The geometry.
  ///   - other: The one around it.
  ///   - sourceLocation: Where the failure is shown.
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

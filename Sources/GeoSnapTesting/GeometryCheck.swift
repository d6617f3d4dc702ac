public import GeoSnapGeometry
public import GeoSnapOperations

/// The checks behind the expectations for Swift Testing and XCTest, which return a failure's message, or the reason
/// why a test is impossible, or nil.
///
/// ```swift
/// let bowtie = try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")
/// let district = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 0, 0 0))")
/// let pole = try Geometry(wkt: "POINT (1 1)")
/// GeometryCheck.valid(district)                    // -> nil
/// GeometryCheck.valid(bowtie)                      // -> The geometry has a problem....
/// GeometryCheck.relation(pole, .within, district)  // -> nil
/// ```
public enum GeometryCheck {
  /// Checks that a geometry has no problem; the message names up to 20 problems.
  ///
  /// - Complexity: As ``Geometry/problems(_:)``.
  public static func valid(
    _ geometry: Geometry,
    _ expectations: GeometryExpectations = GeometryExpectations()
  ) -> String? {
    let problems = geometry.problems(expectations)
    guard !problems.isEmpty else { return nil }
    let count = problems.count == 1 ? "a problem" : "\(problems.count) problems"
    let lines = problems.prefix(20).map { "  \($0)" } + (problems.count > 20 ? ["  ..."] : [])
    return (["The geometry has \(count)."] + lines + ["  is: \(GeometryDifference.text(geometry))"])
      .joined(separator: "\n")
  }

  /// Checks a relation between two geometries; the message has their matrix, and the part outside for a geometry that
  /// should be within the other.
  ///
  /// If they cannot be tested, the message is the reason.
  ///
  /// - Complexity: As ``Geometry/contains(_:)``; for a failure also that of ``Geometry/difference(_:gridSize:)``.
  public static func relation(
    _ geometry: Geometry,
    _ relation: GeometryRelation,
    _ other: Geometry
  ) -> String? {
    do {
      if try relation.holds(geometry, other) { return nil }
      var details = [
        "is:    \(GeometryDifference.text(geometry))", "other: \(GeometryDifference.text(other))",
      ]
      if let matrix = try? geometry.relate(other) { details.append("relate: \(matrix)") }
      var location: Coordinate?
      if let rest = try? relation.offending(geometry, other), !rest.isEmpty {
        location = rest.coordinates.first
        details.append(
          "because of: \(GeometryDifference.text(rest)) (\(GeometryDifference.size(rest)))"
        )
      }
      return GeometryDifference(
        summary: "The geometry \(relation.negation) the other.",
        location: location,
        details: details
      ).description
    } catch {
      return "The relation cannot be tested: \(error)"
    }
  }
}

/// A relation between two geometries that a test can expect.
public enum GeometryRelation: Hashable, Sendable, CaseIterable {
  /// The first lies within the second.
  case within
  /// The second lies within the first.
  case contains
  /// No point of the first lies outside the second; touching is allowed.
  case coveredBy
  /// They share a point.
  case intersects
  /// They share no point.
  case disjoint
  /// They share boundary points, and no points inside both.
  case touches
  /// They cross.
  case crosses

  fileprivate func holds(_ geometry: Geometry, _ other: Geometry) throws -> Bool {
    switch self {
    case .within: try geometry.isWithin(other)
    case .contains: try geometry.contains(other)
    case .coveredBy: try geometry.isCovered(by: other)
    case .intersects: try geometry.intersects(other)
    case .disjoint: try geometry.isDisjoint(from: other)
    case .touches: try geometry.touches(other)
    case .crosses: try geometry.crosses(other)
    }
  }

  /// The part that violates the relation, if a geometry can show it.
  fileprivate func offending(_ geometry: Geometry, _ other: Geometry) throws -> Geometry? {
    switch self {
    case .within, .coveredBy: try geometry.difference(other)
    case .contains: try other.difference(geometry)
    case .disjoint, .touches: try geometry.intersection(other)
    case .intersects, .crosses: nil
    }
  }

  fileprivate var negation: String {
    switch self {
    case .within: "is not within"
    case .contains: "does not contain"
    case .coveredBy: "is not covered by"
    case .intersects: "does not intersect"
    case .disjoint: "is not disjoint from"
    case .touches: "does not touch"
    case .crosses: "does not cross"
    }
  }
}

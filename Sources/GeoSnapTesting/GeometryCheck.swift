public import GeoSnapGeometry
public import GeoSnapOperations

/// What the expectations for Swift Testing and XCTest check: the message of a failure, nil without one.
///
/// ```swift
/// let bowtie = try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")
/// let district = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 0, 0 0))")
/// let pole = try Geometry(wkt: "POINT (1 1)")
/// GeometryCheck.valid(district)                    // -> nil
/// GeometryCheck.valid(bowtie)                      // -> The geometry has a problem....
/// GeometryCheck.relation(pole, .within, district)  // -> nil
/// ```
///
/// - Errors: What cannot be tested is a failure, with the reason as its message.
public enum GeometryCheck {
  /// Whether a geometry has no problem; the message names all that it has, up to 20.
  ///
  /// - Parameters:
  ///   - geometry: The geometry.
  ///   - expectations: What it is expected to be besides sound.
  /// - Returns: The message of a failure.
  /// - Z and M: As ``Geometry/problems(_:)``.
  /// - Complexity: As ``Geometry/problems(_:)``.
  /// - Source: By ``Geometry/problems(_:)``.
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

  /// Whether a relation between two geometries holds.
  ///
  /// - Parameters:
  ///   - geometry: The first.
  ///   - relation: What must hold.
  ///   - other: The second.
  /// - Returns: The message of a failure, with the matrix of their relation, and what of the first is outside the
  ///   second where it should be within.
  /// - Complexity: As ``Geometry/contains(_:)``; of a failure besides that of ``Geometry/difference(_:gridSize:)``.
  /// - Source: The predicates of ``Geometry``, which are GEOS's.
  public static func relation(
    _ geometry: Geometry,
    _ relation: GeometryRelation,
    _ other: Geometry
  ) -> String? {
    do {
      if try relation.holds(geometry, other) { return nil }
      var details = [
        "is:    \(GeometryDifference.text(geometry))",
        "other: \(GeometryDifference.text(other))",
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

/// A relation between two geometries that a test may expect.
public enum GeometryRelation: Hashable, Sendable, CaseIterable {
  /// The first lies within the second.
  case within
  /// The second lies within the first.
  case contains
  /// The first has no place outside the second, touching allowed.
  case coveredBy
  /// They share a place.
  case intersects
  /// They share no place.
  case disjoint
  /// They share places of their boundaries and none of their insides.
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

  /// What keeps the relation from holding, where a geometry can show it.
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

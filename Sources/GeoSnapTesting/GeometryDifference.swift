internal import GeoSnapFormats
public import GeoSnapGeometry
internal import GeoSnapOperations

/// The difference between a geometry and the one that a test expects, with its location; nil when there is none.
///
/// The expectations of this module print it; other test libraries can use it too.
///
/// ```swift
/// let drawn = try Geometry(wkt: "LINESTRING (0 0, 4 0)")
/// let expected = try Geometry(wkt: "LINESTRING (0 0, 4 1)")
/// GeometryDifference(between: drawn, and: drawn)               // -> nil
/// GeometryDifference(between: drawn, and: expected)?.location  // -> 4 0
/// GeometryDifference(ofShapes: drawn, and: drawn.reversed())   // -> nil
/// ```
///
/// - Units: Tolerances are in coordinate units, those of areas in square units.
/// - Errors: Shapes that cannot be compared are a difference, with the reason as its summary.
public struct GeometryDifference: Hashable, Sendable, CustomStringConvertible {
  /// A sentence about the first difference.
  public let summary: String
  /// The location; nil for differences without one, such as of types.
  public let location: Coordinate?
  /// The geometries as well-known text, and their symmetric difference if it can be computed.
  public let details: [String]

  /// The sentence, the location, and the details on separate lines.
  public var description: String {
    let place = location.map { " First at (\($0))." } ?? ""
    return ([summary + place] + details.map { "  " + $0 }).joined(separator: "\n")
  }

  /// Compares type, structure, coordinates in stored order, Z, M and reference system; nil when they are equal.
  ///
  /// `tolerance` is the greatest planar distance of a coordinate from its counterpart, and the greatest difference in
  /// Z and in M.
  ///
  /// - Z and M: Compared within the tolerance; NaN equals NaN.
  /// - Complexity: Linear in the number of coordinates; when they differ, that of their symmetric difference.
  /// - Source: As GEOS's `GEOSEqualsExact`, also for Z, M and reference system.
  public init?(
    between geometry: Geometry,
    and expected: Geometry,
    tolerance: Double = 0
  ) {
    guard let found = firstDifference(geometry, expected, tolerance) else { return nil }
    summary = found.summary
    location = found.location
    details = GeometryDifference.details(geometry, expected)
  }

  /// Compares the points of geometries, stored in any order; nil when they are the same.
  ///
  /// Up to `area` and `length` (of lines outside the other's lines) may belong to only one of them.
  ///
  /// - Complexity: As ``Geometry/union(_:gridSize:)``.
  /// - Source: ``Geometry/equalsTopologically(_:)`` and ``Geometry/symmetricDifference(_:gridSize:)``.
  public init?(
    ofShapes geometry: Geometry,
    and expected: Geometry,
    area: Double = 0,
    length: Double = 0
  ) {
    do {
      if try geometry.equalsTopologically(expected) { return nil }
      let rest = try geometry.symmetricDifference(expected)
      let hasPoints = rest.parts.contains { $0.type == .point }
      if !hasPoints, rest.area <= area, rest.area > 0 || rest.length <= length { return nil }
      summary = "The geometries do not cover the same: \(GeometryDifference.size(rest)) differ."
      location = rest.coordinates.first
    } catch {
      summary = "The geometries cannot be compared: \(error)"
      location = nil
    }
    details = GeometryDifference.details(geometry, expected)
  }

  init(summary: String, location: Coordinate?, details: [String]) {
    self.summary = summary
    self.location = location
    self.details = details
  }

  static func details(_ geometry: Geometry, _ expected: Geometry) -> [String] {
    var lines = ["is:       \(text(geometry))", "expected: \(text(expected))"]
    if let rest = try? geometry.symmetricDifference(expected).normalized(), !rest.isEmpty {
      lines.append("differ:   \(text(rest)) (\(size(rest)))")
    }
    return lines
  }

  /// The geometry as text with its reference system; a long text is truncated.
  static func text(_ geometry: Geometry) -> String {
    let text = geometry.wkt(.shortest, includingSRID: true)
    let longest = 2_000
    return text.utf8.count <= longest
      ? text : "\(text.prefix(longest))... (\(text.utf8.count) characters)"
  }

  static func size(_ geometry: Geometry) -> String {
    if geometry.area > 0 { return "area \(geometry.area)" }
    if geometry.length > 0 { return "length \(geometry.length)" }
    let count = geometry.coordinates.count
    return count == 1 ? "1 place" : "\(count) places"
  }
}

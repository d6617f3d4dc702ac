internal import GeoSnapFormats
public import GeoSnapGeometry
internal import GeoSnapOperations

/// How a geometry differs from the one that a test expects, told so that the place can be found.
///
/// What the expectations of this product print; of use to other test libraries too.
///
/// ```swift
/// let drawn = try Geometry(wkt: "LINESTRING (0 0, 4 0)")
/// let expected = try Geometry(wkt: "LINESTRING (0 0, 4 1)")
/// GeometryDifference(between: drawn, and: drawn)               // -> nil
/// GeometryDifference(between: drawn, and: expected)?.location  // -> 4 0
/// GeometryDifference(ofShapes: drawn, and: drawn.reversed())   // -> nil
/// ```
///
/// - Units: Tolerances are in coordinate units, of areas in square ones.
/// - Errors: Nil for what does not differ. Shapes that cannot be compared are a difference, with
///   the reason as its summary.
public struct GeometryDifference: Hashable, Sendable, CustomStringConvertible {
  /// A sentence that says what differs first.
  public let summary: String
  /// Where; nil when no place can be told, as with types that differ.
  public let location: Coordinate?
  /// The geometries as well-known text, and what they do not share where that can be computed.
  public let details: [String]

  /// The sentence, the place, and the details on lines of their own.
  public var description: String {
    let place = location.map { " First at (\($0))." } ?? ""
    return ([summary + place] + details.map { "  " + $0 }).joined(separator: "\n")
  }

  /// Compares type, structure and coordinates in stored order, Z, M and the reference system too.
  ///
  /// Nil when they are equal.
  ///
  /// - Parameters:
  ///   - geometry: The geometry a test has.
  ///   - expected: The geometry it expects.
  ///   - tolerance: The greatest planar distance of a coordinate from its counterpart, and the greatest
  ///     difference in Z and in M, in coordinate units; NaN equals NaN in Z and M.
  /// - Z and M: Compared, within the tolerance.
  /// - Complexity: Linear in the number of coordinates; when they differ that of their symmetric difference.
  /// - Source: As GEOS's `GEOSEqualsExact`, with Z, M and reference system.
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

  /// Compares the places that geometries cover, however they are stored; nil when they cover the same.
  ///
  /// - Parameters:
  ///   - geometry: The geometry a test has.
  ///   - expected: The geometry it expects.
  ///   - area: The greatest area that only one of them may cover, in square units of the coordinates.
  ///   - length: The greatest length of what only one of them covers, of lines in lines.
  /// - Complexity: As ``Geometry/union(_:gridSize:)``.
  /// - Source: ``Geometry/equalsTopologically(_:)`` and ``Geometry/symmetricDifference(_:gridSize:)``, which are
  ///   GEOS's.
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

  /// The geometry as text with its reference system; a long one is cut.
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

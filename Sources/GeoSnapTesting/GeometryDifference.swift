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
  public init?(between geometry: Geometry, and expected: Geometry, tolerance: Double = 0) {
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

/// The first difference between two geometries; nil when there is none.
func firstDifference(
  _ geometry: Geometry,
  _ expected: Geometry,
  _ tolerance: Double
) -> (summary: String, location: Coordinate?)? {
  guard geometry.srid == expected.srid else {
    return ("The reference system is \(name(geometry.srid)), expected \(name(expected.srid)).", nil)
  }
  guard geometry.type == expected.type else {
    return ("The geometry is a \(geometry.type.name), expected a \(expected.type.name).", nil)
  }
  if case .collection(let own) = geometry, case .collection(let other) = expected {
    guard own.geometries.count == other.geometries.count else {
      return (
        "The collection has \(own.geometries.count) members, expected \(other.geometries.count).",
        nil
      )
    }
    for (index, pair) in zip(own.geometries, other.geometries).enumerated() {
      if let found = firstDifference(pair.0, pair.1, tolerance) {
        return ("In member \(index): \(found.summary)", found.location)
      }
    }
    return nil
  }
  guard geometry.hasZ == expected.hasZ, geometry.hasM == expected.hasM else {
    return ("The coordinates are \(dimensions(geometry)), expected \(dimensions(expected)).", nil)
  }
  return difference(ofPaths: geometry, expected, tolerance)
}

private func difference(
  ofPaths geometry: Geometry,
  _ expected: Geometry,
  _ tolerance: Double
) -> (summary: String, location: Coordinate?)? {
  let kind = geometry.type.dimension == 2 ? "ring" : geometry.type.dimension == 1 ? "part" : "point"
  let paths = (geometry.paths, expected.paths)
  if case .multiPolygon(let own) = geometry, case .multiPolygon(let other) = expected,
    own.polygonEnds.count != other.polygonEnds.count
  {
    return (
      "There are \(own.polygonEnds.count) polygons, expected \(other.polygonEnds.count).", nil
    )
  }
  guard paths.0.count == paths.1.count else {
    return ("There are \(paths.0.count) \(kind)s, expected \(paths.1.count).", nil)
  }
  for (path, other) in zip(paths.0, paths.1) {
    for index in 0..<min(path.count, other.count) {
      let place = path[index]
      let distance = place.distance(to: other[index])
      if place != other[index], !(distance <= tolerance) {
        return (
          "Coordinate \(index) of \(kind) \(path.part) is \(distance) away from (\(other[index])).",
          place
        )
      }
      for (name, pair) in [
        ("Z", (path.z(at: index), other.z(at: index))),
        ("M", (path.m(at: index), other.m(at: index))),
      ] {
        guard let own = pair.0, let wanted = pair.1, own != wanted else { continue }
        if own.isNaN && wanted.isNaN || (own - wanted).magnitude <= tolerance { continue }
        return (
          "\(name) of coordinate \(index) of \(kind) \(path.part) is \(own), expected \(wanted).",
          place
        )
      }
    }
    guard path.count == other.count else {
      let shared = min(path.count, other.count)
      return (
        "The \(kind) \(path.part) has \(path.count) coordinates, expected \(other.count).",
        shared < path.count ? path[shared] : other[shared]
      )
    }
  }
  return nil
}

private func name(_ srid: SRID?) -> String { srid.map { "EPSG:\($0)" } ?? "undeclared" }

private func dimensions(_ geometry: Geometry) -> String {
  "XY" + (geometry.hasZ ? "Z" : "") + (geometry.hasM ? "M" : "")
}

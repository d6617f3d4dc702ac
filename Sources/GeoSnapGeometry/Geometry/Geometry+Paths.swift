/// A connected run of coordinates in a geometry: a part of a line, a ring, or a single point.
///
/// A geometry of any type is a list of paths over a few contiguous sequences. Coordinates, z and m are as stored. An
/// index out of range is a programming error and traps.
///
/// ```swift
/// let laid = try Geometry(wkt: "MULTILINESTRING ZM ((0 0 1 5, 9 0 2 6), (9 0 2 6, 9 9 3 7))")
/// let second = laid.paths[1]
/// second[1]        // -> 9 9
/// second.z(at: 1)  // -> 3
/// second.m(at: 1)  // -> 7
/// ```
///
/// - Complexity: Constant.
public struct GeometryPath: Sendable {
  /// The kind of path.
  public enum Kind: Hashable, Sendable {
    /// A single point.
    case place
    /// A part of a line.
    case line
    /// A ring of an area; its first coordinate is repeated at its end.
    case ring
  }

  /// The kind of path.
  public let kind: Kind
  /// The index of the path in its geometry, in stored order: the part of a multi geometry or the ring of an area,
  /// counted over all members.
  public let part: Int
  @usableFromInline package let sequence: CoordinateSequence
  @usableFromInline package let range: Range<Int>

  @inlinable package var isEmpty: Bool { range.isEmpty }
  /// The number of coordinates.
  @inlinable public var count: Int { range.count }

  /// The coordinate at `index`, counted from 0 within the path.
  @inlinable public subscript(index: Int) -> Coordinate { sequence[range.lowerBound + index] }

  /// The z at `index`, counted from 0 within the path; nil when the path has none.
  public func z(at index: Int) -> Double? { sequence.z(at: range.lowerBound + index) }

  /// The m at `index`, counted from 0 within the path, NaN where the measure is missing; nil when the path has none.
  public func m(at index: Int) -> Double? { sequence.m(at: range.lowerBound + index) }

  /// The number of segments; a single point counts as one segment of zero length.
  package var segmentCount: Int { count > 1 ? count - 1 : count }

  package func segment(_ index: Int) -> Segment {
    Segment(self[index], self[min(index + 1, count - 1)])
  }

  /// The height on the segment that starts at vertex `index`, exact at both ends.
  package func z(on index: Int, atFraction fraction: Double) -> Double? {
    guard let start = z(at: index), let end = z(at: min(index + 1, count - 1)) else { return nil }
    return interpolated(start, end, atFraction: fraction)
  }

  /// The measure on the segment that starts at vertex `index`, exact at both ends; NaN when an end has no measure.
  package func m(on index: Int, atFraction fraction: Double) -> Double? {
    guard let start = m(at: index), let end = m(at: min(index + 1, count - 1)) else { return nil }
    return interpolated(start, end, atFraction: fraction)
  }
}

extension Geometry {
  /// Calls `body` for each path, in stored order; empty parts are left out.
  ///
  /// ```swift
  /// let streets = try Geometry(wkt: "MULTILINESTRING ((0 0, 9 0), (9 0, 9 9, 0 9))")
  /// var vertexCounts: [Int] = []
  /// streets.forEachPath { path in vertexCounts.append(path.count) }
  /// vertexCounts  // -> [2, 3]
  /// ```
  ///
  /// - Complexity: Linear in the number of paths, without copying; a collection calls for each member.
  public func forEachPath(_ body: (GeometryPath) -> Void) {
    var part = 0
    visitPaths(&part, body)
  }

  /// The paths in stored order; empty parts are left out.
  ///
  /// ```swift
  /// let zone = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 0 0), (1 2, 2 4, 3 4, 1 2))")
  /// zone.paths.count    // -> 2
  /// zone.paths[1].part  // -> 1
  /// zone.paths[1].kind  // -> ring
  /// ```
  ///
  /// - Complexity: Linear in the number of paths; coordinates are not copied.
  public var paths: [GeometryPath] {
    var paths: [GeometryPath] = []
    forEachPath { paths.append($0) }
    return paths
  }

  private func visitPaths(_ part: inout Int, _ body: (GeometryPath) -> Void) {
    func visit(
      _ kind: GeometryPath.Kind,
      _ sequence: CoordinateSequence,
      ends: some Sequence<Int>
    ) {
      var start = 0
      for end in ends {
        body(GeometryPath(kind: kind, part: part, sequence: sequence, range: start..<end))
        part += 1
        start = end
      }
    }
    switch self {
    case .point(let point):
      let sequence = point.coordinates
      visit(.place, sequence, ends: CollectionOfOne(1).prefix(sequence.isEmpty ? 0 : 1))
    case .multiPoint(let points):
      visit(.place, points.coordinates, ends: 1..<points.coordinates.count + 1)
    case .lineString(let line):
      let count = line.coordinates.count
      visit(.line, line.coordinates, ends: CollectionOfOne(count).prefix(count == 0 ? 0 : 1))
    case .multiLineString(let lines): visit(.line, lines.coordinates, ends: lines.partEnds)
    case .polygon(let polygon): visit(.ring, polygon.coordinates, ends: polygon.ringEnds)
    case .multiPolygon(let polygons): visit(.ring, polygons.coordinates, ends: polygons.ringEnds)
    case .collection(let collection):
      for geometry in collection.geometries { geometry.visitPaths(&part, body) }
    }
  }
}

/// The number at a fraction between two others; exactly these at 0 and 1.
package func interpolated(_ start: Double, _ end: Double, atFraction fraction: Double) -> Double {
  if fraction <= 0 { return start }
  if fraction >= 1 { return end }
  return start + fraction * (end - start)
}

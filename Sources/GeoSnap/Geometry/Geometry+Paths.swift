/// One connected run of coordinates within a geometry: a line's part, a ring, or a single place.
///
/// What indexing, snapping and linear referencing walk: whatever the type, a geometry is a list
/// of paths over a few contiguous sequences.
public struct GeometryPath: Sendable {
  /// What kind of run it is.
  public enum Kind: Hashable, Sendable {
    /// A single place.
    case place
    /// A part of a line.
    case line
    /// A ring of an area; its first coordinate is repeated at its end.
    case ring
  }

  /// What kind of run it is.
  public let kind: Kind
  /// The index of the path within its geometry, in stored order: the part of a multi geometry or
  /// the ring of an area, counted through all members.
  public let part: Int
  /// The sequence that holds the coordinates.
  public let sequence: CoordinateSequence
  /// Where in `sequence` they stand.
  public let range: Range<Int>

  /// Whether there are no coordinates.
  public var isEmpty: Bool { range.isEmpty }
  /// The number of coordinates.
  public var count: Int { range.count }

  /// The coordinate at `index`, counted from 0 within the path.
  public subscript(index: Int) -> Coordinate { sequence[range.lowerBound + index] }

  /// The z at `index`, counted from 0 within the path; nil when there is none.
  public func z(at index: Int) -> Double? { sequence.z(at: range.lowerBound + index) }

  /// The m at `index`, counted from 0 within the path, NaN where the measure is missing; nil when
  /// there is none.
  public func m(at index: Int) -> Double? { sequence.m(at: range.lowerBound + index) }
}

extension Geometry {
  /// Calls `body` for each path, in stored order.
  public func forEachPath(_ body: (GeometryPath) -> Void) {
    var part = 0
    visitPaths(&part, body)
  }

  /// The paths in stored order.
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
    case .multiLineString(let lines):
      visit(.line, lines.coordinates, ends: lines.partEnds)
    case .polygon(let polygon):
      visit(.ring, polygon.coordinates, ends: polygon.ringEnds)
    case .multiPolygon(let polygons):
      visit(.ring, polygons.coordinates, ends: polygons.ringEnds)
    case .collection(let collection):
      for geometry in collection.geometries { geometry.visitPaths(&part, body) }
    }
  }
}

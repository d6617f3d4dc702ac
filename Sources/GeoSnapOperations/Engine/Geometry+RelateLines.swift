internal import GeoSnapSupport

extension Geometry {
  var hasLinesOnly: Bool { type == .lineString || type == .multiLineString }

  /// The points where an odd number of lines end.
  var lineEnds: Set<Coordinate> {
    var ends: Set<Coordinate> = []
    forEachPath { path in
      ends.formSymmetricDifference([path[0]])
      ends.formSymmetricDifference([path[path.count - 1]])
    }
    return ends
  }

  /// The geometry with a point for each line without length: GEOS before 3.13 loses such lines.
  func replacingLinesWithoutLength() -> Geometry {
    guard hasLinesOnly || type == .geometryCollection, hasPathOfOnePlace else { return self }
    let parts = parts.map { part -> Geometry in
      guard part.hasLinesOnly, part.hasPathOfOnePlace, let place = part.coordinates.first else {
        return part
      }
      return .point(Point(place, srid: srid))
    }
    return hasLinesOnly
      ? .joining(parts, srid) : .collection(GeometryCollection(trusted: parts, srid: srid))
  }

  /// The matrix of lines, of which neither geometry is empty; every cell is exact.
  ///
  /// A line without length is a point. GEOS compares rounded crossings
  /// (https://github.com/locationtech/jts/issues/396).
  func relateLines(_ other: Geometry) -> IntersectionMatrix {
    let (own, foreign) = (paths, other.paths)
    let ends = (lineEnds, other.lineEnds)
    let found = meetings(of: own, with: foreign)
    let shared = SharedPiece.pieces(found)
    var matrix = IntersectionMatrix()
    var met: Set<Coordinate> = []
    if !shared.own.isEmpty { matrix.note(.interior, .interior, 1) }
    for meeting in found {
      let one = own[meeting.path].segment(meeting.segment)
      let two = foreign[meeting.otherPath].segment(meeting.otherSegment)
      func isOnBoth(_ place: Coordinate) -> Bool { one.contains(place) && two.contains(place) }
      let place = meeting.coordinate
      if isOnBoth(place) {
        met.insert(place)
        matrix.note(
          ends.0.contains(place) ? .boundary : .interior,
          ends.1.contains(place) ? .boundary : .interior,
          0
        )
      } else if matrix[.interior, .interior] < 0, !ends.0.contains(where: isOnBoth),
        !ends.1.contains(where: isOnBoth)
      {
        // The place is rounded, and the crossing itself is no end.
        matrix.note(.interior, .interior, 0)
      }
    }
    func noteOutside(
      _ paths: [GeometryPath],
      _ ends: Set<Coordinate>,
      _ pieces: [SharedPiece.Place: [SharedPiece]]
    ) {
      if !ends.isSubset(of: met) { matrix.note(.boundary, .exterior, 0) }
      if !SharedPiece.cover(paths, pieces) { matrix.note(.interior, .exterior, 1) }
      let hasPointOutside = paths.contains { path in
        path.sequence.isOnePlace(path.range) && !met.contains(path[0]) && !ends.contains(path[0])
      }
      if hasPointOutside { matrix.note(.interior, .exterior, 0) }
    }
    noteOutside(own, ends.0, shared.own)
    matrix = matrix.transposed
    noteOutside(foreign, ends.1, shared.foreign)
    return matrix.transposed
  }

  /// The matrix of a line and an area with two exact cells: those of the line's interior and exterior and the area's
  /// boundary.
  ///
  /// Where a line crosses itself GEOS before 3.13 splits it at a rounded point, so that its pieces leave a boundary
  /// along which it runs. Other cells, and matrices without a line and an area, are unchanged.
  func relatingBoundary(of other: Geometry, _ rounded: IntersectionMatrix) -> IntersectionMatrix {
    guard hasLinesOnly else {
      return other.hasLinesOnly
        ? other.relatingBoundary(of: self, rounded.transposed).transposed : rounded
    }
    guard other.type.dimension == 2, rounded[.interior, .boundary] >= 0 else { return rounded }
    let rings = other.paths
    let shared = SharedPiece.pieces(meetings(of: paths, with: rings))
    var matrix = rounded
    matrix[.interior, .boundary] = shared.own.isEmpty ? 0 : 1
    matrix[.exterior, .boundary] = SharedPiece.cover(rings, shared.foreign) ? -1 : 1
    return matrix
  }
}

extension IntersectionMatrix {
  /// Notes that points of two locations make a set of a dimension.
  mutating func note(_ one: Location, _ two: Location, _ dimension: Int) {
    self[one, two] = max(self[one, two], dimension)
  }
}

/// A piece that a segment shares with another, between ends of the two.
private struct SharedPiece {
  struct Place: Hashable {
    let path: Int
    let segment: Int
  }

  /// The ends from west to east, or from south to north.
  let start: Coordinate
  let end: Coordinate

  init(_ one: Coordinate, _ other: Coordinate) {
    (start, end) = Self.isBefore(one, other) ? (one, other) : (other, one)
  }

  private static func isBefore(_ one: Coordinate, _ other: Coordinate) -> Bool {
    (one.x, one.y) < (other.x, other.y)
  }

  /// The pieces that segments of two geometries share, by the segments of both.
  static func pieces(
    _ meetings: [PathMeeting]
  ) -> (own: [Place: [SharedPiece]], foreign: [Place: [SharedPiece]]) {
    var own: [Place: [SharedPiece]] = [:]
    var foreign: [Place: [SharedPiece]] = [:]
    // Segments that share a piece meet twice in a row, at its ends.
    for (first, second) in zip(meetings, meetings.dropFirst())
    where first.path == second.path && first.segment == second.segment
      && first.otherPath == second.otherPath && first.otherSegment == second.otherSegment
    {
      let piece = SharedPiece(first.coordinate, second.coordinate)
      own[Place(path: first.path, segment: first.segment), default: []].append(piece)
      foreign[Place(path: first.otherPath, segment: first.otherSegment), default: []].append(piece)
    }
    return (own, foreign)
  }

  /// Whether the pieces of each segment leave no gap.
  static func cover(_ paths: [GeometryPath], _ pieces: [Place: [SharedPiece]]) -> Bool {
    paths.allSatisfy { path in
      (0..<path.segmentCount).allSatisfy { index in
        let whole = SharedPiece(path[index], path[index + 1])
        var reach = whole.start
        let own = pieces[Place(path: path.part, segment: index)] ?? []
        for piece in own.ordered(by: { isBefore($0.start, $1.start) }) {
          if isBefore(reach, piece.start) { return false }
          if isBefore(reach, piece.end) { reach = piece.end }
        }
        return reach == whole.end
      }
    }
  }
}

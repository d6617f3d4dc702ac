internal import GeoSnapSupport

extension Geometry {
  var hasLinesOnly: Bool { type == .lineString || type == .multiLineString }

  /// The matrix with the dimensions at which lines meet the other's lines or boundary decided exactly.
  ///
  /// GEOS before 3.13 splits a line where it crosses itself, at a rounded point: the pieces leave the line of the
  /// other, which they may share (https://github.com/locationtech/jts/issues/396).
  func relatingLines(_ other: Geometry, _ rounded: IntersectionMatrix) -> IntersectionMatrix {
    guard hasLinesOnly else {
      return other.hasLinesOnly && type.dimension == 2
        ? other.relatingLines(self, rounded.transposed).transposed : rounded
    }
    let lines = (paths, other.paths)
    var matrix = rounded
    if other.type.dimension == 2, rounded[.interior, .boundary] >= 0 {
      let isShared = !SharedPiece.pieces(of: lines.0, with: lines.1).own.isEmpty
      matrix[.interior, .boundary] = isShared ? 1 : 0
    }
    guard other.hasLinesOnly, rounded[.interior, .interior] >= 0,
      (lines.0 + lines.1).allSatisfy({ path in (1..<path.count).contains { path[$0] != path[0] } })
    else { return matrix }
    let (own, foreign) = SharedPiece.pieces(of: lines.0, with: lines.1)
    if !own.isEmpty { matrix[.interior, .interior] = 1 }
    matrix[.interior, .exterior] = SharedPiece.cover(lines.0, own) ? -1 : 1
    matrix[.exterior, .interior] = SharedPiece.cover(lines.1, foreign) ? -1 : 1
    return matrix
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

  /// The pieces that segments of some paths share with those of others, by the segments of both.
  static func pieces(
    of paths: [GeometryPath],
    with others: [GeometryPath]
  ) -> (own: [Place: [SharedPiece]], foreign: [Place: [SharedPiece]]) {
    var own: [Place: [SharedPiece]] = [:]
    var foreign: [Place: [SharedPiece]] = [:]
    var last: PathMeeting?
    for meeting in meetings(of: paths, with: others) {
      defer { last = meeting }
      // Segments that share a piece meet twice in a row, at its ends.
      guard let first = last, first.path == meeting.path, first.segment == meeting.segment,
        first.otherPath == meeting.otherPath, first.otherSegment == meeting.otherSegment
      else { continue }
      let piece = SharedPiece(first.coordinate, meeting.coordinate)
      own[Place(path: meeting.path, segment: meeting.segment), default: []].append(piece)
      foreign[Place(path: meeting.otherPath, segment: meeting.otherSegment), default: []]
        .append(piece)
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

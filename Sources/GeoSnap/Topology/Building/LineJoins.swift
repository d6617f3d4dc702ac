/// A line's inner vertex that joins a node.
struct InnerJoin: Sendable {
  let line: Int32
  /// The vertex, counted from the line's start.
  let vertex: Int32
  var node: Int32
}

/// A vertex of a line at a junction where not all lines may meet.
struct JunctionMeeting: Sendable {
  /// The ordinals of the junction and the line.
  let junction: Int32
  let line: Int32
  /// The vertex of the line.
  let vertex: Int32
  /// 0 for the line's start, 1 for its end, 2 for an inner vertex.
  let end: Int8
  let lineType: Int32
  let place: Coordinate
}

/// A vertex of a line.
struct LineVertex: Hashable, Sendable {
  /// The ordinal or number of the line.
  let line: Int32
  let vertex: Int32

  init(_ line: Int32, _ vertex: Int32) {
    self.line = line
    self.vertex = vertex
  }
}

extension JoinRules {
  /// The lines that are refused at a junction: in their order each that may not meet one that was let
  /// in before, with that one.
  func refusals(
    among meetings: ArraySlice<JunctionMeeting>,
    at junctionType: Int32
  ) -> [(refused: JunctionMeeting, opponent: JunctionMeeting)] {
    var admitted: [JunctionMeeting] = []
    var refusals: [(refused: JunctionMeeting, opponent: JunctionMeeting)] = []
    for meeting in meetings {
      let opponent = admitted.first { !mayMeet($0.lineType, meeting.lineType, at: junctionType) }
      if let opponent {
        refusals.append((meeting, opponent))
      } else if !admitted.contains(where: { $0.lineType == meeting.lineType }) {
        admitted.append(meeting)
      }
    }
    return refusals
  }
}

/// What a line's end joins before nodes without features are numbered.
enum EndCode {
  /// No junction is there: it may meet other lines.
  static let loose: Int32 = -1
  /// It meets what it must not join.
  static let refused: Int32 = -2
  /// The line takes no part: it is empty or has several parts.
  static let absent: Int32 = -3
}

/// What a piece of the lines yields.
struct LineJoins: Sendable {
  /// For each line the nodes of its start and its end, or codes.
  var ends: [Int32] = []
  /// The inner vertices that join a junction.
  var inner: [InnerJoin] = []
  /// The vertices of lines at junctions where not all lines may meet.
  var meetings: [JunctionMeeting] = []
  /// The vertices that may meet other lines.
  var loose = LooseVertices()
  var problems: [TopologyProblem] = []
}

/// Vertices of lines at which no junction stands.
struct LooseVertices: Sendable {
  var points = PlacePoints()
  /// For each its vertex in the line.
  var vertices: [Int32] = []
  /// For each 0 for the line's start, 1 for its end, 2 for an inner vertex.
  var ends: [Int8] = []

  mutating func append(_ other: LooseVertices) {
    points.append(other.points)
    vertices.append(contentsOf: other.vertices)
    ends.append(contentsOf: other.ends)
  }
}

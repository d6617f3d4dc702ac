/// A line's inner vertex that joins a node.
struct InnerJoin: Sendable {
  let line: Int32
  let vertex: Int32
  var node: Int32
}

/// A vertex of a line at a junction with a rule that limits which lines may meet.
struct JunctionMeeting: Sendable {
  let junction: Int32
  let line: Int32
  let vertex: Int32
  let position: VertexPosition
  let lineType: Int32
  let place: Coordinate
}

enum VertexPosition: UInt8 {
  case start
  case end
  case inner
}

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
  /// The refused lines at a junction: each, in order, that may not meet an earlier admitted one, with that one.
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

/// The codes for line ends before system junctions are numbered.
enum EndCode {
  /// There is no junction; the end may meet other lines.
  static let loose: Int32 = -1
  /// The end meets a feature that it must not join.
  static let refused: Int32 = -2
  /// The line is not in the graph: it is empty or has several parts.
  static let absent: Int32 = -3
}

/// The joins that one piece of the lines yields, in addition to the nodes of line ends.
struct LineJoins: Sendable {
  /// Whether some ends have codes instead of nodes.
  var hasCodes = false
  var inner: [InnerJoin] = []
  /// The vertices of lines at junctions that limit which lines may meet.
  var meetings: [JunctionMeeting] = []
  var loose = LooseVertices()
  var problems: [TopologyProblem] = []
}

/// Vertices of lines without a junction at their place.
struct LooseVertices: Sendable {
  private(set) var points: [PlacePoint] = []
  /// The vertex number of each point within its line.
  private(set) var vertices: [Int32] = []
  private(set) var positions: [VertexPosition] = []

  var count: Int { points.count }

  mutating func append(_ point: PlacePoint, _ vertex: Int32, _ position: VertexPosition) {
    points.append(point)
    vertices.append(vertex)
    positions.append(position)
  }

  mutating func append(_ other: LooseVertices) {
    points += other.points
    vertices += other.vertices
    positions += other.positions
  }
}

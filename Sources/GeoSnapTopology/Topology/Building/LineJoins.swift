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
  let position: VertexPosition
  let lineType: Int32
  let place: Coordinate
}

/// Which vertex of a line one is.
enum VertexPosition: UInt8 {
  case start
  case end
  case inner
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
  /// The lines that are refused at a junction: in their order each that may not meet one that was let in before, with
  /// that one.
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

/// What a piece of the lines yields, besides the nodes of their ends.
struct LineJoins: Sendable {
  /// Whether some ends have codes in place of nodes.
  var hasCodes = false
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
  /// Their places, owned by their lines.
  private(set) var points: [PlacePoint] = []
  /// For each its vertex in the line.
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

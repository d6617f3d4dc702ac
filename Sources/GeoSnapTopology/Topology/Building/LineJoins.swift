/// A vertex of a line, by its ordinal or number.
struct LineVertex: Hashable, Sendable {
  let line: Int32
  let vertex: Int32
}

/// A vertex of a line with its place, which the line owns.
struct PlacedVertex: Sendable {
  let point: PlacePoint
  let vertex: Int32
  let position: VertexPosition

  var key: LineVertex { LineVertex(line: point.owner, vertex: vertex) }
}

enum VertexPosition: UInt8 {
  case start
  case end
  case inner
}

/// A vertex of a line at a junction with a rule that limits which lines may meet.
struct JunctionMeeting: Sendable {
  let junction: Int32
  let vertex: PlacedVertex

  /// The problem that it may not meet an admitted line; `feature` returns the feature with an ordinal or number.
  func problem(_ opponent: JunctionMeeting, _ feature: (Int32) -> FeatureID) -> TopologyProblem {
    let numbers = [vertex.point.owner, junction, opponent.vertex.point.owner]
    return TopologyProblem(.noConnectivityRule, numbers.map(feature), at: vertex.point.place)
  }
}

extension JoinRules {
  /// The lines that may not meet an earlier admitted one at their junction, each with that one.
  ///
  /// `meetings` are in the order of junctions; `type` returns the class of a junction.
  func refusals(
    among meetings: [JunctionMeeting],
    type: (Int32) -> Int32
  ) -> [(refused: JunctionMeeting, opponent: JunctionMeeting)] {
    var admitted: [JunctionMeeting] = []
    var refusals: [(refused: JunctionMeeting, opponent: JunctionMeeting)] = []
    for meeting in meetings {
      if admitted.first?.junction != meeting.junction { admitted = [] }
      let (line, junction) = (meeting.vertex.point.type, type(meeting.junction))
      if let opponent = admitted.first(where: {
        !mayMeet($0.vertex.point.type, line, at: junction)
      }) {
        refusals.append((meeting, opponent))
      } else if !admitted.contains(where: { $0.vertex.point.type == line }) {
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
  /// The inner vertices that join a node.
  var inner: [(vertex: LineVertex, node: Int32)] = []
  /// The vertices of lines at junctions that limit which lines may meet.
  var meetings: [JunctionMeeting] = []
  /// The vertices of lines without a junction at their place.
  var loose: [PlacedVertex] = []
  var problems: [TopologyProblem] = []
}

/// The positions at which lines are cut into edges.
enum LineCuts {
  struct Cut: Sendable {
    let line: Int32
    let position: Double
    /// The order among cuts at one position: a vertex has its number, other cuts follow all vertices.
    let order: Int32
    let node: Int32

    /// Orders cuts by line, then from the line's start to its end.
    func precedes(_ other: Cut) -> Bool {
      if line != other.line { return line < other.line }
      if position != other.position { return position < other.position }
      return order != other.order ? order < other.order : node < other.node
    }
  }

  /// A part of a line between two nodes.
  struct Stretch {
    let from: Int32
    let to: Int32
    let start: Double
    var end: Double
  }

  /// The stretches of one line, at least one, from `start` to `end`; `last` is the line's last vertex.
  ///
  /// Consecutive vertices that join the same node, such as a repeated vertex, count as one without a stretch between
  /// them.
  static func stretches(
    _ cuts: some Sequence<Cut>,
    from start: Int32,
    to end: Int32,
    last: Int32
  ) -> [Stretch] {
    var stretches: [Stretch] = []
    var (node, position, vertex) = (start, 0.0, Int32(0))
    for cut in cuts {
      let isRepeat = cut.node == node && cut.order != .max && cut.order == vertex + 1
      vertex = cut.order
      if isRepeat { continue }
      stretches.append(Stretch(from: node, to: cut.node, start: position, end: cut.position))
      (node, position) = (cut.node, cut.position)
    }
    if node == end && vertex != .max && vertex + 1 == last && !stretches.isEmpty {
      stretches[stretches.count - 1].end = 1
    } else {
      stretches.append(Stretch(from: node, to: end, start: position, end: 1))
    }
    return stretches
  }
}

extension CoordinateSequence {
  /// The position of each vertex along a line, from 0 to 1; on a line without length 0, and 1 for the last.
  package var vertexPositions: [Double] {
    var lengths: [Double] = [0]
    lengths.reserveCapacity(count)
    var length = 0.0
    for vertex in 1..<Swift.max(count, 1) {
      length += self[vertex - 1].distance(to: self[vertex])
      lengths.append(length)
    }
    guard length > 0 else { return lengths.indices.map { $0 == lengths.count - 1 ? 1 : 0 } }
    return lengths.map { $0 / length }
  }
}

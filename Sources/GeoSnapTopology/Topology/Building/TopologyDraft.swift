internal import GeoSnapSupport

/// A topology while it is built, under preliminary node numbers: junctions in order, then system junctions.
struct TopologyDraft {
  let plan: TopologyPlan
  let tolerance: CoincidenceTolerance

  private let ends: LineEnds
  private var cuts: [LineCuts.Cut] = []
  private(set) var cutLines: [CutLine] = []
  private(set) var nodeCount: Int
  private(set) var problems: [TopologyProblem] = []
  /// The associations that became edges: their two nodes and their index.
  private(set) var associationEdges: [(from: Int32, to: Int32, index: Int32)] = []

  init(_ probe: LineProbe, _ joins: [LineJoins]) {
    plan = probe.plan
    tolerance = probe.table.tolerance
    ends = probe.ends
    nodeCount = plan.nodeFeatures.count
    problems = joins.flatMap(\.problems)
    let meetings = joins.flatMap(\.meetings)
    let lines = LineNumbers(plan)
    let refused = refuseMeetings(meetings, lines)
    joinLoose(joins.flatMap(\.loose), lines)
    for (vertex, node) in joins.lazy.flatMap(\.inner) where !refused.contains(vertex) {
      cut(vertex, node)
    }
    if !meetings.isEmpty || joins.contains(where: \.hasCodes) { endApart() }
    associate(lines)
    cutLines = cutLines(lines)
  }

  var network: UtilityNetwork { plan.network }

  /// An upper limit of the number of edges.
  var edgeLimit: Int {
    var count = plan.lineCount + associationEdges.count
    for line in cutLines { count += line.stretches.count }
    forEachInternalEdge { _, _, _, _ in count += 1 }
    return count
  }

  /// Gives each end that joins nothing a separate system junction.
  private mutating func endApart() {
    for end in 0..<ends.count where ends[end] < 0 && ends[end] != EndCode.absent {
      ends[end] = Int32(nodeCount)
      nodeCount += 1
    }
  }

  // MARK: Meetings at junctions

  /// Refuses lines at junctions that limit which lines may meet; returns the refused inner vertices.
  private mutating func refuseMeetings(
    _ meetings: [JunctionMeeting],
    _ lines: LineNumbers
  ) -> Set<LineVertex> {
    let ordered = meetings.ordered {
      ($0.junction, $0.vertex.point.owner, $0.vertex.vertex)
        < ($1.junction, $1.vertex.point.owner, $1.vertex.vertex)
    }
    var refused: Set<LineVertex> = []
    let refusals = plan.rules.refusals(among: ordered) { network.assetTypeOrdinals[Int($0)] }
    for (meeting, opponent) in refusals {
      problems.append(meeting.problem(opponent) { network.feature(ordinal: $0) })
      let vertex = meeting.vertex
      if vertex.position == .inner {
        refused.insert(vertex.key)
      } else {
        set(vertex.position, of: lines.number(of: vertex.point.owner), EndCode.refused)
      }
    }
    return refused
  }

  // MARK: Meetings of lines

  private mutating func joinLoose(_ loose: [PlacedVertex], _ lines: LineNumbers) {
    let meetings = JunctionlessMeetings(loose, tolerance, plan.rules)
    for refusal in meetings.refusals {
      problems.append(refusal.problem { network.feature(ordinal: $0) })
    }
    for (item, group) in meetings.groups.enumerated() where group >= 0 {
      let node = Int32(nodeCount) + group
      let vertex = loose[item]
      if vertex.position == .inner {
        cut(vertex.key, node)
      } else {
        set(vertex.position, of: lines.number(of: vertex.point.owner), node)
      }
    }
    nodeCount += meetings.groupCount
  }

  private func set(_ position: VertexPosition, of line: Int, _ node: Int32) {
    ends[2 * line + (position == .start ? 0 : 1)] = node
  }

  private mutating func cut(_ vertex: LineVertex, _ node: Int32) {
    guard let path = path(vertex.line) else { return }
    let position = path.vertexPositions[Int(vertex.vertex)]
    cuts.append(
      LineCuts.Cut(line: vertex.line, position: position, order: vertex.vertex, node: node)
    )
  }

  private func path(_ line: Int32) -> CoordinateSequence? {
    network.geometry(of: network.feature(ordinal: line))?.onlyLine
  }

  // MARK: Associations

  private mutating func associate(_ lines: LineNumbers) {
    for (index, association) in network.associations.enumerated()
    where association.kind.isConnectivity {
      guard let from = network.feature(globalID: association.from.globalID),
        let to = network.feature(globalID: association.to.globalID)
      else { continue }
      if association.kind == .connectivity {
        joinJunctions(association, Int32(index), from, to)
      } else {
        joinEdge(association, Int32(index), from, to, lines)
      }
    }
  }

  private mutating func joinJunctions(
    _ association: Association,
    _ index: Int32,
    _ from: FeatureID,
    _ to: FeatureID
  ) {
    let ordinals = (network.ordinal(of: from), network.ordinal(of: to))
    let types = (
      network.assetTypeOrdinals[Int(ordinals.0)], network.assetTypeOrdinals[Int(ordinals.1)]
    )
    let firsts = (plan.firstNodes[Int(ordinals.0)], plan.firstNodes[Int(ordinals.1)])
    guard types.0 >= 0, types.1 >= 0, firsts.0 >= 0, firsts.1 >= 0 else { return }
    let choice = plan.rules.terminals(
      (types.0, association.from.terminalID),
      (types.1, association.to.terminalID)
    )
    switch choice {
    case .joins(let terminals):
      associationEdges.append((firsts.0 + terminals.from, firsts.1 + terminals.to, index))
    case .refused(let code): report(code, [from, to], association)
    }
  }

  /// Joins a junction to a line or edge object, at an end or in between.
  private mutating func joinEdge(
    _ association: Association,
    _ index: Int32,
    _ from: FeatureID,
    _ to: FeatureID,
    _ lines: LineNumbers
  ) {
    var (junction, terminal, edge) = (from, association.from.terminalID, to)
    if isEdge(from) { (junction, terminal, edge) = (to, association.to.terminalID, from) }
    let ordinals = (network.ordinal(of: junction), network.ordinal(of: edge))
    let types = (
      network.assetTypeOrdinals[Int(ordinals.0)], network.assetTypeOrdinals[Int(ordinals.1)]
    )
    let first = plan.firstNodes[Int(ordinals.0)]
    guard types.0 >= 0, types.1 >= 0, first >= 0, isEdge(edge), !isEdge(junction) else { return }
    let line = lines.number(of: ordinals.1)
    guard ends[2 * line] != EndCode.absent else { return }
    let choice = plan.rules.terminal(
      junction: types.0,
      line: types.1,
      named: terminal,
      isMidspan: false
    )
    switch choice {
    case .joins(let number):
      let end =
        switch association.edgeFraction {
        case 0: ends[2 * line]
        case 1: ends[2 * line + 1]
        case let fraction: cut(ordinals.1, at: fraction, association: index)
        }
      associationEdges.append((first + number, end, index))
    case .refused(let code): report(code, [edge, junction], association)
    }
  }

  private func isEdge(_ feature: FeatureID) -> Bool {
    let type = network.assetTypeOrdinals[Int(network.ordinal(of: feature))]
    guard type >= 0 else { return false }
    return plan.rules.classes[Int(type)].part.isEdge
  }

  private mutating func cut(_ line: Int32, at fraction: Double, association: Int32) -> Int32 {
    let node = Int32(nodeCount)
    nodeCount += 1
    cuts.append(LineCuts.Cut(line: line, position: fraction, order: .max, node: node))
    return node
  }

  private mutating func report(
    _ code: NetworkErrorCode,
    _ features: [FeatureID],
    _ association: Association
  ) {
    problems.append(
      TopologyProblem(
        code,
        features,
        at: association.place { network.feature(globalID: $0).flatMap(network.geometry(of:)) },
        association: association.globalID
      )
    )
  }

  struct CutLine: Sendable {
    let line: Int32
    let stretches: [LineCuts.Stretch]
  }

  func cutLines(_ lines: LineNumbers) -> [CutLine] {
    let cuts = cuts.sorted { $0.precedes($1) }
    var cutLines: [CutLine] = []
    var first = 0
    while first < cuts.count {
      let line = cuts[first].line
      var end = first
      while end < cuts.count && cuts[end].line == line { end += 1 }
      let number = lines.number(of: line)
      cutLines.append(
        CutLine(
          line: line,
          stretches: LineCuts.stretches(
            cuts[first..<end],
            from: ends[2 * number],
            to: ends[2 * number + 1],
            // An edge object has no path.
            last: Int32((path(line)?.count ?? 1) - 1)
          )
        )
      )
      first = end
    }
    return cutLines
  }

  /// Calls `body` with each edge of each line: its ordinal, the two nodes, and the position where the edge ends.
  @inline(__always)
  func forEachLineEdge(
    _ body: (_ line: Int32, _ from: Int32, _ to: Int32, _ end: Double) -> Void
  ) {
    var next = 0
    for piece in plan.linePieces {
      let firstOrdinal = network.firstOrdinals[piece.table]
      for row in piece.rows {
        let ordinal = firstOrdinal + Int32(truncatingIfNeeded: row)
        let line = piece.first + row - piece.rows.lowerBound
        if next < cutLines.count && cutLines[next].line == ordinal {
          for stretch in cutLines[next].stretches {
            body(ordinal, stretch.from, stretch.to, stretch.end)
          }
          next += 1
        } else if ends[2 * line] != EndCode.absent {
          body(ordinal, ends[2 * line], ends[2 * line + 1], 1)
        }
      }
    }
  }

  /// Calls `body` with each pair of terminals of each device: its ordinal, the two nodes, and the number of the pair.
  func forEachInternalEdge(
    _ body: (_ device: Int32, _ from: Int32, _ to: Int32, _ pair: Int) -> Void
  ) {
    for device in plan.devices {
      guard let paths = paths(of: device) else { continue }
      let first = plan.firstNodes[Int(device)]
      for (number, pair) in paths.pairs.enumerated() {
        body(device, first + pair.first, first + pair.second, number)
      }
    }
  }

  private func paths(of device: Int32) -> TerminalPaths? {
    plan.rules.classes[Int(network.assetTypeOrdinals[Int(device)])].paths
  }

  /// The directions in which each internal edge can be traversed, in order.
  func passages() -> [TerminalPaths.Passage] {
    var all: [TerminalPaths.Passage] = []
    for device in plan.devices {
      guard let paths = paths(of: device) else { continue }
      let feature = network.feature(ordinal: device)
      let column = network.tables[Int(feature.table)].column(named: TerminalField.paths)
      let chosen = column?[Int(feature.row)].name
      // An unknown set of paths connects no terminals; the validation reports it.
      all += paths.passages(setTo: chosen) ?? paths.pairs.map { _ in [] }
    }
    return all
  }
}

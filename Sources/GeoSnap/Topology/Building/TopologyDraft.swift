/// A topology while its parts are put together.
struct TopologyDraft {
  let network: UtilityNetwork
  let rules: JoinRules
  let plan: TopologyPlan

  /// For each line its start's and its end's node.
  private var ends: [Int32]
  private var cuts = LineCuts()
  /// How many nodes there are so far.
  private var nodeCount: Int
  private(set) var problems: [TopologyProblem] = []

  private var from: [Int32] = []
  private var to: [Int32] = []
  private var edgeFeatures: [Int32] = []
  private var lineEdgeEnds: [Double] = []
  private var passages: [TerminalPaths.Passage] = []
  private var firsts: [Int32]
  /// The associations that became edges: their two nodes and their index.
  private var associationEdges: [(from: Int32, to: Int32, index: Int32)] = []

  /// Takes what the pieces of the lines found.
  init(
    _ network: UtilityNetwork,
    _ rules: JoinRules,
    _ plan: TopologyPlan,
    _ tolerance: CoincidenceTolerance,
    joins: [LineJoins]
  ) {
    self.network = network
    self.rules = rules
    self.plan = plan
    firsts = plan.firstNodes
    nodeCount = plan.nodeCount
    ends = []
    ends.reserveCapacity(2 * plan.lineCount)
    var inner: [InnerJoin] = []
    var meetings: [JunctionMeeting] = []
    var loose = LooseVertices()
    for piece in joins {
      ends += piece.ends
      inner += piece.inner
      meetings += piece.meetings
      loose.append(piece.loose)
      problems += piece.problems
    }
    let lines = LineNumbers(plan, network)
    let refused = refuseMeetings(meetings, lines)
    joinLoose(loose, tolerance, lines)
    for join in inner where !refused.contains(LineVertex(join.line, join.vertex)) {
      cutVertex(join.line, join.vertex, join.node)
    }
    // What joins nothing ends at a system junction of its own.
    for end in ends.indices where ends[end] < 0 && ends[end] != EndCode.absent {
      ends[end] = Int32(nodeCount)
      nodeCount += 1
    }
    associate(lines)
    addLineEdges()
    addInternalEdges()
    addAssociationEdges()
  }

  // MARK: Meetings at junctions

  /// Refuses lines at junctions where not all may meet; answers the refused inner vertices.
  private mutating func refuseMeetings(
    _ meetings: [JunctionMeeting],
    _ lines: LineNumbers
  ) -> Set<LineVertex> {
    let ordered = meetings.sorted {
      ($0.junction, $0.line, $0.vertex) < ($1.junction, $1.line, $1.vertex)
    }
    var refused: Set<LineVertex> = []
    var first = 0
    while first < ordered.count {
      let junction = ordered[first].junction
      let end = ordered[first...].firstIndex { $0.junction != junction } ?? ordered.count
      let junctionType = network.assetTypeOrdinals[Int(junction)]
      for (meeting, opponent) in rules.refusals(among: ordered[first..<end], at: junctionType) {
        problems.append(
          TopologyProblem(
            .noConnectivityRule,
            [meeting.line, junction, opponent.line].map { network.feature(ordinal: $0) },
            at: meeting.place
          )
        )
        if meeting.end == 2 {
          refused.insert(LineVertex(meeting.line, meeting.vertex))
        } else {
          ends[2 * lines.number(of: meeting.line) + Int(meeting.end)] = EndCode.refused
        }
      }
      first = end
    }
    return refused
  }

  // MARK: Meetings of lines

  private mutating func joinLoose(
    _ loose: LooseVertices,
    _ tolerance: CoincidenceTolerance,
    _ lines: LineNumbers
  ) {
    let meetings = LooseMeetings(loose, tolerance, rules) { [network] in
      network.feature(ordinal: $0)
    }
    problems += meetings.problems
    for (item, group) in meetings.groups.enumerated() where group >= 0 {
      let node = Int32(nodeCount) + group
      let line = loose.points.features[item]
      if loose.ends[item] == 2 {
        cutVertex(line, loose.vertices[item], node)
      } else {
        ends[2 * lines.number(of: line) + Int(loose.ends[item])] = node
      }
    }
    nodeCount += meetings.groupCount
  }

  private mutating func cutVertex(_ line: Int32, _ vertex: Int32, _ node: Int32) {
    let geometry = network.geometry(of: network.feature(ordinal: line))
    guard let path = geometry?.onlyLine else { return }
    cuts.add(
      LineCuts.Cut(
        line: line,
        position: path.vertexPositions[Int(vertex)],
        order: vertex,
        node: node
      )
    )
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
    let firsts = (firsts[Int(ordinals.0)], firsts[Int(ordinals.1)])
    guard types.0 >= 0, types.1 >= 0, firsts.0 >= 0, firsts.1 >= 0 else { return }
    let choice = rules.terminals(
      (types.0, association.from.terminalID),
      (types.1, association.to.terminalID)
    )
    switch choice {
    case .joins(let terminals):
      associationEdges.append((firsts.0 + terminals.from, firsts.1 + terminals.to, index))
    case .refused(let code):
      report(code, [from, to], association)
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
    guard types.0 >= 0, types.1 >= 0, firsts[Int(ordinals.0)] >= 0, isEdge(edge), !isEdge(junction)
    else { return }
    let line = lines.number(of: ordinals.1)
    guard ends[2 * line] != EndCode.absent else { return }
    let choice = rules.terminal(
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
      associationEdges.append((firsts[Int(ordinals.0)] + number, end, index))
    case .refused(let code):
      report(code, [edge, junction], association)
    }
  }

  private func isEdge(_ feature: FeatureID) -> Bool {
    let type = network.assetTypeOrdinals[Int(network.ordinal(of: feature))]
    guard type >= 0 else { return false }
    let part = rules.classes[Int(type)].part
    return part == .line || part == .edgeObject
  }

  private mutating func cut(_ line: Int32, at fraction: Double, association: Int32) -> Int32 {
    let node = Int32(nodeCount)
    nodeCount += 1
    cuts.add(LineCuts.Cut(line: line, position: fraction, order: .max, node: node))
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
        at: network.anchor(of: association.from, in: association)
          ?? network.anchor(of: association.to, in: association),
        association: association.globalID
      )
    )
  }

  // MARK: Edges

  private mutating func addLineEdges() {
    let cuts = cuts.sorted()
    let capacity = plan.lineCount + cuts.count
    from.reserveCapacity(capacity)
    to.reserveCapacity(capacity)
    edgeFeatures.reserveCapacity(capacity)
    lineEdgeEnds.reserveCapacity(capacity)
    var next = 0
    for piece in plan.linePieces {
      let firstOrdinal = Int(network.firstOrdinals[piece.table])
      for row in piece.rows {
        let ordinal = Int32(firstOrdinal + row)
        let line = piece.firstLine + row - piece.rows.lowerBound
        guard ends[2 * line] != EndCode.absent else { continue }
        firsts[Int(ordinal)] = Int32(from.count)
        let first = next
        while next < cuts.count && cuts[next].line == ordinal { next += 1 }
        guard next > first else {
          addLineEdge(ordinal, ends[2 * line], ends[2 * line + 1], until: 1)
          continue
        }
        let stretches = LineCuts.stretches(
          cuts[first..<next],
          from: ends[2 * line],
          to: ends[2 * line + 1],
          last: lastVertex(of: ordinal)
        )
        for stretch in stretches {
          addLineEdge(ordinal, stretch.from, stretch.to, until: stretch.end)
        }
      }
    }
  }

  /// The last vertex of a line; 0 for an edge object.
  private func lastVertex(of line: Int32) -> Int32 {
    let geometry = network.geometry(of: network.feature(ordinal: line))
    return Int32((geometry?.onlyLine?.count ?? 1) - 1)
  }

  private mutating func addLineEdge(
    _ line: Int32,
    _ start: Int32,
    _ end: Int32,
    until position: Double
  ) {
    from.append(start)
    to.append(end)
    edgeFeatures.append(line)
    lineEdgeEnds.append(position)
  }

  private mutating func addInternalEdges() {
    for device in plan.devices {
      let type = network.assetTypeOrdinals[Int(device)]
      guard let paths = rules.classes[Int(type)].paths else { continue }
      let feature = network.feature(ordinal: device)
      let chosen = network.tables[Int(feature.table)]
        .value(ofColumn: TerminalField.paths, row: Int(feature.row))?.name
      // An unknown set of paths lets nothing pass; the validation names it.
      let passages = paths.passages(setTo: chosen)
      for (number, pair) in paths.pairs.enumerated() {
        from.append(plan.firstNodes[Int(device)] + pair.first)
        to.append(plan.firstNodes[Int(device)] + pair.second)
        edgeFeatures.append(device)
        self.passages.append(passages?[number] ?? [])
      }
    }
  }

  private mutating func addAssociationEdges() {
    for edge in associationEdges {
      from.append(edge.from)
      to.append(edge.to)
      edgeFeatures.append(edge.index)
    }
  }

  // MARK: Result

  /// The topology, its nodes numbered so that neighbours stand near each other.
  func topology(_ tolerance: CoincidenceTolerance) -> Topology {
    var nodeFeatures = [Int32](repeating: -1, count: nodeCount)
    var nodeTerminals = [UInt8](repeating: 0, count: nodeCount)
    let counts = rules.classes.map(\.terminalCount)
    for (ordinal, first) in plan.firstNodes.enumerated() where first >= 0 {
      for terminal in 0..<counts[Int(network.assetTypeOrdinals[ordinal])] {
        nodeFeatures[Int(first + terminal)] = Int32(ordinal)
        nodeTerminals[Int(first + terminal)] = UInt8(truncatingIfNeeded: terminal)
      }
    }
    let graph = Graph(nodeCount: nodeCount, from: from, to: to)
    return Topology(
      network: network,
      tolerance: tolerance,
      graph: graph,
      problems: problems,
      rules: rules,
      nodeFeatures: nodeFeatures,
      nodeTerminals: nodeTerminals,
      edgeFeatures: edgeFeatures,
      lineEdgeEnds: lineEdgeEnds,
      passages: passages,
      firsts: firsts,
      caches: TopologyCaches()
    )
  }
}

extension FeatureTable {
  /// The value in a column of a row, by the column's name without regard to case.
  func value(ofColumn name: String, row: Int) -> AttributeValue? {
    fields.firstIndex { $0.name.lowercased() == name.lowercased() }.map { attributes[$0][row] }
  }
}

/// Finds the number of a line among all lines.
struct LineNumbers {
  private let firsts: [(ordinal: Int, number: Int)]

  init(_ plan: TopologyPlan, _ network: UtilityNetwork) {
    var firsts: [(ordinal: Int, number: Int)] = []
    for piece in plan.linePieces where piece.rows.lowerBound == 0 {
      firsts.append((Int(network.firstOrdinals[piece.table]), piece.firstLine))
    }
    self.firsts = firsts
  }

  /// The number of the line with an ordinal.
  func number(of ordinal: Int32) -> Int {
    let table = firsts.last { $0.ordinal <= Int(ordinal) }
    guard let table else { preconditionFailure("A line stands in a table of lines") }
    return table.number + Int(ordinal) - table.ordinal
  }
}

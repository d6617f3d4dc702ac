internal import GeoSnapSupport

extension TopologyDerivation {
  /// Decides for each vertex which node it joins, or its code.
  mutating func decide() -> [LineVertex: Int32] {
    var joins: [LineVertex: Int32] = [:]
    var meetings: [JunctionMeeting] = []
    var loose: [PlacedVertex] = []
    for vertex in ordered(vertices) {
      forget(vertex)
      guard let path = path(vertex.line) else { continue }
      let type = type(vertex.line)
      let position: VertexPosition =
        vertex.vertex == 0 ? .start : Int(vertex.vertex) == path.count - 1 ? .end : .inner
      let place = path[Int(vertex.vertex)]
      let z = path.z(at: Int(vertex.vertex))
      let placed = PlacedVertex(
        point: PlacePoint(place, z: z, type: type, owner: vertex.line),
        vertex: vertex.vertex,
        position: position
      )
      guard let junction = junction(at: place, z, forLine: type) else {
        loose.append(placed)
        continue
      }
      let line = topology.network.feature(ordinal: vertex.line)
      let field = position == .start ? TerminalField.from : TerminalField.to
      let choice = rules.terminal(
        junction: self.type(junction),
        line: type,
        named: position == .inner ? nil : after.attribute(field, of: line)?.wholeNumber,
        isMidspan: position == .inner
      )
      switch choice {
      case .joins(let terminal):
        joins[vertex] = (topology.firstNode(junction) ?? EndCode.refused) + terminal
        if rules.limitsMeetings(at: self.type(junction)) {
          meetings.append(JunctionMeeting(junction: junction, vertex: placed))
        }
      case .refused(let code):
        joins[vertex] = EndCode.refused
        file(
          TopologyProblem(code, [line, topology.network.feature(ordinal: junction)], at: place),
          at: vertex
        )
      }
    }
    refuse(meetings, &joins)
    join(loose, &joins)
    return joins
  }

  /// Vertices in the order of a full build.
  func ordered(_ vertices: Set<LineVertex>) -> [LineVertex] {
    let vertices = Array(vertices)
    let keys = vertices.map { order($0.line) }
    return risingOrder(vertices.count) { one, other in
      keys[one] != keys[other]
        ? keys[one] < keys[other] : vertices[one].vertex < vertices[other].vertex
    }.map { vertices[$0] }
  }

  /// The position of a feature in a packed network: by row id where the table's ids ascend, else by row.
  func order(_ number: Int32) -> (Int32, Int64) {
    let feature = topology.network.feature(ordinal: number)
    let rows = after.packed.rows(table: Int(feature.table))
    return (feature.table, rows.isAscending ? after.rowID(of: feature) ?? 0 : Int64(feature.row))
  }

  /// The junction that a vertex of a line is to join; the same choice as in ``PlaceTable``.
  func junction(at place: Coordinate, _ z: Double?, forLine type: Int32) -> Int32? {
    var best: (number: Int32, isAllowed: Bool, distance: Double)?
    for hit in hits(at: place) {
      guard isPoint(hit.feature),
        let point = after.geometry(of: topology.network.feature(ordinal: hit.feature))?.onlyPoint,
        tolerance.holds(hit.location.x - place.x, hit.location.y - place.y),
        tolerance.holds(point.z ?? .nan, z ?? .nan, heights: ())
      else { continue }
      let junctionType = self.type(hit.feature)
      let isAllowed = rules.mayJoin(junction: junctionType, line: type)
      if !isAllowed && !rules.shareDomain(junctionType, type) { continue }
      let (dx, dy) = (hit.location.x - place.x, hit.location.y - place.y)
      let distance = dx * dx + dy * dy
      if let known = best {
        let isBetter =
          isAllowed != known.isAllowed
          ? isAllowed
          : distance != known.distance
            ? distance < known.distance : order(hit.feature) < order(known.number)
        if !isBetter { continue }
      }
      best = (hit.feature, isAllowed, distance)
    }
    return best?.number
  }

  mutating func refuse(_ meetings: [JunctionMeeting], _ joins: inout [LineVertex: Int32]) {
    // They are in the order of lines and vertices, as in a full build.
    let refusals = rules.refusals(among: meetings.rising(by: \.junction), type: type)
    for (meeting, opponent) in refusals {
      joins[meeting.vertex.key] = EndCode.refused
      file(
        meeting.problem(opponent) { topology.network.feature(ordinal: $0) },
        at: meeting.vertex.key
      )
    }
  }

  mutating func join(_ loose: [PlacedVertex], _ joins: inout [LineVertex: Int32]) {
    let network = topology.network
    let meetings = JunctionlessMeetings(loose, tolerance, rules)
    var nodes = earlierJunctions(meetings, loose)
    for (item, group) in meetings.groups.enumerated() where group >= 0 {
      if nodes[Int(group)] < 0 {
        nodes[Int(group)] = addNode()
      }
      let node = nodes[Int(group)]
      loosened.insert(node)
      joins[loose[item].key] = node
    }
    for refusal in meetings.refusals {
      guard let vertex = path(refusal.one)?.connectingVertex(at: refusal.place) else { continue }
      file(
        refusal.problem { network.feature(ordinal: $0) },
        at: LineVertex(line: refusal.one, vertex: Int32(vertex))
      )
    }
  }

  /// The earlier system junction of each group, -1 for none; unchanged lines come first, so that a line that leaves a
  /// junction does not take its node along.
  private func earlierJunctions(_ meetings: JunctionlessMeetings, _ loose: [PlacedVertex])
    -> [Int32]
  {
    var nodes = [Int32](repeating: -1, count: meetings.groupCount)
    var kept: Set<Int32> = []
    for isChanged in [false, true] {
      for (item, group) in meetings.groups.enumerated() where group >= 0 && nodes[Int(group)] < 0 {
        let line = loose[item].point.owner
        guard changedLines.contains(line) == isChanged, let ends = earlierEnds[line] else {
          continue
        }
        let node: Int32
        switch loose[item].position {
        case .start: node = ends.start
        case .end: node = ends.end
        case .inner: continue
        }
        guard topology.overlay.hasNode(Int(node)), topology.overlay.node(Int(node)).feature < 0,
          kept.insert(node).inserted
        else { continue }
        nodes[Int(group)] = node
      }
    }
    return nodes
  }

  mutating func addNode() -> Int32 {
    let node = topology.overlay.addNode(.init(feature: -1, terminal: 0))
    loosened.insert(node)
    return node
  }

  mutating func make(_ joins: [LineVertex: Int32], _ old: [Int32: LineNodes]) {
    var made: [Int32: LineNodes] = [:]
    for line in lines {
      let feature = topology.network.feature(ordinal: line)
      guard after.contains(feature) else { continue }
      let part = part(after.assetTypeOrdinal(of: feature))
      if part == .edgeObject {
        made[line] =
          old[line].map { LineNodes(start: $0.start, end: $0.end) }
          ?? LineNodes(start: addNode(), end: addNode())
      } else if let path = path(line) {
        made[line] = joinVertices(line, path, joins, old[line])
      }
    }
    for position in Array(associations).ordered(by: <) { associate(position, &made) }
    for (line, made) in made {
      let ordered = made.cuts.ordered { $0.precedes($1) }
      let stretches = LineCuts.stretches(
        ordered,
        from: made.start,
        to: made.end,
        last: Int32((path(line)?.count ?? 1) - 1)
      )
      let edges = stretches.map { stretch in
        topology.overlay.addEdge(
          .init(
            kind: .line,
            feature: line,
            from: stretch.from,
            to: stretch.to,
            start: stretch.start,
            end: stretch.end
          )
        )
      }
      topology.lineEdges.set(edges, for: line)
    }
  }

  /// The nodes that the vertices of a line join, decided or unchanged.
  mutating func joinVertices(
    _ line: Int32,
    _ path: CoordinateSequence,
    _ joins: [LineVertex: Int32],
    _ old: LineNodes?
  ) -> LineNodes {
    let positions = path.vertexPositions
    var made = LineNodes(start: -1, end: -1)
    for vertex in path.indices where connects(line, vertex, path) {
      let key = LineVertex(line: line, vertex: Int32(vertex))
      let isDecided = vertices.contains(key)
      switch vertex {
      case 0: made.start = isDecided ? joins[key] ?? -1 : old?.start ?? -1
      case path.count - 1: made.end = isDecided ? joins[key] ?? -1 : old?.end ?? -1
      default:
        let known = old?.cuts.first { cut in
          cut.position == positions[vertex] && !associationCuts.contains(cut.node)
        }
        let node = isDecided ? joins[key] ?? -1 : known?.node ?? -1
        guard node >= 0 else { continue }
        made.cuts.append(
          LineCuts.Cut(line: line, position: positions[vertex], order: Int32(vertex), node: node)
        )
      }
    }
    if made.start < 0 || !topology.overlay.hasNode(Int(made.start)) { made.start = addNode() }
    if made.end < 0 || !topology.overlay.hasNode(Int(made.end)) { made.end = addNode() }
    return made
  }

  mutating func associate(_ position: Int32, _ made: inout [Int32: LineNodes]) {
    if let gone = before.association(at: position) { forget(gone.globalID) }
    guard let association = after.association(at: position), association.kind.isConnectivity,
      let from = after.feature(globalID: association.from.globalID),
      let to = after.feature(globalID: association.to.globalID)
    else { return }
    forget(association.globalID)
    let numbers = (topology.network.ordinal(of: from), topology.network.ordinal(of: to))
    let types = (type(numbers.0), type(numbers.1))
    guard types.0 >= 0, types.1 >= 0 else { return }
    if association.kind == .connectivity {
      guard let first = topology.firstNode(numbers.0), let second = topology.firstNode(numbers.1)
      else { return }
      let choice = rules.terminals(
        (types.0, association.from.terminalID),
        (types.1, association.to.terminalID)
      )
      switch choice {
      case .joins(let terminals):
        addAssociation(position, first + terminals.from, second + terminals.to)
      case .refused(let code): report(code, [from, to], association)
      }
      return
    }
    let isTurned = part(types.0).isEdge
    let (junction, edge) = isTurned ? (numbers.1, numbers.0) : (numbers.0, numbers.1)
    let terminal = isTurned ? association.to.terminalID : association.from.terminalID
    guard let first = topology.firstNode(junction), let line = made[edge] else { return }
    let choice = rules.terminal(
      junction: type(junction),
      line: type(edge),
      named: terminal,
      isMidspan: false
    )
    switch choice {
    case .refused(let code):
      report(code, [edge, junction].map { topology.network.feature(ordinal: $0) }, association)
    case .joins(let number):
      switch association.edgeFraction {
      case 0: addAssociation(position, first + number, line.start)
      case 1: addAssociation(position, first + number, line.end)
      case let fraction:
        let node = addNode()
        made[edge]?.cuts.append(
          LineCuts.Cut(line: edge, position: fraction, order: .max, node: node)
        )
        addAssociation(position, first + number, node)
      }
    }
  }

  mutating func addAssociation(_ position: Int32, _ from: Int32, _ to: Int32) {
    let edge = topology.overlay.addEdge(
      .init(kind: .association, feature: position, from: from, to: to)
    )
    topology.associationEdges.set(edge, for: position)
  }

  mutating func report(
    _ code: NetworkErrorCode,
    _ features: [FeatureID],
    _ association: Association
  ) {
    let problem = TopologyProblem(
      code,
      features,
      at: association.place { after.feature(globalID: $0).flatMap(after.geometry(of:)) },
      association: association.globalID
    )
    topology.problemsOfAssociations.set([problem], for: association.globalID)
    problems.append(problem)
  }
}

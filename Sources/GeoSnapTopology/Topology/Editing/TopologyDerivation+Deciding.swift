internal import GeoSnapSupport

extension TopologyDerivation {
  /// Decides for each vertex which node it joins, or its code.
  mutating func decide() -> [LineVertex: Int32] {
    var joins: [LineVertex: Int32] = [:]
    var meetings: [JunctionMeeting] = []
    var loose = LooseVertices()
    for vertex in ordered(vertices) {
      forget(vertex)
      guard let path = path(vertex.line) else { continue }
      let type = type(vertex.line)
      let position: VertexPosition =
        vertex.vertex == 0 ? .start : Int(vertex.vertex) == path.count - 1 ? .end : .inner
      let place = path[Int(vertex.vertex)]
      guard let junction = junction(at: place, path.z(at: Int(vertex.vertex)), forLine: type) else {
        loose.append(
          PlacePoint(place, z: path.z(at: Int(vertex.vertex)), type: type, owner: vertex.line),
          vertex.vertex,
          position
        )
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
          meetings.append(
            JunctionMeeting(
              junction: junction,
              line: vertex.line,
              vertex: vertex.vertex,
              position: position,
              lineType: type,
              place: place
            )
          )
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
    }
    .map { vertices[$0] }
  }

  /// The position of a feature in a packed network: by row id where the table's ids ascend, else by row.
  func order(_ number: Int32) -> (Int32, Int64) {
    let feature = topology.network.feature(ordinal: number)
    let rows = after.packed.rows(table: Int(feature.table))
    return (
      feature.table, rows.isAscending ? after.rowID(of: feature) ?? 0 : Int64(feature.row)
    )
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

  mutating func refuse(
    _ meetings: [JunctionMeeting],
    _ joins: inout [LineVertex: Int32]
  ) {
    // They are in the order of lines and vertices, as in a full build.
    let ordered = meetings.rising(by: \.junction)
    var first = 0
    while first < ordered.count {
      let junction = ordered[first].junction
      let end = ordered[first...].firstIndex { $0.junction != junction } ?? ordered.count
      defer { first = end }
      for (meeting, opponent) in rules.refusals(among: ordered[first..<end], at: type(junction)) {
        let vertex = LineVertex(meeting.line, meeting.vertex)
        joins[vertex] = EndCode.refused
        file(
          TopologyProblem(
            .noConnectivityRule,
            [meeting.line, junction, opponent.line].map { topology.network.feature(ordinal: $0) },
            at: meeting.place
          ),
          at: vertex
        )
      }
    }
  }

  mutating func join(_ loose: LooseVertices, _ joins: inout [LineVertex: Int32]) {
    let network = topology.network
    let meetings = JunctionlessMeetings(loose, tolerance, rules)
    var nodes = earlierJunctions(meetings, loose)
    for (item, group) in meetings.groups.enumerated() where group >= 0 {
      if nodes[Int(group)] < 0 {
        nodes[Int(group)] = topology.overlay.addNode(.init(feature: -1, terminal: 0))
      }
      let node = nodes[Int(group)]
      loosened.insert(node)
      joins[LineVertex(loose.points[item].owner, loose.vertices[item])] = node
    }
    for refusal in meetings.refusals {
      guard let vertex = path(refusal.one)?.connectingVertex(at: refusal.place) else { continue }
      file(
        refusal.problem { network.feature(ordinal: $0) },
        at: LineVertex(refusal.one, Int32(vertex))
      )
    }
  }

  /// The earlier system junction of each group, -1 for none; unchanged lines come first, so that a line that leaves a
  /// junction does not take its node along.
  private func earlierJunctions(_ meetings: JunctionlessMeetings, _ loose: LooseVertices) -> [Int32]
  {
    var nodes = [Int32](repeating: -1, count: meetings.groupCount)
    var kept: Set<Int32> = []
    for isChanged in [false, true] {
      for (item, group) in meetings.groups.enumerated() where group >= 0 && nodes[Int(group)] < 0 {
        let line = loose.points[item].owner
        guard changedLines.contains(line) == isChanged, let ends = earlierEnds[line] else {
          continue
        }
        let node: Int32
        switch loose.positions[item] {
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
}

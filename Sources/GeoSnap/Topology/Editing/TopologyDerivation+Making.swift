extension TopologyDerivation {
  mutating func addNode() -> Int32 {
    let node = topology.overlay.addNode(.init(feature: -1, terminal: 0))
    loosened.insert(node)
    return node
  }

  mutating func make(_ joins: [LineVertex: Int32], _ old: [Int32: OldLine]) {
    var ends: [Int32: (start: Int32, end: Int32)] = [:]
    var cuts: [Int32: [LineCuts.Cut]] = [:]
    for line in lines {
      let feature = topology.numbers.feature(line)
      guard isThere(feature) else { continue }
      let part = part(after.assetTypeOrdinal(of: feature))
      if part == .edgeObject {
        ends[line] = (old[line]?.start ?? -1, old[line]?.end ?? -1)
        if old[line] == nil { ends[line] = (addNode(), addNode()) }
      } else if let path = path(line) {
        (ends[line], cuts[line]) = joinVertices(line, path, joins, old[line])
      }
    }
    for position in associations.sorted() { associate(position, ends, &cuts) }
    for (line, nodes) in ends {
      let ordered = (cuts[line] ?? []).sorted {
        ($0.position, $0.order, $0.node) < ($1.position, $1.order, $1.node)
      }
      let stretches = LineCuts.stretches(
        ordered,
        from: nodes.start,
        to: nodes.end,
        last: Int32((path(line)?.count ?? 1) - 1)
      )
      let edges = stretches.map { stretch in
        topology.overlay.addEdge(
          .init(
            kind: .line,
            feature: line,
            start: stretch.start,
            end: stretch.end,
            passage: [],
            from: stretch.from,
            to: stretch.to
          )
        )
      }
      topology.lineEdges.set(edges, for: line)
    }
  }

  /// What the vertices of a line join: as decided, or as before.
  mutating func joinVertices(
    _ line: Int32,
    _ path: CoordinateSequence,
    _ joins: [LineVertex: Int32],
    _ old: OldLine?
  ) -> (ends: (start: Int32, end: Int32), cuts: [LineCuts.Cut]) {
    let positions = path.vertexPositions
    var cuts: [LineCuts.Cut] = []
    var ends: (start: Int32, end: Int32) = (-1, -1)
    for vertex in path.indices where connects(line, vertex, path) {
      let key = LineVertex(line, Int32(vertex))
      let isDecided = vertices.contains(key)
      switch vertex {
      case 0: ends.start = isDecided ? joins[key] ?? -1 : old?.start ?? -1
      case path.count - 1: ends.end = isDecided ? joins[key] ?? -1 : old?.end ?? -1
      default:
        let known = old?.cuts.first { cut in
          cut.position == positions[vertex] && !associationCuts.contains(cut.node)
        }
        let node = isDecided ? joins[key] ?? -1 : known?.node ?? -1
        guard node >= 0 else { continue }
        cuts.append(
          LineCuts.Cut(line: line, position: positions[vertex], order: Int32(vertex), node: node)
        )
      }
    }
    if ends.start < 0 || !topology.overlay.hasNode(Int(ends.start)) { ends.start = addNode() }
    if ends.end < 0 || !topology.overlay.hasNode(Int(ends.end)) { ends.end = addNode() }
    return (ends, cuts)
  }
}

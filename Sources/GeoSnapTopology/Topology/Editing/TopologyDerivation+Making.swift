internal import GeoSnapSupport

extension TopologyDerivation {
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
      let key = LineVertex(line, Int32(vertex))
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
}

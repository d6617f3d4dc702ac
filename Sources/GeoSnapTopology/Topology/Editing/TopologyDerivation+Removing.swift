internal import GeoSnapSupport

extension TopologyDerivation {
  /// The nodes that a line joins.
  struct LineNodes {
    var start: Int32
    var end: Int32
    var cuts: [LineCuts.Cut] = []
  }

  /// Removes the edges of all lines and associations; returns the earlier nodes of lines that have not changed.
  mutating func removeEdges() -> [Int32: LineNodes] {
    for position in associations {
      guard let edge = associationEdge(position) else { continue }
      topology.associationEdges.set(nil, for: position)
      guard topology.overlay.hasEdge(Int(edge)) else { continue }
      let nodes = topology.overlay.removeEdge(edge)
      loosen(nodes)
      if let association = before.association(at: position),
        association.kind != .connectivity, association.edgeFraction > 0,
        association.edgeFraction < 1
      {
        associationCuts.insert(nodes.to)
      }
    }
    var old: [Int32: LineNodes] = [:]
    for line in lines {
      let edges = topology.edges(ofLine: line)
      if let first = edges.first, let last = edges.last {
        earlierEnds[line] = LineNodes(
          start: topology.overlay.edge(Int(first)).from,
          end: topology.overlay.edge(Int(last)).to
        )
      }
      if !edges.isEmpty, !changedLines.contains(line) {
        let records = edges.map { topology.overlay.edge(Int($0)) }
        old[line] = LineNodes(
          start: records[0].from,
          end: records[records.count - 1].to,
          cuts: records.dropLast().map {
            LineCuts.Cut(line: line, position: $0.end, order: .max, node: $0.to)
          }
        )
      }
      for edge in edges {
        let nodes = topology.overlay.removeEdge(edge)
        loosen(nodes)
      }
      topology.lineEdges.set([], for: line)
    }
    return old
  }

  private mutating func loosen(_ nodes: (from: Int32, to: Int32)) {
    loosened.insert(nodes.from)
    loosened.insert(nodes.to)
  }

  func associationEdge(_ position: Int32) -> Int32? {
    if let known = topology.associationEdges.find(position) { return known }
    let base = topology.base
    // The packed edges of associations are in the order of their positions.
    var (low, high) = (base.associationEdges.lowerBound, base.associationEdges.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if base.edgeFeatures[middle] < position { low = middle + 1 } else { high = middle }
    }
    guard low < base.associationEdges.upperBound, base.edgeFeatures[low] == position else {
      return nil
    }
    return Int32(low)
  }

  /// Marks a node for removal, and its lines and associations for derivation.
  mutating func retire(_ node: Int32) {
    for half in topology.overlay.row(Int(node)) {
      let record = topology.overlay.edge(half.edge)
      switch record.kind {
      case .line: note(line: record.feature)
      case .association: associations.insert(record.feature)
      case .internal: break
      }
    }
    retired.append(node)
  }

  mutating func removeRetired() {
    for node in retired {
      for half in Array(topology.overlay.row(Int(node))) where topology.overlay.hasEdge(half.edge) {
        _ = topology.overlay.removeEdge(Int32(half.edge))
      }
    }
    for node in retired {
      topology.overlay.settleRow(node)
      topology.overlay.removeNode(node)
    }
  }
}

internal import GeoSnapSupport

extension TopologyDerivation {
  mutating func associate(
    _ position: Int32,
    _ made: inout [Int32: LineNodes]
  ) {
    if let gone = before.association(at: position) {
      forget(gone.globalID)
    }
    guard let association = after.association(at: position),
      association.kind.isConnectivity,
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
    let isTurned = part(types.0) == .line || part(types.0) == .edgeObject
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
      .init(
        kind: .association,
        feature: position,
        start: 0,
        end: 1,
        passage: [],
        from: from,
        to: to
      )
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

/// The properties of an asset type that the topology needs.
package struct TopologyClass: Sendable {
  /// The role of features of the type in the graph.
  package enum Part: UInt8, Sendable {
    /// No role: containers, boundaries, subnetwork lines.
    case none
    /// A junction at a point, which joins features at the same place.
    case point
    /// A junction without geometry, joined by associations.
    case object
    /// A line, which joins at its vertices.
    case line
    /// An edge without geometry, joined by associations.
    case edgeObject
  }

  package let part: Part
  package let domain: Int32
  /// The terminals; empty for a single one without a name.
  package let terminals: [Terminal]
  /// Whether others may connect at the inner vertices of a line.
  package let connectsAtVertices: Bool
  /// The possible paths between terminals.
  package let paths: TerminalPaths?

  /// The number of nodes of a junction of the type.
  package var terminalCount: Int32 { Int32(max(terminals.count, 1)) }

  init(_ entry: AssetTypeCatalog.Entry, domain: Int32, in definition: NetworkDefinition) {
    self.domain = domain
    part = TopologyClass.part(of: entry.source.usage)
    let isJunction = part == .point || part == .object
    let configuration = entry.type.terminalConfigurationID
      .flatMap { definition.terminalConfiguration(id: $0) }
    terminals = isJunction ? configuration?.terminals ?? [] : []
    paths = isJunction ? configuration.map(TerminalPaths.init) : nil
    connectsAtVertices = part == .line && entry.type.connectivityPolicy == .anyVertex
  }

  package static func part(of usage: NetworkSourceUsage) -> Part {
    switch usage {
    case .device, .junction, .structureJunction: .point
    case .junctionObject, .structureJunctionObject: .object
    case .line, .structureLine: .line
    case .edgeObject, .structureEdgeObject: .edgeObject
    case .assembly, .subnetLine, .structureBoundary: .none
    }
  }

  /// The number of the terminal with an id; nil when there is none.
  func terminal(id: Int) -> Int32? {
    if terminals.isEmpty { return id == 1 ? 0 : nil }
    return terminals.firstIndex { $0.id == id }.map { Int32($0) }
  }
}

package struct TerminalCatalog: Sendable {
  private let configurations: [TerminalConfiguration]
  /// The first position of each id.
  private var positions: [Int: Int] = [:]

  package init(_ definition: NetworkDefinition) {
    configurations = definition.terminalConfigurations
    for (position, configuration) in configurations.enumerated().reversed() {
      positions[configuration.id] = position
    }
  }

  /// The terminals of an asset type; without a configuration, only terminal 1.
  package func terminals(of type: AssetType) -> [Terminal] {
    type.terminalConfigurationID.flatMap { terminals(configurationID: $0) }
      ?? [Terminal(id: 1, name: "Single terminal")]
  }

  func terminals(configurationID id: Int) -> [Terminal]? {
    positions[id].map { configurations[$0].terminals }
  }
}

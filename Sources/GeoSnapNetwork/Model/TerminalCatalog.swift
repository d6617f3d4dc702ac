/// The terminals of asset types.
package struct TerminalCatalog: Sendable {
  private let configurations: [TerminalConfiguration]
  /// Where each id stands in them, first.
  private var positions: [Int: Int] = [:]

  init(_ definition: NetworkDefinition) {
    configurations = definition.terminalConfigurations
    for (position, configuration) in configurations.enumerated().reversed() {
      positions[configuration.id] = position
    }
  }

  /// The terminals of an asset type; one without a configuration has terminal 1 alone.
  package func terminals(of type: AssetType) -> [Terminal] {
    type.terminalConfigurationID.flatMap { terminals(configurationID: $0) }
      ?? [Terminal(id: 1, name: "Single terminal")]
  }

  /// The terminals of a configuration; nil when there is none of that id.
  func terminals(configurationID id: Int) -> [Terminal]? {
    positions[id].map { configurations[$0].terminals }
  }
}

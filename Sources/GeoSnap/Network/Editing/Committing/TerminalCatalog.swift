/// The terminals of asset types.
struct TerminalCatalog: Sendable {
  private let configurations: [Int: [Terminal]]

  init(_ definition: NetworkDefinition) {
    configurations = Dictionary(
      definition.terminalConfigurations.map { ($0.id, $0.terminals) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The terminals of an asset type; one without a configuration has terminal 1 alone.
  func terminals(of type: AssetType) -> [Terminal] {
    type.terminalConfigurationID.flatMap { configurations[$0] }
      ?? [Terminal(id: 1, name: "Single terminal")]
  }
}

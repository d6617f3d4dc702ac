extension UtilityNetwork {
  /// The terminals of a junction's asset type; empty for one without a configuration.
  package func terminals(of type: AssetType) -> [Terminal] {
    type.terminalConfigurationID
      .flatMap { definition.terminalConfiguration(id: $0)?.terminals } ?? []
  }
}

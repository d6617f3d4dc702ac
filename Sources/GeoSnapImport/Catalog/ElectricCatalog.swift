internal import GeoSnap

/// The electric domain network: Esri's types and rules, and GeoSnap's beside them.
package enum ElectricCatalog {
  /// The catalog with the tiers asked for.
  package static func make(tiers: ImportOptions.Tiers) -> Catalog {
    var catalog = Catalog.electric
    guard tiers == .supply else { return catalog }
    catalog.definition.terminalConfigurations = directed(
      catalog.definition.terminalConfigurations,
      in: tiers
    )
    for index in catalog.definition.domainNetworks.indices
    where !catalog.definition.domainNetworks[index].isStructureNetwork {
      catalog.definition.domainNetworks[index].tierDefinition = .hierarchical
      catalog.definition.domainNetworks[index].tierGroups = ["Import"]
      catalog.definition.domainNetworks[index].tiers = [
        Tier(
          id: 1,
          name: "Supply",
          rank: 1,
          topology: .radial,
          tierGroupName: "Import",
          traceConfiguration: .barredByOpen
        )
      ]
    }
    return catalog
  }

  /// Terminal configurations as a choice of tiers needs them.
  ///
  /// Where transformers divide tiers, power runs through them from the high side to the low. Within one
  /// tier of supply it runs as it is fed, through a transformer of a power plant or after an outage also
  /// from the low side to the high.
  static func directed(
    _ configurations: [TerminalConfiguration],
    in tiers: ImportOptions.Tiers
  ) -> [TerminalConfiguration] {
    guard tiers == .supply else { return configurations }
    return configurations.map { configuration in
      var configuration = configuration
      configuration.isDirectional = false
      return configuration
    }
  }
}

internal import GeoSnap

/// The electric domain network: types and rules of Esri and of GeoSnap.
package enum ElectricCatalog {
  package static func make(
    tiers: ImportOptions.Tiers,
    of catalog: Catalog = .electric
  ) -> Catalog {
    guard tiers == .supply else { return catalog }
    var catalog = catalog
    // Where transformers divide tiers, power flows from the high side to the low side. Within a supply tier, power may
    // also flow from the low side to the high side, for example in a power plant or after an outage.
    for index in catalog.definition.terminalConfigurations.indices {
      catalog.definition.terminalConfigurations[index].isDirectional = false
    }
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
}

import GeoSnap
import GeoSnapImport

/// What the electric catalog has of Esri.
struct EsriElectric {
  let configurations: [TerminalConfiguration]
  let groups: [Int: [AssetGroup]]
  let rules: [NetworkRule]

  init() {
    let catalog = ElectricCatalog.make(tiers: .voltage)
    configurations = catalog.definition.terminalConfigurations.filter { $0.id < 100 }
    groups = Dictionary(
      uniqueKeysWithValues: catalog.definition.sources.map { source in
        (source.sourceID, source.assetGroups.filter { $0.code < 200 })
      }
    ).filter { !$0.value.isEmpty }
    rules = catalog.rules.filter { $0.origin == "esri" }
  }
}

import GeoSnap

/// The counts of a definition's elements, in its order.
struct DefinitionCounts {
  let counts: [(name: String, count: Int)]

  init(_ definition: NetworkDefinition, rules: Int) {
    let groups = definition.sources.flatMap(\.assetGroups)
    counts = [
      ("domainNetworks", definition.domainNetworks.count),
      ("tiers", definition.domainNetworks.reduce(0) { $0 + $1.tiers.count }),
      ("sources", definition.sources.count), ("assetGroups", groups.count),
      ("assetTypes", groups.reduce(0) { $0 + $1.assetTypes.count }),
      ("terminalConfigurations", definition.terminalConfigurations.count),
      ("categories", definition.categories.count),
      ("networkAttributes", definition.networkAttributes.count),
      ("domains", definition.domains.count), ("rules", rules),
    ]
  }

  var document: JSONValue {
    .object(Dictionary(uniqueKeysWithValues: counts.map { ($0.name, .integer($0.count)) }))
  }

  var line: String {
    "Written: " + counts.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
  }
}

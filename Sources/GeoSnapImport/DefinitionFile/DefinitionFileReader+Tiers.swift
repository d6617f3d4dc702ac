internal import GeoSnap

extension DefinitionFileReader {
  mutating func readTiers(
    _ entries: [(object: DefinitionObject, sources: [DefinitionObject])],
    _ paths: AssetTypePaths
  ) {
    var names: [(name: String, path: DefinitionPath)] = []
    let lists = DefinitionWords.lists
    for (index, entry) in entries.enumerated() {
      let network = definition.domainNetworks[index]
      var tiers: [Tier] = []
      var stated: [(number: Int?, path: DefinitionPath)] = []
      for node in nodes(entry.object, "tiers") {
        let keys =
          [
            "id", "name", "rank", "topology", "group", "subnetworkField", "disjoint",
            "traceConfiguration",
          ] + lists.map(\.key)
        guard let object = object(node, keys), let name = name(object) else { continue }
        names.append((name, object.path("name")))
        guard let rank = identifier(object, "rank") else {
          if !object.has("rank") { report(object.path, "'rank' is missing: 1 is the highest.") }
          continue
        }
        var tier = Tier(
          id: 0,
          name: name,
          rank: rank,
          topology: choice(object, "topology", DefinitionWords.topologies),
          tierGroupName: text(object, "group"),
          subnetworkFieldName: text(object, "subnetworkField"),
          supportsDisjointSubnetworks: flag(object, "disjoint")
        )
        if let group = tier.tierGroupName, !network.tierGroups.contains(group) {
          reportUnknown(
            "\(network.name) tier group \(group)",
            object.path("group"),
            "There is no tier group '\(group)'\(alternatives(network.tierGroups))"
          )
        }
        for (key, usage, list) in lists {
          tier[keyPath: list] = nodes(object, key).compactMap { node in
            assetType(node, of: network.sources.filter { $0.usage == usage }, usage, paths)
          }
        }
        if let node = object.node("traceConfiguration") {
          tier.traceConfiguration = traceConfiguration(node, definition, paths)
        }
        tiers.append(tier)
        stated.append((identifier(object, "id"), node.path))
      }
      let definitionPath = entry.object.path("tierDefinition")
      if !tiers.isEmpty, network.tierDefinition == .none,
        !(entry.object.has("tierDefinition")
          && problems.contains { $0.path == "\(definitionPath)" })
      {
        report(
          definitionPath,
          "A network with tiers says how they relate: \"hierarchical\" or \"partitioned\"."
        )
      }
      for (index, id) in numbers(stated, from: 1).enumerated() { tiers[index].id = id }
      definition.domainNetworks[index].tiers = tiers
    }
    checkNames(names, "tiers")
  }

  mutating func assetType(
    _ node: DefinitionNode,
    of sources: [NetworkSource],
    _ usage: NetworkSourceUsage,
    _ paths: AssetTypePaths
  ) -> AssetTypeCode? {
    guard let text = text(node) else { return nil }
    guard !sources.isEmpty else {
      if !lost.hasSources {
        reportUnknown(
          "usage \(usage.name)",
          node.path,
          "The network has no source of usage \(usage.name)."
        )
      }
      return nil
    }
    let found = Set(
      sources.flatMap { paths.assetTypes("\($0.name)/\(text)") }.map {
        AssetTypeCode(assetGroup: $0.assetGroup, assetType: $0.assetType)
      }
    )
    if found.count == 1 { return found.first }
    if lost.hasSources || sources.contains(where: { lost.contains(path: "\($0.name)/\(text)") }) {
      return nil
    }
    reportUnknown(
      "\(usage.name) \(text)",
      node.path,
      found.isEmpty
        ? "'\(text)' is not an Asset group/Asset type of \(list(sources.map(\.name)))."
        : "'\(text)' means several asset types: use their codes."
    )
    return nil
  }
}

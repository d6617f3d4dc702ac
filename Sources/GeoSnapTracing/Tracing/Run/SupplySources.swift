/// The asset types that feed a network in addition to its subnetwork controllers.
struct SupplySources {
  /// Whether the features of each class are sources.
  private let areSources: [Bool]
  /// Whether the features of each class feed, but are ignored.
  private let areIgnored: [Bool]

  /// Finds the sources of a domain network; one that drains to sinks has only its controllers.
  init(_ topology: Topology, inDomain domain: Int) {
    let isFed = topology.network.definition.domainNetworks[domain].subnetworkControllerType != .sink
    func classes(_ categories: String...) -> [Bool] {
      zip(topology.network.catalog.entries, topology.rules.classes).map { entry, rule in
        isFed && rule.domain == domain && entry.type.hasCategory(categories)
      }
    }
    areIgnored = classes("Ignored Source")
    areSources = zip(classes("Source", "Generation"), areIgnored).map { $0 && !$1 }
  }

  /// The nodes of a region with sources, and those with ignored ones; without barriers.
  func nodes(
    of region: TraceRegion,
    _ setting: TraceSetting
  ) -> (sources: [Int32], ignored: [Int32]) {
    var found: (sources: [Int32], ignored: [Int32]) = ([], [])
    guard areSources.contains(true) || areIgnored.contains(true) else { return found }
    for (node, number) in region.nodes.enumerated() where number >= 0 {
      let type = Int(setting.topology.element(node: Int(number)).type)
      guard type >= 0, areSources[type] || areIgnored[type],
        region.nodeMarks[node].isDisjoint(with: [.outside, .bars]),
        !setting.barriers.shuts(node: Int(number), setting.attributes)
      else { continue }
      if areSources[type] {
        found.sources.append(Int32(node))
      } else {
        found.ignored.append(Int32(node))
      }
    }
    return found
  }

  /// Whether a node of the topology has a source that is not shut.
  func isSource(node: Int, _ setting: TraceSetting) -> Bool {
    let type = Int(setting.topology.element(node: node).type)
    return type >= 0 && areSources[type] && !setting.barriers.shuts(node: node, setting.attributes)
  }

  /// The nodes of sources of the domain network, in the order of features; linear in the number of features.
  func nodes(of topology: Topology) -> [Int32] {
    guard areSources.contains(true) else { return [] }
    var nodes: [Int32] = []
    topology.network.forEachFeature { feature in
      let type = topology.network.assetTypeOrdinal(of: feature)
      guard type >= 0, areSources[Int(type)] else { return }
      nodes += topology.nodes(of: feature).map { Int32($0) }
    }
    return nodes
  }
}

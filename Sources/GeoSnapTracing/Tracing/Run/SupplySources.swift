/// Which asset types feed a network beside its subnetwork controllers.
struct SupplySources {
  /// For each class of the topology's rules whether its features are sources.
  private let areSources: [Bool]
  /// For each class whether its features feed, but are not to count.
  private let areIgnored: [Bool]

  /// - Parameters:
  ///   - topology: The network.
  ///   - domain: The domain network; one that drains to sinks has its controllers alone.
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

  /// The nodes of a region at which sources stand, and those of ignored ones; none that bar.
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

  /// Whether a source stands at a node of the topology, and nothing shuts it.
  func isSource(node: Int, _ setting: TraceSetting) -> Bool {
    let type = Int(setting.topology.element(node: node).type)
    return type >= 0 && areSources[type] && !setting.barriers.shuts(node: node, setting.attributes)
  }

  /// The nodes of the network's sources in the domain network, in the order of features.
  ///
  /// - Complexity: Linear in the number of features.
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

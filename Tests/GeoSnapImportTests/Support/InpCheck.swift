import GeoSnap
import GeoSnapImport
import Testing

/// Everything that must hold of an import from EPANET or SWMM.
enum InpCheck {
  /// Checks an import against the graph it should be, the rules and the report.
  static func expectFaithful(
    _ result: ImportResult,
    nodes: Set<String>,
    links: Set<OriginGraph.Link>,
    prefix: String = "",
    _ comment: Comment
  ) throws {
    let graph = try OriginGraph(result.network, prefix: prefix)
    #expect(graph.mistakes.isEmpty, comment)
    #expect(graph.nodes.count == nodes.count, comment)
    #expect(Set(graph.nodes) == nodes, comment)
    #expect(graph.links.count == links.count, comment)
    let difference = Set(graph.links).symmetricDifference(links)
    #expect(difference.isEmpty, comment)
    try expectContracted(result.network, links: links, prefix: prefix, comment)
    let audit = try RuleAudit(result.network)
    #expect(audit.violations.isEmpty, comment)
    let read = result.report.elementsRead
    let nodeKinds = ["junctions", "reservoirs", "tanks", "outfalls", "dividers", "storage"]
    let linkKinds = ["pipes", "pumps", "valves", "conduits", "orifices", "weirs", "outlets"]
    #expect(nodeKinds.compactMap { read[$0] }.reduce(0, +) == nodes.count, comment)
    #expect(linkKinds.compactMap { read[$0] }.reduce(0, +) == links.count, comment)
  }

  /// Checks what the topology contracts the network to.
  private static func expectContracted(
    _ network: UtilityNetwork,
    links: Set<OriginGraph.Link>,
    prefix: String,
    _ comment: Comment
  ) throws {
    let graph = try Topology(network).contracted()
    let contracted = graph.links.map { link in
      OriginGraph.Link(
        origin: link.origin,
        from: graph.nodes[link.from].origin,
        to: graph.nodes[link.to].origin,
        conducts: link.isConducting
      )
    }.filter { $0.origin.hasPrefix(prefix + "link/") }
    #expect(contracted.count == links.count, comment)
    let difference = Set(contracted).symmetricDifference(links)
    #expect(difference.isEmpty, comment)
    let disabled = graph.links.filter { !$0.isEnabled }
    #expect(disabled.isEmpty, comment)
  }

  /// Checks that a device which blocks takes away its own link and no other.
  static func expectBlocking(
    _ network: UtilityNetwork,
    valves: [String: String],
    every step: Int = 1,
    _ comment: Comment
  ) throws {
    let whole = try OriginGraph(network)
    for (_, device) in whole.devices.enumerated().filter({ $0.offset % step == 0 }) {
      let blocked = try OriginGraph(network, blocked: [device.id])
      let link = valves[device.origin] ?? device.origin
      #expect(
        whole.conductingLinks.subtracting(blocked.conductingLinks)
          == Set([link])
          .intersection(whole.conductingLinks),
        "\(device.origin), \(comment)"
      )
      #expect(blocked.conductingLinks.isSubset(of: whole.conductingLinks), comment)
    }
  }

  /// The sum of the lengths of all features of an origin, in metres.
  static func length(_ origin: String, _ network: UtilityNetwork) -> Double {
    network.features(origin: origin).reduce(0) { sum, feature in
      let table = network.tables[Int(feature.table)]
      guard let field = table.fields.firstIndex(where: { $0.name == "LENGTH" }),
        case .real(let metres) = table.attributes[field][Int(feature.row)]
      else { return sum }
      return sum + metres
    }
  }

  /// An attribute of the first feature of an origin that has it.
  static func attribute(_ name: String, _ origin: String, _ network: UtilityNetwork)
    -> AttributeValue?
  {
    for feature in network.features(origin: origin) {
      let table = network.tables[Int(feature.table)]
      guard let field = table.fields.firstIndex(where: { $0.name == name }) else { continue }
      let value = table.attributes[field][Int(feature.row)]
      if value != .null { return value }
    }
    return nil
  }

  /// The asset types, group and name, of all features of an origin, sorted.
  static func assetTypes(_ origin: String, _ network: UtilityNetwork) -> [String] {
    network.features(origin: origin).map { feature in
      network.assetType(of: feature).map { "\($0.group.name)/\($0.type.name)" } ?? "?"
    }.sorted()
  }
}

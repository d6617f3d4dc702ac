import GeoSnap
import GeoSnapImport
import Testing

/// What must hold of any import from EPANET or SWMM.
enum InpCheck {
  static func expectFaithful(
    _ result: ImportResult,
    nodes: Set<String>,
    links: Set<OriginGraph.Link>,
    _ comment: Comment
  ) throws {
    expectGraph(result.network, nodes, links, comment)
    try expectContracted(result.network, links, comment)
    #expect(RuleAudit(result.network).violations.isEmpty, comment)
    let read = result.report.elementsRead
    let nodeKinds = ["junctions", "reservoirs", "tanks", "outfalls", "dividers", "storage"]
    let linkKinds = ["pipes", "pumps", "valves", "conduits", "orifices", "weirs", "outlets"]
    #expect(nodeKinds.compactMap { read[$0] }.reduce(0, +) == nodes.count, comment)
    #expect(linkKinds.compactMap { read[$0] }.reduce(0, +) == links.count, comment)
  }

  static func expectGraph(
    _ network: UtilityNetwork,
    prefix: String = "",
    _ nodes: Set<String>,
    _ links: Set<OriginGraph.Link>,
    _ comment: Comment
  ) {
    let graph = OriginGraph(network, prefix: prefix)
    #expect(graph.mistakes.isEmpty, comment)
    #expect(graph.nodes.sorted() == nodes.map { prefix + $0 }.sorted(), comment)
    let expected = links.map { link in
      OriginGraph.Link(
        origin: prefix + link.origin,
        from: prefix + link.from,
        to: prefix + link.to,
        conducts: link.conducts
      )
    }
    #expect(graph.links.count == links.count, comment)
    let difference = Set(graph.links).symmetricDifference(expected)
    #expect(difference.isEmpty, comment)
  }

  private static func expectContracted(
    _ network: UtilityNetwork,
    _ links: Set<OriginGraph.Link>,
    _ comment: Comment
  ) throws {
    let graph = try Topology(network).contracted()
    let contracted = graph.links.filter { $0.origin.hasPrefix("link/") }.map { link in
      OriginGraph.Link(
        origin: link.origin,
        from: graph.nodes[link.from],
        to: graph.nodes[link.to],
        conducts: link.isConducting
      )
    }
    #expect(contracted.count == links.count, comment)
    let difference = Set(contracted).symmetricDifference(links)
    #expect(difference.isEmpty, comment)
    #expect(graph.links.allSatisfy { $0.isEnabled }, comment)
  }

  /// Checks that a device which blocks takes away its own link and no other.
  static func expectBlocking(
    _ network: UtilityNetwork,
    valves: [String: String],
    every step: Int = 1,
    _ comment: Comment
  ) {
    let whole = OriginGraph(network)
    for (_, device) in whole.devices.enumerated().filter({ $0.offset % step == 0 }) {
      let blocked = OriginGraph(network, blocked: [device.id]).conductingLinks
      let link = valves[device.origin] ?? device.origin
      #expect(
        whole.conductingLinks.subtracting(blocked)
          == whole.conductingLinks.intersection([link]),
        "\(device.origin), \(comment)"
      )
      #expect(blocked.isSubset(of: whole.conductingLinks), comment)
    }
  }
}

import GeoSnap
import GeoSnapImport
import Testing

/// What pandapower's and pandapipes' own topology makes of a network, as `Scripts/Oracles` stores it.
struct TopologyAnswer {
  let nodes: [String]
  let components: [Int]
  /// The branches that conduct, with both ends in order.
  let conducting: [Link]
  let linkCount: Int
  /// The nodes that no source reaches; nil when the tool cannot say.
  let unsupplied: Set<String>?

  struct Link: Hashable, Comparable {
    let origin: String
    let ends: [String]

    init(_ origin: String, _ first: String, _ second: String) {
      (self.origin, ends) = (origin, [first, second].sorted())
    }

    static func < (lhs: Link, rhs: Link) -> Bool {
      (lhs.origin, lhs.ends[0], lhs.ends[1]) < (rhs.origin, rhs.ends[0], rhs.ends[1])
    }
  }

  init(_ name: String) throws {
    let object = try storedAnswer(name)
    nodes = object["nodes"] as? [String] ?? []
    components = object["components"] as? [Int] ?? []
    unsupplied = (object["unsupplied"] as? [String]).map { Set($0) }
    let links = object["links"] as? [[String: Any]] ?? []
    linkCount = links.count
    conducting = links.filter { $0["conducting"] as? Bool == true }.map { link in
      func text(_ key: String) -> String { link[key] as? String ?? "" }
      return Link(text("origin"), text("from"), text("to"))
    }.sorted()
  }

  func expect(_ network: UtilityNetwork, isElectric: Bool, _ comment: Comment) throws {
    let contraction = Contraction(
      network,
      nodeTables: isElectric ? ["bus", "bus_dc"] : ["junction"],
      barrier: isElectric ? 1 : 2
    )
    #expect(contraction.mistakes.isEmpty, comment)
    let rows = network.rows
    let off = Set(rows.filter { $0.integer("INSERVICE") == 0 }.flatMap(\.origins))
    let inService = Set(
      rows.filter { $0.table.fields.contains { $0.name == "INSERVICE" } }.flatMap(\.origins)
    ).subtracting(off)
    #expect(inService.filter(Self.isNode).sorted() == nodes.sorted(), comment)
    var found: [Link] = []
    for link in contraction.links where inService.contains(link.origin) {
      let ends = link.ends.filter { !$0.isEmpty && inService.contains($0) }
      for (position, end) in ends.enumerated() {
        found += ends[(position + 1)...].map { Link(link.origin, end, $0) }
      }
    }
    #expect(found.sorted() == conducting, comment)
    try expectContracted(network, inService, comment)
    var groups = Groups<String>()
    for link in found { groups.join(all: link.ends) }
    let parts = nodes.map(groups.root)
    #expect(Self.numbered(parts) == Self.numbered(components), comment)
    guard let unsupplied else { return }
    let fed = Set(controlledNodes(network, rows, inService).map(groups.root))
    #expect(Set(nodes.filter { !fed.contains(groups.root($0)) }) == unsupplied, comment)
  }

  private func expectContracted(
    _ network: UtilityNetwork,
    _ inService: Set<String>,
    _ comment: Comment
  ) throws {
    let graph = try Topology(network).contracted()
    let origins = graph.nodes
    #expect(origins.filter(inService.contains).sorted() == nodes.sorted(), comment)
    let found = graph.links.filter(\.isConducting)
      .map { Link($0.origin, origins[$0.from], origins[$0.to]) }
      .filter { $0.ends.allSatisfy(inService.contains) }.sorted()
    let (more, less) = (Set(found).subtracting(conducting), Set(conducting).subtracting(found))
    #expect(found == conducting, "\(comment): more \(more.prefix(5)), less \(less.prefix(5))")
  }

  private static func isNode(_ origin: String) -> Bool {
    ["bus", "bus_dc", "junction"].contains(origin.split(separator: "/").first.map(String.init))
  }

  private func controlledNodes(
    _ network: UtilityNetwork,
    _ rows: [FeatureRow],
    _ inService: Set<String>
  ) -> [String] {
    let rowOf = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    var neighbours: [GlobalID: [GlobalID]] = [:]
    for association in network.associations where association.kind == .connectivity {
      neighbours[association.from.globalID, default: []].append(association.to.globalID)
      neighbours[association.to.globalID, default: []].append(association.from.globalID)
    }
    return rows.filter {
      $0["SUBNETWORKCONTROLLERNAME"] != nil && $0.origins.allSatisfy(inService.contains)
    }.flatMap { row in
      ([row.id] + (neighbours[row.id] ?? [])).flatMap { rowOf[$0]?.origins ?? [] }
    }.filter(Self.isNode)
  }

  /// The same partition with numbers in the order of appearance.
  private static func numbered(_ labels: [some Hashable]) -> [Int] {
    var numbers: [AnyHashable: Int] = [:]
    return labels.map { label in
      if let number = numbers[label] { return number }
      numbers[label] = numbers.count
      return numbers.count - 1
    }
  }
}

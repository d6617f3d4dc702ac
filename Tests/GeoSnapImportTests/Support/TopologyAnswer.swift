import Foundation
import GeoSnap
import GeoSnapImport
import Testing

/// What pandapower's and pandapipes' own topology makes of a network, as `Scripts/Oracles` stores
/// it.
struct TopologyAnswer {
  let nodes: [String]
  /// For each node the number of its connected component.
  let components: [Int]
  /// The branches that conduct, with both ends in order.
  let conducting: [Link]
  let linkCount: Int
  /// The nodes that no source reaches; nil when the tool cannot say.
  let unsupplied: Set<String>?

  struct Link: Hashable, Comparable {
    let origin: String
    let ends: [String]

    static func < (lhs: Link, rhs: Link) -> Bool {
      (lhs.origin, lhs.ends[0], lhs.ends[1]) < (rhs.origin, rhs.ends[0], rhs.ends[1])
    }
  }

  init(_ name: String) throws {
    let file = try repositoryFile("Tests/GeoSnapImportTests/Answers/\(name).json")
    let object = try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any] ?? [:]
    nodes = object["nodes"] as? [String] ?? []
    components = object["components"] as? [Int] ?? []
    unsupplied = (object["unsupplied"] as? [String]).map { Set($0) }
    let links = object["links"] as? [[String: Any]] ?? []
    linkCount = links.count
    conducting = links.filter { $0["conducting"] as? Bool == true }.map { link in
      Link(
        origin: link["origin"] as? String ?? "",
        ends: [link["from"] as? String ?? "", link["to"] as? String ?? ""].sorted()
      )
    }.sorted()
  }
}

/// A file of the repository.
func repositoryFile(_ path: String) throws -> [UInt8] {
  var folder = URL(fileURLWithPath: #filePath)
  for _ in 0..<4 { folder.deleteLastPathComponent() }
  return [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
}

extension TopologyAnswer {
  /// Compares an import with the answer: nodes in service, conducting links, components, supply.
  func expect(_ network: UtilityNetwork, isElectric: Bool, _ comment: Comment) throws {
    let contraction = try Contraction(
      network,
      nodeTable: isElectric ? "bus" : "junction",
      otherNodes: ["bus_dc"],
      barrier: isElectric ? 1 : 2
    )
    #expect(contraction.mistakes.isEmpty, comment)
    let inService = elementsInService(network)
    try expectContracted(network, inService, comment)
    #expect(inService.filter(Self.isNode).sorted() == nodes.sorted(), comment)
    var found: [Link] = []
    for link in contraction.links where inService.contains(link.origin) {
      let ends = link.ends.filter { !$0.isEmpty && inService.contains($0) }
      for (position, end) in ends.enumerated() {
        for other in ends[(position + 1)...] {
          found.append(Link(origin: link.origin, ends: [end, other].sorted()))
        }
      }
    }
    #expect(found.sorted() == conducting, comment)
    let parts = Self.components(nodes, found)
    #expect(parts == Self.numbered(components), comment)
    guard let unsupplied else { return }
    let fed = Set(
      controlledNodes(network, inService).compactMap { nodes.firstIndex(of: $0) }.map {
        parts[$0]
      }
    )
    let dark = nodes.indices.filter { !fed.contains(parts[$0]) }.map { nodes[$0] }
    #expect(Set(dark) == unsupplied, comment)
  }

  /// Compares what `geosnap graph` prints with the answer.
  private func expectContracted(
    _ network: UtilityNetwork,
    _ inService: Set<String>,
    _ comment: Comment
  ) throws {
    let graph = try Topology(network).contracted()
    #expect(
      graph.nodes.map(\.origin).filter(inService.contains).sorted() == nodes.sorted(),
      comment
    )
    let found = graph.links.filter(\.isConducting).map { link in
      Link(
        origin: link.origin,
        ends: [graph.nodes[link.from].origin, graph.nodes[link.to].origin].sorted()
      )
    }.filter { $0.ends.allSatisfy(inService.contains) }.sorted()
    let (more, less) = (Set(found).subtracting(conducting), Set(conducting).subtracting(found))
    #expect(
      found == conducting,
      "\(comment): more \(more.prefix(5)), less \(less.prefix(5))"
    )
  }

  private static func isNode(_ origin: String) -> Bool {
    ["bus", "bus_dc", "junction"].contains(origin.split(separator: "/").first.map(String.init))
  }

  /// The origins whose features are all in service.
  private func elementsInService(_ network: UtilityNetwork) -> Set<String> {
    var on: Set<String> = []
    var off: Set<String> = []
    for table in network.tables {
      guard let column = table.fields.firstIndex(where: { $0.name == "INSERVICE" }) else {
        continue
      }
      for row in 0..<table.count {
        let origins = (table.origins[row] ?? "").split(separator: ";").map(String.init)
        let isOff = table.attributes[column][row] == .integer(0)
        if isOff { off.formUnion(origins) } else { on.formUnion(origins) }
      }
    }
    return on.subtracting(off)
  }

  /// The nodes at which a controller in service stands.
  private func controlledNodes(_ network: UtilityNetwork, _ inService: Set<String>) -> [String] {
    var found: [String] = []
    func origins(_ id: GlobalID) -> [String] {
      guard let feature = network.feature(globalID: id) else { return [] }
      let table = network.tables[Int(feature.table)]
      return (table.origins[Int(feature.row)] ?? "").split(separator: ";").map(String.init)
    }
    var neighbours: [GlobalID: [GlobalID]] = [:]
    for association in network.associations where association.kind == .connectivity {
      neighbours[association.from.globalID, default: []].append(association.to.globalID)
      neighbours[association.to.globalID, default: []].append(association.from.globalID)
    }
    for table in network.tables {
      guard
        let column = table.fields.firstIndex(where: { $0.name == "SUBNETWORKCONTROLLERNAME" })
      else { continue }
      for row in 0..<table.count where table.attributes[column][row] != .null {
        guard let id = table.globalIDs[row], origins(id).allSatisfy(inService.contains) else {
          continue
        }
        found += origins(id) + (neighbours[id] ?? []).flatMap(origins)
      }
    }
    return found.filter(Self.isNode)
  }

  /// For each node the number of its component, counted in the order of the nodes.
  private static func components(_ nodes: [String], _ links: [Link]) -> [Int] {
    var parent = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
    var roots = Array(nodes.indices)
    func root(_ number: Int) -> Int {
      var number = number
      while roots[number] != number { number = roots[number] }
      return number
    }
    for link in links {
      guard let first = parent[link.ends[0]], let second = parent[link.ends[1]] else { continue }
      roots[root(first)] = root(second)
    }
    parent = [:]
    return numbered(nodes.indices.map(root))
  }

  /// The same partition with numbers in the order of appearance.
  private static func numbered(_ labels: [Int]) -> [Int] {
    var numbers: [Int: Int] = [:]
    return labels.map { label in
      if let number = numbers[label] { return number }
      numbers[label] = numbers.count
      return numbers.count - 1
    }
  }
}

import GeoSnap
import GeoSnapImport
import Testing

enum CircuitFiles {
  static func tables(_ name: String) throws -> [ImportFile] {
    try exampleFiles("\(name)/buses.csv", "\(name)/elements.csv")
  }

  static let header =
    "element,class,enabled,n_terminals,n_conductors,n_phases,bus1,nodes1,bus2,nodes2,bus3,nodes3,"
    + "switch_flag,open_terminals,length,units,linecode,kva,kv,bank"

  /// A stored answer of Scripts/Oracles/opendss.py.
  struct Answer {
    let busCount: Int
    let partCount: Int
    let links: [String: String]
  }

  static func answer(_ name: String) throws -> Answer {
    let answer = try storedAnswer(name)
    var reached: [String: [(from: String, to: String, conducts: Bool)]] = [:]
    for case let link as [Any] in answer["links"] as? [Any] ?? [] {
      let texts = link.prefix(3).compactMap { $0 as? String }
      reached[texts[0], default: []].append((texts[1], texts[2], link[3] as? Int == 1))
    }
    return Answer(
      busCount: answer["nodeCount"] as? Int ?? 0,
      partCount: answer["parts"] as? Int ?? 0,
      links: reached.mapValues { links in
        var buses = Dictionary(links.map { ($0.to, $0.conducts) }) { $0 && $1 }
        let hub = links[0].from
        buses[hub] = (buses[hub] ?? true) && links.contains(where: \.conducts)
        return CircuitContraction.canonical(buses, conducts: true)
      }
    )
  }

  static func partCount(_ buses: some Collection<String>, _ links: some Collection<String>) -> Int {
    var groups = Groups<String>()
    for joined in links.flatMap({ $0.split(separator: " | ") }) {
      groups.join(all: joined.split(separator: "+").map(String.init))
    }
    return Set(buses.map(groups.root)).count
  }

  /// For each origin of a contracted graph the groups of nodes that its links join.
  static func groups(_ graph: NodeLinkModel) -> [String: String] {
    Dictionary(grouping: graph.links, by: \.origin).mapValues { links in
      var groups = Groups<String>()
      var nodes: Set<String> = []
      for link in links {
        let ends = [link.from, link.to].map { graph.nodes[$0] }
        if link.isConducting { groups.join(all: ends) }
        nodes.formUnion(ends)
      }
      return Dictionary(grouping: nodes, by: groups.root).values
        .map { $0.sorted().joined(separator: "+") }.sorted().joined(separator: " | ")
    }
  }

  static func check(
    _ files: [ImportFile],
    expecting links: [String: String],
    elements: [String],
    importer: OpenDSSImporter = OpenDSSImporter(),
    comment: Comment
  ) throws -> ImportResult {
    let result = try importer.read(files, named: "circuit")
    let contraction = CircuitContraction(result.network)
    #expect(contraction.mistakes.isEmpty, comment)
    func expect(_ found: [String: String], where isMeant: (String) -> Bool = { _ in true }) {
      let wrong = Set(found.keys).union(links.keys)
        .filter { found[$0] != links[$0] && isMeant($0) }.sorted().prefix(3)
        .map { "\($0): \(found[$0] ?? "none"), not \(links[$0] ?? "none")" }
      #expect(wrong.isEmpty, comment)
    }
    expect(contraction.links)
    let graph = try Topology(result.network).contracted()
    #expect(graph.nodes.sorted() == contraction.buses.sorted(), comment)
    // A switch from a bus to itself is one place with its only terminal.
    expect(groups(graph)) { origin in
      links[origin].map { $0.contains("+") || $0.contains(" | ") } ?? true
    }
    let missing = elements.filter { result.network.features(origin: $0).isEmpty }
    #expect(missing.isEmpty, comment)
    let violations = RuleAudit(result.network).violations.prefix(3)
    #expect(violations.isEmpty, comment)
    return result
  }
}

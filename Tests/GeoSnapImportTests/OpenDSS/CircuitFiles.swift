import Foundation
import GeoSnap
import GeoSnapImport
import Testing

/// The circuits in Examples, and the answers about them.
enum CircuitFiles {
  private static func root() -> URL {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder
  }

  /// The tables of an example.
  static func tables(_ name: String) throws -> [ImportFile] {
    try ["buses.csv", "elements.csv"].map { table in
      let url = root().appendingPathComponent("Examples/\(name)/\(table)")
      return ImportFile(name: table, bytes: [UInt8](try Data(contentsOf: url)))
    }
  }

  /// Tables with given texts.
  static func tables(buses: String, elements: String, fuses: String? = nil) -> [ImportFile] {
    [("buses.csv", buses), ("elements.csv", elements), ("fuses.csv", fuses)].compactMap {
      name,
      text in
      text.map { ImportFile(name: name, bytes: [UInt8]($0.utf8)) }
    }
  }

  static let header =
    "element,class,enabled,n_terminals,n_conductors,n_phases,bus1,nodes1,bus2,nodes2,bus3,nodes3,"
    + "switch_flag,open_terminals,length,units,linecode,kva,kv,bank"

  /// A stored answer of Scripts/Oracles/opendss.py.
  struct Answer {
    let busCount: Int
    let partCount: Int
    /// For each element the groups of buses it joins.
    let links: [String: String]
  }

  static func answer(_ name: String) throws -> Answer {
    let url = root().appendingPathComponent("Tests/GeoSnapImportTests/Answers/\(name).json")
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    let answer = try #require(object as? [String: Any])
    var reached: [String: [(from: String, to: String, conducts: Bool)]] = [:]
    for case let link as [Any] in answer["links"] as? [Any] ?? [] {
      let texts = link.prefix(3).compactMap { $0 as? String }
      let conducts = (link[3] as? NSNumber)?.intValue == 1
      reached[texts[0], default: []].append((texts[1], texts[2], conducts))
    }
    return Answer(
      busCount: answer["nodeCount"] as? Int ?? 0,
      partCount: answer["parts"] as? Int ?? 0,
      links: reached.mapValues { links in
        var buses = Dictionary(
          links.map { ($0.to, $0.conducts) },
          uniquingKeysWith: { $0 && $1 }
        )
        let hub = links[0].from
        buses[hub] = (buses[hub] ?? true) && links.contains(where: \.conducts)
        return CircuitContraction.canonical(buses, conducts: true)
      }
    )
  }

  /// The number of parts that links make of buses.
  static func partCount(_ buses: some Collection<String>, _ links: some Collection<String>) -> Int {
    var group: [String: String] = [:]
    func root(_ bus: String) -> String {
      var bus = bus
      while let next = group[bus], next != bus { bus = next }
      return bus
    }
    for link in links {
      for joined in link.split(separator: " | ") {
        let ends = joined.split(separator: "+").map { root(String($0)) }
        for end in ends.dropFirst() where root(end) != root(ends[0]) {
          group[root(end)] = root(ends[0])
        }
      }
    }
    return Set(buses.map(root)).count
  }

  /// For each origin of a contracted graph the groups of nodes that its links join.
  static func groups(_ graph: ContractedGraph) -> [String: String] {
    Dictionary(grouping: graph.links, by: \.origin).mapValues { links in
      var groups: [Set<String>] = []
      for link in links {
        let ends = [link.from, link.to].map { graph.nodes[$0].origin }
        for group in link.isConducting ? [Set(ends)] : ends.map({ [$0] }) {
          let met = groups.filter { !$0.isDisjoint(with: group) }
          groups =
            groups.filter { $0.isDisjoint(with: group) } + [met.reduce(group) { $0.union($1) }]
        }
      }
      return groups.map { $0.sorted().joined(separator: "+") }.sorted().joined(separator: " | ")
    }
  }

  /// Imports, checks what must hold of any circuit, and answers the result.
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
    let keys = Set(contraction.links.keys).union(links.keys)
    let wrong = keys.filter { contraction.links[$0] != links[$0] }.sorted()
    let shown = wrong.prefix(3).map {
      "\($0): \(contraction.links[$0] ?? "none"), not \(links[$0] ?? "none")"
    }
    #expect(wrong.isEmpty, "\(comment) \(shown)")
    let graph = try Topology(result.network).contracted()
    #expect(Set(graph.nodes.map(\.origin)) == contraction.buses, comment)
    #expect(graph.nodes.count == contraction.buses.count, comment)
    let found = groups(graph)
    // A switch from a bus to itself is one place with its only terminal; units of a bank without
    // what holds them join nothing, which validation tells.
    let other = Set(found.keys).union(links.keys).filter { origin in
      let isOneBus = links[origin].map { !$0.contains("+") && !$0.contains(" | ") } ?? false
      let isLoose = !importer.makesAssemblies && origin.hasPrefix("transformer/bank")
      return found[origin] != links[origin] && !isOneBus && !isLoose
    }.sorted()
    let told = other.prefix(3).map {
      "\($0): graph \(found[$0] ?? "none"), not \(links[$0] ?? "none")"
    }
    #expect(other.isEmpty, "\(comment) \(told)")
    for element in elements where result.network.features(origin: element).isEmpty {
      Issue.record("\(element) is missing; \(comment)")
    }
    let audit = try RuleAudit(result.network)
    let banksAreDirect = !importer.makesAssemblies
    #expect(banksAreDirect || audit.violations.isEmpty, "\(comment) \(audit.violations.prefix(3))")
    return result
  }
}

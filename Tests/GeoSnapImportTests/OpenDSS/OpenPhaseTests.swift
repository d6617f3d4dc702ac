import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite("A state is read when it is settled, and a part is not the whole")
struct OpenPhaseTests {
  /// A line, switch or reactor between two buses: conductors that are open at one end, at the other or at both.
  private struct Branch {
    let name: String
    let kind: String
    let isSwitch: Bool
    let buses: [Int]
    let nodes: [[Int]]
    var open: [Set<Int>] = [[], []]
    var openTerminals: Set<Int> = []
    var openFuses: Set<Int> = []

    init(_ number: Int, buses count: Int, _ random: inout SeededGenerator) {
      isSwitch = random.oneIn(3)
      kind = isSwitch || !random.oneIn(4) ? "line" : "reactor"
      name = "e\(number)"
      let from = random.int(0...count - 1)
      buses = [from, (from + random.int(1...count - 1)) % count]
      let phases = Array([1, 2, 3].shuffled(using: &random).prefix(random.int(1...3)))
      // What is no phase keeps nothing closed. A line may change the order of its phases.
      let neutral = random.oneIn(4) ? [4] : []
      nodes = [phases + neutral, (random.oneIn(3) ? phases.reversed() : phases) + neutral]
      for end in 0...1 {
        if random.oneIn(8) { openTerminals.insert(end) }
        if random.oneIn(8) { openFuses.insert(end) }
        open[end] = Set(nodes[end].filter { _ in random.oneIn(3) })
      }
    }

    /// The phases at an end whose conductors lead through to the other.
    func through(_ end: Int) -> Set<Int> {
      Set(
        nodes[end].indices.filter { conductor in
          (0...1).allSatisfy { !open[$0].contains(nodes[$0][conductor]) }
        }.map { nodes[end][$0] }
      ).intersection([1, 2, 3])
    }

    var joins: Bool { openTerminals.isEmpty && openFuses.isEmpty && !through(0).isEmpty }
    var origin: String { "\(kind)/\(name)" }

    func row() -> String {
      func list(_ nodes: [Int]) -> String { nodes.map(String.init).joined(separator: ".") }
      let phases = nodes[0].count { $0 < 4 }
      let ends = (0...1).map { "b\(buses[$0]),\(list(nodes[$0]))" }.joined(separator: ",")
      let terminals = openTerminals.sorted().map { "\($0 + 1)" }.joined(separator: "|")
      let conductors = (0...1).flatMap { end in open[end].sorted().map { "\(end + 1).\($0)" } }
      return "\(kind).\(name),\(kind),1,2,\(nodes[0].count),\(phases),\(ends),\(isSwitch ? 1 : 0),"
        + "\(terminals),\(conductors.joined(separator: "|"))\n"
    }
  }

  private static func joined(_ network: UtilityNetwork) throws -> [String: String] {
    CircuitFiles.groups(try Topology(network).contracted())
  }

  @Test("A branch joins its buses where a phase leads through, and carries those that do")
  func phases() throws {
    for seed in UInt64(0)..<Extent.count(100, long: 1_000, full: 20_000) {
      var random = SeededGenerator(seed: seed + 60_000)
      let buses = random.int(2...6)
      let branches = (0..<random.int(1...8)).map { Branch($0, buses: buses, &random) }
      let header =
        "element,class,enabled,n_terminals,n_conductors,n_phases,bus1,nodes1,bus2,nodes2,"
        + "switch_flag,open_terminals,open_phases\n"
      let source = "vsource.source,vsource,1,2,3,3,b0,1.2.3,b0,0.0.0,,,\n"
      var rows = branches.map { $0.row() } + [source]
      rows.shuffle(using: &random)
      var fuses = branches.flatMap { branch in
        (0...1).filter { _ in random.oneIn(3) }.map { end in
          "\(branch.name)c\(end),\(branch.kind).\(branch.name),\(end + 1),0\n"
        }
          + branch.openFuses.map {
            "\(branch.name)o\($0),\(branch.kind).\(branch.name),\($0 + 1),1\n"
          }
      }
      fuses.shuffle(using: &random)
      let places = (0..<buses).map { "b\($0),\(100 * $0),\($0 * $0),1.2.3,7.2\n" }
      let result = try OpenDSSImporter()
        .read(
          [
            ImportFile("buses.csv", "bus,x,y,nodes,kv_base_ln\n" + places.joined()),
            ImportFile("elements.csv", header + rows.joined()),
            ImportFile("fuses.csv", "fuse,element,terminal,open\n" + fuses.joined()),
          ],
          named: "circuit"
        )
      let links = try Self.joined(result.network)
      let network = EditedNetwork(result.network)
      for branch in branches {
        let ends = branch.buses.map { "bus/b\($0)" }
        let comment: Comment = "seed \(seed): \(branch.row())"
        let expected = CircuitContraction.canonical(
          Dictionary(uniqueKeysWithValues: ends.map { ($0, true) }),
          conducts: branch.joins
        )
        #expect(links[branch.origin] == expected, comment)
        guard branch.joins else { continue }
        let bits = branch.through(0).union(branch.through(1)).reduce(0) { $0 | 8 >> $1 }
        let told = network.features(origin: branch.origin).map {
          network.attribute("PHASESCURRENT", of: $0)
        }
        #expect(told == [.integer(Int64(bits))], comment)
      }
    }
  }

  @Test("The order of rows changes no state")
  func order() throws {
    for seed in UInt64(0)..<Extent.count(40, long: 1_000, full: 20_000) {
      var random = SeededGenerator(seed: seed + 50_000)
      var file =
        seed % 2 == 0
        ? NetworkFile.randomElectric(&random, buses: 6)
        : NetworkFile.randomPipeline(&random, junctions: 6)
      func read() throws -> [String: String] {
        let network =
          if seed % 2 == 0 {
            try PandapowerImporter().read(bytes: file.bytes, named: "f").network
          } else {
            try PandapipesImporter().read(bytes: file.bytes, named: "f").network
          }
        return try Self.joined(network)
      }
      let before = try read()
      for table in file.tables.indices { file.tables[table].rows.shuffle(using: &random) }
      #expect(try read() == before, "seed \(seed)")
    }
  }
}

import GeoSnap
import GeoSnapTool
import Testing

@Suite("Locations on the command line")
struct LocationReaderTests {
  let water: Topology
  let power: Topology

  /// Imported once for all tests.
  private static let networks = Result {
    (water: try ImportedExample.water().topology(), power: try ImportedExample.feeders().topology())
  }

  init() throws { (water, power) = try Self.networks.get() }

  private func names(_ features: [FeatureID], _ topology: Topology) -> [String] {
    features.map { topology.network.base.tables[Int($0.table)].name }.sorted()
  }

  private func message(_ body: () throws -> Void) -> String {
    let error = #expect(throws: Failure.self) { try body() }
    #expect(error?.exitCode == .usage)
    return error?.message ?? ""
  }

  @Test("An origin stands for its features without containers and structures; a global id for one")
  func features() throws {
    let reader = LocationReader(topology: power)
    let all = power.network.features(origin: "bus/4")
    let found = try reader.features("origin:bus/4")
    #expect(found.count < all.count)
    #expect(names(found, power) == ["ElectricJunction"])
    let table = power.network.base.tables[Int(found[0].table)]
    let globalID = try #require(table.globalIDs[Int(found[0].row)])
    #expect(try reader.features("\(globalID)") == found)
    #expect(
      message { _ = try reader.features("bus/1") }.contains("is no id: give a global id, origin:")
    )
    #expect(message { _ = try reader.features("origin:bus/99") }.contains("No feature is named"))
    let container = try #require(all.first { names([$0], power) == ["ElectricAssembly"] })
    let other = power.network.base.tables[Int(container.table)].globalIDs[Int(container.row)]
    #expect(
      message { _ = try reader.features("\(try #require(other))") }.contains("no part of the graph")
    )
  }

  @Test(
    "A terminal goes by its id or its name; without one a device means all, or says what there is"
  )
  func terminals() throws {
    var reader = LocationReader(topology: power)
    let all = try reader.locations("origin:switch/1")
    #expect(all.map(\.terminalID) == [nil])
    let first = try reader.locations("origin:switch/1#1")
    #expect(first.map(\.terminalID) == [1])
    let terminals = power.nodes(of: first[0].feature).compactMap(power.terminal)
    let name = try #require(terminals.last?.name)
    #expect(try reader.locations("origin:switch/1#\(name.uppercased())")[0].terminalID == 2)
    #expect(try reader.locations("origin:bus/1#1").map(\.terminalID) == [nil])
    let unknown = message { _ = try reader.locations("origin:switch/1#9") }
    #expect(terminals.allSatisfy { unknown.contains("\($0.id) \($0.name)") })
    #expect(message { _ = try reader.locations("origin:bus/1#2") }.contains("single terminal"))
    reader.takesAllTerminals = false
    let missing = message { _ = try reader.locations("origin:switch/1") }
    #expect(terminals.allSatisfy { missing.contains("\($0.id) \($0.name)") })
    #expect(try reader.locations("origin:bus/1").count == 1)
  }

  @Test("A fraction runs over all parts of a divided link, from its first end")
  func fractions() throws {
    let reader = LocationReader(topology: water)
    let parts = try reader.features("origin:link/335").filter { !water.edges(of: $0).isEmpty }
    try #require(parts.count == 2)
    let lengths = parts.map { water.network.geometry(of: $0)?.length ?? 0 }
    let total = lengths[0] + lengths[1]
    let start = try reader.locations("origin:link/335@0")
    #expect(start == [TraceLocation(parts[0], fractionAlongEdge: 0)])
    #expect(
      try reader.locations("origin:link/335@1") == [TraceLocation(parts[1], fractionAlongEdge: 1)]
    )
    for fraction in [0.1, 0.3, 0.49, 0.75, 0.9] {
      let location = try #require(try reader.locations("origin:link/335@\(fraction)").first)
      let part = try #require(parts.firstIndex(of: location.feature))
      let along = (location.fractionAlongEdge ?? -1) * lengths[part] + (part == 1 ? lengths[0] : 0)
      #expect(abs(along - fraction * total) < 1e-9 * total)
    }
    for wrong in ["1.5", "-0.1", "x", ""] {
      #expect(
        message { _ = try reader.locations("origin:link/335@\(wrong)") }.contains("from 0 to 1")
      )
    }
    #expect(message { _ = try reader.locations("origin:node/10@0.5") }.contains("is no line"))
  }

  @Test("Without a fraction a divided link is its longest part, beside its device")
  func longestPart() throws {
    let reader = LocationReader(topology: water)
    let locations = try reader.locations("origin:link/335")
    let lines = locations.filter { !water.edges(of: $0.feature).isEmpty }
    #expect(lines.count == 1 && locations.count == 2)
    let lengths = try reader.features("origin:link/335").compactMap {
      water.edges(of: $0).isEmpty ? nil : water.network.geometry(of: $0)?.length
    }
    #expect(water.network.geometry(of: lines[0].feature)?.length == lengths.max())
  }

  @Test("Percent-encoded names stay as they are")
  func encoded() throws {
    let water = try ImportedExample("epanet", "Water/ky4.inp").topology()
    let reader = LocationReader(topology: water)
    #expect(try !reader.locations("origin:link/~%40Pump-1").isEmpty)
    #expect(try reader.locations("origin:link/~%40Pump-1#1").map(\.terminalID) == [1])
  }
}

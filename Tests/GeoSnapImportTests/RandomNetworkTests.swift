import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite struct RandomNetworkTests {
  @Test(
    "Any electric network keeps its graph, its rules and its elements",
    arguments: 0..<Extent.count(4, long: 24)
  )
  func electric(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let buses = [2, 3, 8, 30, 60][seed % 5]
    // In a small extent everything crowds within a few centimetres.
    let file = NetworkFile.randomElectric(
      &random,
      buses: buses,
      isOld: seed % 4 == 3,
      extent: seed % 3 == 2 ? 0.000_002 : 0.01
    )
    for options in [ImportOptions(), ImportOptions(tiers: .voltage, keepsEnds: true)] {
      let result = try PandapowerImporter(options: options)
        .read(bytes: file.bytes, named: "seed \(seed)")
      try ImportCheck.expectFaithful(
        result,
        to: file.bytes,
        isElectric: true,
        keepsEnds: options.keepsEnds,
        seed: UInt64(seed)
      )
      #expect(result.report.notImported == ["measurement": 1])
    }
  }

  @Test(
    "Any pipeline network keeps its graph, its rules and its elements",
    arguments: 0..<Extent.count(8, long: 24)
  )
  func pipeline(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 1_000)
    let junctions = [2, 5, 20, 60][seed % 4]
    let file = NetworkFile.randomPipeline(&random, junctions: junctions)
    let result = try PandapipesImporter().read(bytes: file.bytes, named: "seed \(seed)")
    try ImportCheck.expectFaithful(result, to: file.bytes, isElectric: false, seed: UInt64(seed))
  }

  @Test("A table that is only counted may have any labels, as groups have")
  func repeatedLabels() throws {
    var random = SeededGenerator(seed: 8)
    var file = NetworkFile.randomElectric(&random, buses: 5)
    let rows = [(index: 0, cells: ["\"line\""]), (index: 0, cells: ["\"load\""])]
    file.tables.append(("group", ["element_type"], rows))
    let result = try PandapowerImporter().read(bytes: file.bytes, named: "groups")
    #expect(result.report.notImported["group"] == 2)
  }

  @Test("A second run gives the same network")
  func isDeterministic() throws {
    var random = SeededGenerator(seed: 7)
    let file = NetworkFile.randomElectric(&random, buses: 40)
    let first = try PandapowerImporter().read(bytes: file.bytes, named: "a")
    let second = try PandapowerImporter().read(bytes: file.bytes, named: "b")
    #expect(first.network.tables == second.network.tables)
    #expect(first.network.associations == second.network.associations)
    #expect(first.network.rules == second.network.rules)
    #expect(first.report == second.report)
  }
}

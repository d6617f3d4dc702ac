import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite struct RandomInpTests {
  private func network(_ seed: Int, _ format: RandomInp.Format) -> RandomInp {
    RandomInp(
      format,
      seed: UInt64(seed),
      nodes: [3, 4, 10, 30, 60][seed % 5],
      extent: [1000, 20, 1, 0.05][seed % 4]
    )
  }

  @Test(
    "Any EPANET network keeps its graph, lengths, rules and elements",
    arguments: 0..<Extent.count(8, long: 40)
  )
  func epanet(seed: Int) throws {
    let file = network(seed, .epanet)
    for hasValves in [false, true] {
      let files =
        [ImportFile(name: "random.inp", bytes: file.bytes)]
        + (hasValves ? [ImportFile("v.csv", file.valveLayer)] : [])
      let options = ImportOptions(srid: 3089, keepsEnds: seed % 3 == 0)
      let result = try EpanetImporter(options: options).read(files, named: "random.inp")
      try expectFaithful(result, to: file, "seed \(seed), valves \(hasValves)")
      if hasValves && seed % 5 < 3 {
        InpCheck.expectBlocking(result.network, valves: file.valveLinks, "seed \(seed)")
      }
    }
  }

  @Test(
    "Any SWMM network keeps its graph, lengths, rules and elements",
    arguments: 0..<Extent.count(12, long: 40)
  )
  func swmm(seed: Int) throws {
    let file = network(seed, .swmm)
    let options = ImportOptions(srid: seed % 2 == 0 ? 3089 : nil)
    let result = try SwmmImporter(options: options).read(bytes: file.bytes, named: "random.inp")
    try expectFaithful(result, to: file, "seed \(seed)")
    if seed % 5 < 3 { InpCheck.expectBlocking(result.network, valves: [:], "seed \(seed)") }
  }

  private func expectFaithful(_ result: ImportResult, to file: RandomInp, _ comment: Comment) throws
  {
    try InpCheck.expectFaithful(result, nodes: file.nodes, links: file.links, comment)
    let wrong = file.lengths.filter { link, length in
      abs(result.network.length(of: link) - length * 0.3048) >= 1e-6
    }
    #expect(wrong.isEmpty, comment)
  }

  @Test("A second run gives the same network")
  func isDeterministic() throws {
    let file = network(3, .epanet)
    let first = try EpanetImporter().read(bytes: file.bytes, named: "a")
    let second = try EpanetImporter().read(bytes: file.bytes, named: "b")
    #expect(first.network.tables == second.network.tables)
    #expect(first.network.associations == second.network.associations)
    #expect(first.report == second.report)
  }

  @Test("Gas, then water with valves, then a sewer, then water again go into one network")
  func append() throws {
    var random = SeededGenerator(seed: 3)
    let gas = NetworkFile.randomPipeline(&random, junctions: 20)
    var network = try PandapipesImporter(options: ImportOptions(srid: 3089))
      .read(bytes: gas.bytes, named: "gas").network
    let water = RandomInp(.epanet, seed: 1, nodes: 20, extent: 1000)
    let sewer = RandomInp(.swmm, seed: 2, nodes: 20, extent: 1000)
    let files = [
      ImportFile(name: "w.inp", bytes: water.bytes), ImportFile("v.csv", water.valveLayer),
    ]
    func options(_ prefix: String) -> ImportOptions { ImportOptions(prefix: prefix, srid: 3089) }
    network = try EpanetImporter(options: options("w"))
      .read(files, named: "w.inp", appendingTo: network).network
    network = try SwmmImporter(options: options("s"))
      .read(bytes: sewer.bytes, named: "s.inp", appendingTo: network).network
    let rules = network.rules.count
    network = try EpanetImporter(options: options("w2"))
      .read(files, named: "w.inp", appendingTo: network).network
    #expect(network.rules.count == rules)
    let domains = network.definition.domainNetworks.map(\.name)
    #expect(domains == ["Structure", "Pipeline", "Water", "Sewer"])
    for (prefix, file) in [("w/", water), ("s/", sewer), ("w2/", water)] {
      InpCheck.expectGraph(network, prefix: prefix, file.nodes, file.links, "\(prefix)")
    }
    #expect(RuleAudit(network).violations.isEmpty)
    let error = #expect(throws: ImportError.self) {
      try EpanetImporter(options: options("w")).read(files, named: "w.inp", appendingTo: network)
    }
    #expect(error?.description.contains("a prefix other than") == true)
  }

  @Test("What no longer could be in degrees is not put beside what was taken to be")
  func refusesMixedScales() throws {
    let small = RandomInp(.epanet, seed: 4, nodes: 10, extent: 5)
    let large = RandomInp(.swmm, seed: 5, nodes: 10, extent: 1000)
    let network = try EpanetImporter().read(bytes: small.bytes, named: "small").network
    let error = #expect(throws: ImportError.self) {
      try SwmmImporter(options: ImportOptions(prefix: "b"))
        .read(bytes: large.bytes, named: "large", appendingTo: network)
    }
    #expect(error?.description.contains("--srid") == true)
    let other = try SwmmImporter().read(bytes: large.bytes, named: "large").network
    let both = try EpanetImporter(options: ImportOptions(prefix: "b"))
      .read(bytes: small.bytes, named: "small", appendingTo: other).network
    #expect(OriginGraph(both, prefix: "b/").mistakes.isEmpty)
  }
}

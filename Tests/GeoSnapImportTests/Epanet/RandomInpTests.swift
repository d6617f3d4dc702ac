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
        + (hasValves ? [ImportFile(name: "v.csv", bytes: Array(file.valveLayer.utf8))] : [])
      let options = ImportOptions(srid: 3089, keepsEnds: seed % 3 == 0)
      let result = try EpanetImporter(options: options).read(files, named: "random.inp")
      try InpCheck.expectFaithful(
        result,
        nodes: file.nodes,
        links: file.links,
        "seed \(seed), valves \(hasValves)"
      )
      for (link, length) in file.lengths {
        let sum = InpCheck.length(link, result.network)
        #expect(abs(sum - length * 0.3048) < 1e-6, "seed \(seed), \(link)")
      }
      if hasValves && seed % 5 < 3 {
        try InpCheck.expectBlocking(result.network, valves: file.valveLinks, "seed \(seed)")
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
    try InpCheck.expectFaithful(result, nodes: file.nodes, links: file.links, "seed \(seed)")
    for (link, length) in file.lengths {
      let sum = InpCheck.length(link, result.network)
      #expect(abs(sum - length * 0.3048) < 1e-6, "seed \(seed), \(link)")
    }
    if seed % 5 < 3 { try InpCheck.expectBlocking(result.network, valves: [:], "seed \(seed)") }
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
    var random = RandomSource(seed: 3)
    let gas = NetworkFile.randomPipeline(&random, junctions: 20)
    var network = try PandapipesImporter(options: ImportOptions(srid: 3089))
      .read(bytes: gas.bytes, named: "gas").network
    let water = RandomInp(.epanet, seed: 1, nodes: 20, extent: 1000)
    let files = [
      ImportFile(name: "w.inp", bytes: water.bytes),
      ImportFile(name: "v.csv", bytes: Array(water.valveLayer.utf8)),
    ]
    network = try EpanetImporter(options: ImportOptions(prefix: "w", srid: 3089))
      .read(files, named: "w.inp", appendingTo: network).network
    let sewer = RandomInp(.swmm, seed: 2, nodes: 20, extent: 1000)
    network = try SwmmImporter(options: ImportOptions(prefix: "s", srid: 3089))
      .read(bytes: sewer.bytes, named: "s.inp", appendingTo: network).network
    let rules = network.rules.count
    network = try EpanetImporter(options: ImportOptions(prefix: "w2", srid: 3089))
      .read(files, named: "w.inp", appendingTo: network).network
    #expect(network.rules.count == rules)
    #expect(
      network.definition.domainNetworks.map(\.name) == [
        "Structure", "Pipeline", "Water", "Sewer",
      ]
    )
    for (prefix, file) in [("w/", water), ("s/", sewer), ("w2/", water)] {
      let graph = try OriginGraph(network, prefix: prefix)
      #expect(graph.mistakes.isEmpty)
      let expected = Set(
        file.links.map {
          OriginGraph.Link(
            origin: prefix + $0.origin,
            from: prefix + $0.from,
            to: prefix + $0.to,
            conducts: $0.conducts
          )
        }
      )
      #expect(Set(graph.links) == expected)
      #expect(graph.nodes.count == file.nodes.count)
    }
    #expect(try RuleAudit(network).violations.isEmpty)
    let error = #expect(throws: ImportError.self) {
      try EpanetImporter(options: ImportOptions(prefix: "w", srid: 3089))
        .read(files, named: "w.inp", appendingTo: network)
    }
    #expect(error?.description.contains("another prefix") == true)
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
    #expect(try OriginGraph(both, prefix: "b/").mistakes.isEmpty)
  }
}

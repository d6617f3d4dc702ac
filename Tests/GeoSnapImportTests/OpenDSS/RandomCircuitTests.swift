import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite struct RandomCircuitTests {
  @Test(
    "Any circuit keeps its graph, its rules and its elements",
    arguments: 0..<Extent.count(4, long: 60)
  )
  func circuit(seed: Int) throws {
    let circuit = RandomCircuit(seed: UInt64(seed))
    for importer in [
      OpenDSSImporter(), OpenDSSImporter(options: ImportOptions(tiers: .voltage)),
      OpenDSSImporter(makesAssemblies: false),
    ] {
      let result = try CircuitFiles.check(
        circuit.files,
        expecting: circuit.links,
        elements: circuit.origins,
        importer: importer,
        comment: "seed \(seed)"
      )
      #expect(result.report.notImported["regcontrol"] ?? 0 == circuit.unknownCount)
      #expect(result.report.elementsRead["fuse"] ?? 0 == circuit.fuseCount)
    }
  }

  @Test("A second run gives the same network")
  func isDeterministic() throws {
    let circuit = RandomCircuit(seed: 4)
    let first = try OpenDSSImporter().read(circuit.files, named: "a")
    let second = try OpenDSSImporter().read(circuit.files, named: "a")
    #expect(first.network.tables == second.network.tables)
    #expect(first.network.associations == second.network.associations)
    #expect(first.report == second.report)
  }

  @Test("A circuit can be added to another with a prefix, and not without")
  func appending() throws {
    let first = try OpenDSSImporter().read(try CircuitFiles.tables("IEEE13"), named: "13")
    let files = try CircuitFiles.tables("IEEE123")
    let options = ImportOptions(prefix: "b")
    let both = try OpenDSSImporter(options: options)
      .read(files, named: "123", appendingTo: first.network)
    #expect(!both.network.features(origin: "b/transformer/reg1a").isEmpty)
    #expect(!both.network.features(origin: "transformer/reg1").isEmpty)
    #expect(RuleAudit(both.network).violations.isEmpty)
    #expect(throws: ImportError.self) {
      try OpenDSSImporter().read(files, named: "123", appendingTo: first.network)
    }
  }
}

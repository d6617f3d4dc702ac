import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

/// The IEEE feeders, held against their tables as pandas and OpenDSS read them.
@Suite struct CircuitExampleTests {
  private static let ieee8500 = Result {
    try OpenDSSImporter().read(try CircuitFiles.tables("IEEE8500"), named: "8500")
  }

  private func features(_ network: UtilityNetwork) -> [FeatureRow] {
    network.rows.filter { row in
      !row.origin.isEmpty && row.source?.usage != .assembly
        && !row.table.name.hasPrefix("Structure")
    }
  }

  @Test(
    "An IEEE feeder keeps its graph, its elements and the rules",
    arguments: Extent.some(2, of: ["IEEE13", "IEEE123", "IEEE8500"])
  )
  func feeder(name: String) throws {
    let files = try CircuitFiles.tables(name)
    let answer = try CircuitFiles.answer(name.lowercased())
    let elements = try CSVRecord.records(of: files[1].bytes, path: "elements.csv").dropFirst()
      .map { $0.fields[0].lowercased().replacing(".", with: "/", maxReplacements: 1) }
    for importer in [OpenDSSImporter(), OpenDSSImporter(options: ImportOptions(tiers: .voltage))] {
      let result = try CircuitFiles.check(
        files,
        expecting: answer.links,
        elements: elements,
        importer: importer,
        comment: "\(name)"
      )
      let contraction = CircuitContraction(result.network)
      #expect(contraction.buses.count == answer.busCount)
      let parts = CircuitFiles.partCount(contraction.buses, contraction.links.values)
      #expect(parts == answer.partCount)
      #expect(result.report.notImported.isEmpty)
      #expect(result.report.elementsRead.values.reduce(0, +) == elements.count + answer.busCount)
    }
  }

  @Test("The IEEE 8500 counts what its description counts")
  func counts() throws {
    let result = try Self.ieee8500.get()
    let network = result.network
    #expect(
      result.report.elementsRead == [
        "bus": 4876, "line": 3703, "transformer": 1190, "reactor": 1, "capacitor": 10,
        "load": 1177, "vsource": 1,
      ]
    )
    let all = features(network)
    let switches = all.filter { $0.origin.className == "line" && $0.table.name == "ElectricDevice" }
    let statuses = switches.map { $0.integer("DEVICESTATUS") }
    #expect(statuses.count { $0 == 1 } == 5 && statuses.count { $0 == 2 } == 38)
    #expect(switches.count == 43 && switches.allSatisfy { $0.integer("INSERVICE") == 1 })
    #expect(all.count { $0.real("TRANSFORMERLOAD") == 15 } == 382)
    let load = try #require(network.definition.networkAttribute(named: "Transformer Load"))
    #expect(load.dataType == .double)
    #expect(load.assignments.contains { $0.fieldName == "TRANSFORMERLOAD" })
    #expect(network.value("LENGTH", of: "line/ln5860423-1") == .real(0.025125717 * 1_000))
    let controllers = all.filter { $0["SUBNETWORKCONTROLLERNAME"] != nil }
    #expect(controllers.map(\.origin) == ["vsource/source"])
    #expect(controllers.map { $0.text("SUBNETWORKCONTROLLERNAME") } == ["vsource/source"])
    #expect(controllers.map { $0.text("TIERNAME") } == ["Supply"])

    // A switch of one phase is a 37/729, which has one terminal and opens itself.
    let tie = try #require(network.rows(origin: "line/wd701_48332_sw").first)
    #expect(tie.type == ElectricTypes.device(37, 729) && tie.integer("DEVICESTATUS") == 1)
    let joined = network.associations.filter {
      $0.from.globalID == tie.id && $0.kind == .connectivity
    }
    #expect(joined.map(\.from.terminalID) == [1, 1])
  }

  @Test("On secondaries of the IEEE 8500 the phase is the primary's, whatever the legs")
  func secondaryPhases() throws {
    // The feeder names its secondary buses and service transformers by the phase they are on.
    let bits: [Character: Int64] = ["a": 4, "b": 2, "c": 1]
    let all = features(try Self.ieee8500.get().network)
    let secondaries = all.filter { feature in
      ["bus/sx", "bus/x", "transformer/t", "line/tpx"].contains { feature.origin.hasPrefix($0) }
    }.compactMap { feature -> (Int64?, Int64)? in
      feature.origins[0].last.flatMap { bits[$0] }.map { (feature.integer("PHASESCURRENT"), $0) }
    }
    #expect(secondaries.count >= 4 * 1_177 - 1_177)
    #expect(secondaries.allSatisfy { $0 == $1 })
    let loads = all.filter { $0.origin.contains("load/") }
    #expect(loads.count == 1_177)
    #expect(loads.allSatisfy { [1, 2, 4].contains($0.integer("PHASESCURRENT") ?? 0) })
  }

  @Test("The four regulator banks of the IEEE 8500 fit the rules, with assemblies or without")
  func banks() throws {
    let files = try CircuitFiles.tables("IEEE8500")
    let plain = try OpenDSSImporter(makesAssemblies: false).read(files, named: "8500")
    #expect(RuleAudit(plain.network).violations.isEmpty)
    let banks = ["feeder_reg", "vreg2_", "vreg3_", "vreg4_"].map { bank in
      ["a", "b", "c"].map { "transformer/\(bank)\($0)" }
    }
    #expect(plain.report.derived["containers"] == nil)

    let banked = try Self.ieee8500.get()
    let network = banked.network
    #expect(RuleAudit(network).violations.isEmpty)
    // In addition to the banks, one for each service transformer and each switch.
    #expect(banked.report.featuresWritten["ElectricAssembly"] == 4 + 1_177 + 43)
    #expect(banked.report.featuresWritten["StructureBoundary"] == 1)
    let containments = network.associations.filter { $0.kind == .containment }
    for bank in banks {
      let units = bank.flatMap { network.rows(origin: $0).map(\.id) }
      let holders = containments.filter { units.contains($0.to.globalID) }.map(\.from)
      #expect(units.count == 3 && holders.count == 3 && Set(holders).count == 1, "\(bank)")
      // Three units and the connection of the bank at either side.
      #expect(containments.count { $0.from == holders.first } == 5, "\(bank)")
    }
    #expect(CircuitContraction(plain.network).links == CircuitContraction(network).links)
  }
}

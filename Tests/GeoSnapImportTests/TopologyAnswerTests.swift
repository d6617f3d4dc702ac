import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite struct TopologyAnswerTests {
  @Test(
    "A network of pandapower has the graph that pandapower.topology makes of it",
    arguments: Extent.some(
      7,
      of: [
        "every_kind", "example_multivoltage", "example_simple", "cigre_mv_all", "cigre_hv",
        "cigre_lv", "case14", "case145", "european_lv_asymmetric", "kerber_freileitung",
      ]
    )
  )
  func pandapower(name: String) throws {
    try expectAnswer(PandapowerImporter(), "Pandapower/\(name).json", name)
  }

  @Test(
    "A network of pandapipes has the graph that pandapipes.topology makes of it",
    arguments: [
      "pipes_every_kind", "gas_meshed_delta", "gas_meshed_two_valves", "gas_meshed_pumps",
      "gas_versatility", "gas_strand_pump", "water_tcross", "water_meshed_heights",
      "heat_transfer_heights", "heat_transfer_two_pipes",
    ]
  )
  func pandapipes(name: String) throws {
    try expectAnswer(PandapipesImporter(), "Pandapipes/\(name).json", name)
  }

  private func expectAnswer(_ importer: some NetworkImporter, _ path: String, _ name: String) throws
  {
    let files = try exampleFiles(path)
    let result = try importer.read(files, named: name, appendingTo: nil)
    let answer = try TopologyAnswer(name)
    let isElectric = importer is PandapowerImporter
    #expect(answer.linkCount > 0)
    try answer.expect(result.network, isElectric: isElectric, "\(name)")
    try ImportCheck.expectFaithful(result, to: files[0].bytes, isElectric: isElectric)
  }

  @Test("Circulation pumps of older files, which name their ends otherwise, are the same")
  func olderColumns() throws {
    let file = try exampleFiles("Pandapipes/pipes_every_kind.json")[0]
    let text = String(decoding: file.bytes, as: UTF8.self)
      .replacing("return_junction", with: "from_junction")
      .replacing("flow_junction", with: "to_junction")
    let older = try PandapipesImporter().read(text)
    let newer = try PandapipesImporter().read(bytes: file.bytes, named: "f")
    #expect(text.utf8.count < file.bytes.count)
    #expect(older.network.tables == newer.network.tables)
    #expect(older.network.associations == newer.network.associations)
  }

  @Test(
    "The shared networks have the graphs that the tools make of them",
    .long,
    arguments: [
      (SharedDataTests.lowVoltage, "lv_schutterwald"),
      (SharedDataTests.mediumVoltage, "mv_oberrhein"), (SharedDataTests.gas, "schutterwald_gas"),
    ].filter { SharedDataTests.sharedFile($0.0) != nil }
  )
  func shared(path: String, name: String) throws {
    let bytes = try #require(SharedDataTests.sharedFile(path))
    let isElectric = path != SharedDataTests.gas
    let network =
      isElectric
      ? try PandapowerImporter().read(bytes: bytes, named: name).network
      : try PandapipesImporter().read(bytes: bytes, named: name).network
    try TopologyAnswer(name).expect(network, isElectric: isElectric, "\(name)")
  }
}

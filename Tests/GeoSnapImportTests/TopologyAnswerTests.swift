import Foundation
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
    let bytes = try repositoryFile("Examples/Pandapower/\(name).json")
    let result = try PandapowerImporter().read(bytes: bytes, named: name)
    let answer = try TopologyAnswer(name)
    #expect(answer.linkCount > 0)
    try answer.expect(result.network, isElectric: true, "\(name)")
    try ImportCheck.expectFaithful(result, to: bytes, isElectric: true)
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
    let bytes = try repositoryFile("Examples/Pandapipes/\(name).json")
    let result = try PandapipesImporter().read(bytes: bytes, named: name)
    let answer = try TopologyAnswer(name)
    #expect(answer.linkCount > 0)
    try answer.expect(result.network, isElectric: false, "\(name)")
    try ImportCheck.expectFaithful(result, to: bytes, isElectric: false)
  }

  @Test("Circulation pumps of older files, which name their ends otherwise, are the same")
  func olderColumns() throws {
    let bytes = try repositoryFile("Examples/Pandapipes/pipes_every_kind.json")
    let text = String(decoding: bytes, as: UTF8.self)
      .replacingOccurrences(of: "return_junction", with: "from_junction")
      .replacingOccurrences(of: "flow_junction", with: "to_junction")
    let older = try PandapipesImporter().read(bytes: [UInt8](text.utf8), named: "older")
    let newer = try PandapipesImporter().read(bytes: bytes, named: "older")
    #expect(text.utf8.count < bytes.count)
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

  @Test("What is no element of the network is named with its rows")
  func named() throws {
    let bytes = try repositoryFile("Examples/Pandapower/every_kind.json")
    let report = try PandapowerImporter().read(bytes: bytes, named: "every_kind").report
    #expect(
      report.notImported == ["measurement": 1, "poly_cost": 1, "pwl_cost": 1, "group": 1]
    )
    for table in ["bus_dc", "line_dc", "vsc", "b2b_vsc", "bi_vsc", "svc", "ssc", "tcsc"] {
      #expect((report.elementsRead[table] ?? 0) > 0, "\(table)")
    }
  }
}

import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite struct EpanetNetworkTests {
  private static func files(_ name: String, layer: String?) throws -> [ImportFile] {
    try ([name + ".inp"] + (layer.map { ["\(name).valves-\($0).csv"] } ?? [])).map {
      ImportFile(name: $0, bytes: try HydraulicAnswer.example("Water/\($0)"))
    }
  }

  @Test(
    "Net3 and ky4 have the nodes and links that WNTR reads, with and without their valves",
    arguments: Extent.some(1, of: ["Net3", "ky4"]),
    [nil, "random", "strategic2"] as [String?]
  )
  func equalsWNTR(name: String, layer: String?) throws {
    let answer = try HydraulicAnswer(name)
    let result = try EpanetImporter()
      .read(Self.files(name, layer: layer), named: "\(name).inp")
    try InpCheck.expectFaithful(
      result,
      nodes: answer.nodes,
      links: answer.links,
      "\(name) \(layer ?? "")"
    )
    guard let layer else { return }
    let valves = try #require(answer.layers[layer])
    #expect(result.report.elementsRead["valve layer"] == valves.links.count)
    for valve in valves.links.keys {
      #expect(result.network.features(origin: valve).count == 1, "\(valve)")
    }
    let ids = try OriginGraph(result.network).devices.filter { $0.origin.hasPrefix("valve/") }
    var blocked = try OriginGraph(result.network, blocked: Set(ids.map(\.id)))
    #expect(blocked.segments() == valves.segments)
    try InpCheck.expectBlocking(
      result.network,
      valves: valves.links,
      every: name == "Net3" ? 1 : 97,
      "\(name) \(layer)"
    )
  }

  @Test("Net3: closed at the start, controllers, controls, units and asset types")
  func net3() throws {
    let result = try EpanetImporter().read(Self.files("Net3", layer: nil), named: "Net3.inp")
    let network = result.network
    #expect(
      result.report.elementsRead == [
        "junctions": 92, "reservoirs": 2, "tanks": 3, "pipes": 117, "pumps": 2, "controls": 18,
      ]
    )
    for closed in ["link/10", "link/330"] {
      #expect(InpCheck.attribute("DEVICESTATUS", closed, network) == .integer(2))
    }
    #expect(InpCheck.attribute("DEVICESTATUS", "link/335", network) == .integer(1))
    #expect(
      InpCheck.assetTypes("link/330", network)
        == [
          "Isolation Valve/Pipe Shut-off", "Water Main/Over 630 mm", "Water Main/Over 630 mm",
        ]
    )
    #expect(
      InpCheck.assetTypes("link/10", network)
        == ["Pump/Pump", "Station Pipe/Station Pipe", "Station Pipe/Station Pipe"]
    )
    guard case .text(let controls)? = InpCheck.attribute("CONTROLS", "link/335", network) else {
      Issue.record("link/335 keeps no controls")
      return
    }
    #expect(
      controls
        == "Link 335 OPEN IF Node 1 BELOW 17.1\nLink 335 CLOSED IF Node 1 ABOVE 19.1"
    )
    let controller = "SUBNETWORKCONTROLLERNAME"
    #expect(InpCheck.attribute(controller, "node/Lake", network) == .text("node/Lake"))
    #expect(InpCheck.attribute(controller, "node/River", network) == .text("node/River"))
    #expect(InpCheck.attribute(controller, "node/1", network) == nil)
    let withTanks = try EpanetImporter(tanksControl: true)
      .read(Self.files("Net3", layer: nil), named: "Net3.inp").network
    #expect(InpCheck.attribute(controller, "node/1", withTanks) == .text("node/1"))
    #expect(abs(InpCheck.length("link/60", network) - 1231 * 0.3048) < 1e-9)
    #expect(abs(InpCheck.length("link/330", network) - 1 * 0.3048) < 1e-9)
    #expect(InpCheck.length("link/10", network) == 0)
    let domain = try #require(network.definition.domainNetworks.last)
    #expect(domain.name == "Water" && domain.tiers.map(\.name) == ["Supply"])
    #expect(domain.subnetworkControllerType == .source)
  }

  @Test("ky4: pumps between nodes on one spot are devices alone, ids are percent-encoded")
  func ky4() throws {
    let result = try EpanetImporter().read(Self.files("ky4", layer: nil), named: "ky4.inp")
    for pump in ["link/~%40Pump-1", "link/~%40Pump-2"] {
      #expect(InpCheck.assetTypes(pump, result.network) == ["Pump/Pump"])
    }
    #expect(result.report.moves.filter { $0.reason == .sharedPoint }.count == 2)
    #expect(result.report.moves.allSatisfy { $0.distance < 1 })
    #expect(
      InpCheck.attribute("DEVICESTATUS", "link/~%40Pump-1", result.network) == .integer(2)
    )
    let policies = result.network.tables.filter { $0.name == "WaterLine" }.flatMap { table in
      (0..<table.count).compactMap { row in
        table.globalIDs[row].flatMap { result.network.feature(globalID: $0) }
          .flatMap { result.network.assetType(of: $0)?.type.connectivityPolicy }
      }
    }
    #expect(policies.count == 1156 && policies.allSatisfy { $0 == .anyVertex })
  }
}

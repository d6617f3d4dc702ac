import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite struct EpanetNetworkTests {
  private func read(_ name: String, layer: String? = nil, tanks: EpanetImporter.Tanks = .sources)
    throws -> ImportResult
  {
    let valves = try layer.map { try exampleFiles("Water/\(name).valves-\($0).csv") } ?? []
    return try EpanetImporter(tanks: tanks)
      .read(exampleFiles("Water/\(name).inp") + valves, named: "\(name).inp")
  }

  @Test(
    "Net3 and ky4 have the nodes and links that WNTR reads, with and without their valves",
    arguments: Extent.some(1, of: ["Net3", "ky4"]),
    [nil, "random", "strategic2"] as [String?]
  )
  func equalsWNTR(name: String, layer: String?) throws {
    let answer = try HydraulicAnswer(name)
    let result = try read(name, layer: layer)
    let comment: Comment = "\(name) \(layer ?? "")"
    try InpCheck.expectFaithful(result, nodes: answer.nodes, links: answer.links, comment)
    guard let layer else { return }
    let valves = try #require(answer.layers[layer])
    #expect(result.report.elementsRead["valve layer"] == valves.links.count)
    for valve in valves.links.keys {
      #expect(result.network.features(origin: valve).count == 1, "\(valve)")
    }
    let devices = OriginGraph(result.network).devices.filter { $0.origin.hasPrefix("valve/") }
    let blocked = OriginGraph(result.network, blocked: Set(devices.map(\.id)))
    #expect(blocked.segments() == valves.segments)
    let step = name == "Net3" ? 1 : 97
    InpCheck.expectBlocking(result.network, valves: valves.links, every: step, comment)
  }

  @Test("Net3: closed at the start, controllers, controls, units and asset types")
  func net3() throws {
    let result = try read("Net3")
    let network = result.network
    #expect(
      result.report.elementsRead == [
        "junctions": 92, "reservoirs": 2, "tanks": 3, "pipes": 117, "pumps": 2, "controls": 18,
      ]
    )
    let statuses = ["link/10", "link/330", "link/335"].map { network.value("DEVICESTATUS", of: $0) }
    #expect(statuses == [.integer(2), .integer(2), .integer(1)])
    let main = "Water Main/Over 630 mm"
    #expect(network.assetTypes(of: "link/330") == ["Isolation Valve/Pipe Shut-off", main, main])
    let station = "Station Pipe/Station Pipe"
    #expect(network.assetTypes(of: "link/10") == ["Pump/Pump", station, station])
    #expect(
      network.value("CONTROLS", of: "link/335")
        == .text("Link 335 OPEN IF Node 1 BELOW 17.1\nLink 335 CLOSED IF Node 1 ABOVE 19.1")
    )
    let withTanks = try read("Net3", tanks: .controllers).network
    func controllers(_ network: UtilityNetwork) -> [String] {
      network.rows.compactMap { $0.text("SUBNETWORKCONTROLLERNAME") }.sorted()
    }
    #expect(controllers(network) == ["node/Lake", "node/River"])
    #expect(controllers(withTanks) == ["node/1", "node/2", "node/3", "node/Lake", "node/River"])
    for (link, feet) in [("link/60", 1231.0), ("link/330", 1), ("link/10", 0)] {
      #expect(abs(network.length(of: link) - feet * 0.3048) < 1e-9, "\(link)")
    }
    let domain = try #require(network.definition.domainNetworks.last)
    #expect(domain.name == "Water" && domain.tiers.map(\.name) == ["Supply"])
    #expect(domain.subnetworkControllerType == .source)
  }

  @Test("ky4: pumps between nodes on one spot are devices alone, ids are percent-encoded")
  func ky4() throws {
    let result = try read("ky4")
    for pump in ["link/~%40Pump-1", "link/~%40Pump-2"] {
      #expect(result.network.assetTypes(of: pump) == ["Pump/Pump"])
    }
    #expect(result.report.moves.filter { $0.reason == .sharedPoint }.count == 2)
    #expect(result.report.moves.allSatisfy { $0.distance < 1 })
    #expect(result.network.value("DEVICESTATUS", of: "link/~%40Pump-1") == .integer(2))
    let policies = result.network.rows.filter { $0.table.name == "WaterLine" }
      .map { $0.assetType?.type.connectivityPolicy }
    #expect(policies.count == 1156 && policies.allSatisfy { $0 == .anyVertex })
  }
}

import GeoSnap
import GeoSnapImport
import Testing

@Suite struct SwmmNetworkTests {
  @Test("user5 has the nodes and directed links that swmm-api reads")
  func equalsSwmmAPI() throws {
    let answer = try HydraulicAnswer("user5")
    let result = try SwmmImporter().read(exampleFiles("Sewer/user5.inp"), named: "user5.inp")
    let network = result.network
    try InpCheck.expectFaithful(result, nodes: answer.nodes, links: answer.links, "user5")
    InpCheck.expectBlocking(network, valves: [:], "user5")
    #expect(
      result.report.elementsRead == [
        "junctions": 197, "outfalls": 1, "storage": 2, "conduits": 273, "weirs": 3,
      ]
    )
    #expect(result.report.notImported["subcatchments"] == 145)
    #expect(result.report.notes.contains("7 flap gates are ignored."))
    let regulator = "Regulator Link/Regulator Link"
    #expect(network.assetTypes(of: "link/WEIR1") == ["Flow Regulator/Weir", regulator, regulator])
    #expect(network.value("DEVICESTATUS", of: "link/WEIR1") == .integer(1))
    #expect(network.value("SUBNETWORKCONTROLLERNAME", of: "node/O.O_RM") == .text("node/O.O_RM"))
    #expect(abs(network.length(of: "link/583") - 304.8) < 1e-9)
    let domain = try #require(network.definition.domainNetworks.last)
    #expect(domain.name == "Sewer" && domain.subnetworkControllerType == .sink)

    // Lines lead up- and downstream as the model does.
    let links = OriginGraph(network).links
    #expect(answer.directions.count >= 5)
    for direction in answer.directions {
      let down = reach(direction.start, links.map { ($0.from, $0.to) })
      let up = reach(direction.start, links.map { ($0.to, $0.from) })
      #expect(down == direction.downstream && up == direction.upstream, "\(direction.start)")
    }
  }

  /// How many other nodes steps lead to.
  private func reach(_ start: String, _ steps: [(String, String)]) -> Int {
    let next = Dictionary(grouping: steps, by: \.0)
    var found: Set<String> = [start]
    var open = [start]
    while let node = open.popLast() {
      for step in next[node] ?? [] where found.insert(step.1).inserted { open.append(step.1) }
    }
    return found.count - 1
  }
}

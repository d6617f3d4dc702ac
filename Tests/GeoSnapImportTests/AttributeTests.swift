import GeoSnap
import GeoSnapImport
import Testing

/// What the graph alone does not show: terminals, lengths, service, and ends that are kept.
@Suite struct AttributeTests {
  /// Three buses of three levels, the middle one out of service; a transformer joins them, a line
  /// of 250 m ends short of its second bus.
  private static var file: NetworkFile {
    var file = NetworkFile(networkClass: "pandapowerNet")
    file.tables = NetworkFile.minimalElectric.tables.filter {
      !["bus", "line", "trafo3w"].contains($0.name)
    }
    func bus(_ x: Double, _ kilovolts: Double, _ isInService: Bool) -> [String] {
      let geo = NetworkFile.quoted("{\"type\": \"Point\", \"coordinates\": [\(x), 48.4]}")
      return ["null", "\(kilovolts)", "\(isInService)", geo]
    }
    file.add(
      "bus",
      ["name", "vn_kv", "in_service", "geo"],
      [bus(7.8, 110, true), bus(7.81, 20, false), bus(7.82, 0.4, true), bus(7.83, 0.4, true)]
    )
    file.add("trafo3w", ["hv_bus", "mv_bus", "lv_bus", "in_service"], [["0", "1", "2", "true"]])
    let path = NetworkFile.quoted(
      "{\"type\": \"LineString\", \"coordinates\": [[7.82, 48.4], [7.8299, 48.4]]}"
    )
    file.add(
      "line",
      ["from_bus", "to_bus", "length_km", "in_service", "geo"],
      [["2", "3", "0.25", "true", path], ["1", "2", "0.5", "true", "null"]]
    )
    return file
  }

  private func attribute(_ name: String, of origin: String, _ network: UtilityNetwork) throws
    -> AttributeValue
  {
    let feature = try #require(network.features(origin: origin).first { !isContainer($0, network) })
    let table = network.tables[Int(feature.table)]
    let field = try #require(table.fields.firstIndex { $0.name == name })
    return table.attributes[field][Int(feature.row)]
  }

  private func isContainer(_ feature: FeatureID, _ network: UtilityNetwork) -> Bool {
    network.tables[Int(feature.table)].name.hasPrefix("Structure")
  }

  @Test("Each winding of a transformer reaches its own bus, by the terminal's name")
  func windings() throws {
    let network = try PandapowerImporter().read(bytes: Self.file.bytes, named: "f").network
    let transformer = try #require(network.features(origin: "trafo3w/0").first)
    let configuration = try #require(
      network.assetType(of: transformer)?.type.terminalConfigurationID
    )
    let terminals = try #require(network.definition.terminalConfiguration(id: configuration))
      .terminals
    var reached: [String: String] = [:]
    for association in network.associations(of: transformer, kind: .connectivity) {
      let terminal = terminals.first { $0.id == association.from.terminalID }
      let bus = try #require(network.feature(globalID: association.to.globalID))
      reached[terminal?.name ?? "?"] = network.tables[Int(bus.table)].origins[Int(bus.row)]
    }
    #expect(
      reached == ["XFR:High": "bus/0", "XFR:Medium": "bus/1", "XFR:Low": "bus/2"]
    )
  }

  @Test("Lengths are in metres, and what touches a bus out of service is out of service")
  func service() throws {
    let network = try PandapowerImporter().read(bytes: Self.file.bytes, named: "f").network
    #expect(try attribute(FieldName.length, of: "line/0", network) == .real(250))
    #expect(try attribute(FieldName.inService, of: "bus/1", network) == .integer(0))
    #expect(try attribute(FieldName.inService, of: "line/0", network) == .integer(1))
    #expect(try attribute(FieldName.inService, of: "line/1", network) == .integer(0))
    #expect(try attribute(FieldName.inService, of: "trafo3w/0", network) == .integer(1))
  }

  @Test("Ratings are in kVA and generation in kW, as the file writes them in MVA and MW")
  func power() throws {
    var file = Self.file
    file.tables.removeAll {
      ["trafo", "trafo3w", "sgen", "gen", "asymmetric_sgen", "storage"].contains($0.name)
    }
    file.add(
      "trafo",
      ["name", "hv_bus", "lv_bus", "in_service", "sn_mva"],
      [["null", "0", "2", "true", "0.4"], ["null", "0", "2", "true", "1.001"]]
    )
    file.add(
      "trafo3w",
      ["hv_bus", "mv_bus", "lv_bus", "in_service", "sn_hv_mva"],
      [["0", "1", "2", "true", "40.0"]]
    )
    file.add(
      "sgen",
      ["bus", "in_service", "p_mw"],
      [["2", "true", "0.0041"], ["2", "true", "null"], ["2", "false", "-0.3"]]
    )
    file.add("gen", ["bus", "in_service", "slack", "p_mw"], [["3", "true", "false", "2.5"]])
    file.add(
      "asymmetric_sgen",
      ["bus", "in_service", "p_a_mw", "p_b_mw", "p_c_mw"],
      [["3", "true", "0.01", "0.02", "0.03"]]
    )
    file.add("storage", ["bus", "in_service", "p_mw"], [["3", "true", "0.1"]])
    let network = try PandapowerImporter().read(bytes: file.bytes, named: "f").network
    for (origin, load, generation) in [
      ("trafo/0", AttributeValue.real(400), AttributeValue.null),
      ("trafo/1", .real(1_001), .null), ("trafo3w/0", .real(40_000), .null),
      ("sgen/0", .null, .real(4.1)), ("sgen/1", .null, .null), ("sgen/2", .null, .real(-300)),
      ("gen/0", .null, .real(2_500)), ("asymmetric_sgen/0", .null, .real(60)),
      ("storage/0", .null, .null),
    ] {
      #expect(try attribute(FieldName.transformerLoad, of: origin, network) == load, "\(origin)")
      #expect(try attribute(FieldName.generation, of: origin, network) == generation, "\(origin)")
    }
  }

  @Test("A load out of service does not take its bus with it")
  func loadOutOfService() throws {
    var file = NetworkFile(networkClass: "pandapowerNet")
    file.tables = NetworkFile.minimalElectric.tables.filter {
      !["bus", "line", "load"].contains($0.name)
    }
    func bus(_ x: Double) -> [String] {
      let geo = NetworkFile.quoted("{\"type\": \"Point\", \"coordinates\": [\(x), 48.4]}")
      return ["null", "0.4", "true", geo]
    }
    file.add("bus", ["name", "vn_kv", "in_service", "geo"], [bus(7.82), bus(7.83)])
    file.add(
      "line",
      ["from_bus", "to_bus", "length_km", "in_service", "geo"],
      [["0", "1", "0.5", "true", "null"]]
    )
    file.add("load", ["bus", "in_service"], [["1", "false"]])
    let network = try PandapowerImporter().read(bytes: file.bytes, named: "f").network
    let graph = try Topology(network).contracted()
    #expect(graph.links.map(\.isConducting) == [true])
    let load = try #require(network.features(origin: "load/0").first)
    #expect(network.features(origin: "bus/1") != [load])
  }

  @Test("A line is what its type says: overhead, and cable unless said; two levels have their own")
  func lineTypes() throws {
    var file = Self.file
    file.tables.removeAll { $0.name == "line" }
    file.add(
      "line",
      ["from_bus", "to_bus", "length_km", "in_service", "geo", "type"],
      ["\"ol\"", "\"cs\"", "null"].map { ["2", "3", "0.25", "true", "null", $0] }
        + [["1", "2", "0.5", "true", "null", "\"cs\""]]
    )
    let network = try PandapowerImporter().read(bytes: file.bytes, named: "f").network
    let types = try (0..<4).map { number in
      let line = try #require(network.features(origin: "line/\(number)").first)
      return network.tables[Int(line.table)].assetTypeID(of: Int(line.row))
    }
    #expect(types[0] == ElectricTypes.overheadLine(.low))
    #expect(types[1] == ElectricTypes.cable(.low) && types[2] == types[1])
    #expect(types[3] == ElectricTypes.mixedLine)
    #expect(types[1]?.assetGroup == 6 && types[1]?.assetType == 102)
  }

  @Test("An end that misses its bus is moved onto it, or kept and joined by an association")
  func missedEnd() throws {
    func end(of network: UtilityNetwork) throws -> Coordinate? {
      network.geometry(of: try #require(network.features(origin: "line/0").first))?.coordinates.last
    }
    let bus = Coordinate(x: 7.83, y: 48.4)
    let moved = try PandapowerImporter().read(bytes: Self.file.bytes, named: "f")
    #expect(try end(of: moved.network) == bus)
    #expect(moved.report.moves.map(\.reason) == [.missedNode])
    let kept = try PandapowerImporter(options: ImportOptions(keepsEnds: true))
      .read(bytes: Self.file.bytes, named: "f")
    #expect(try end(of: kept.network) == Coordinate(x: 7.8299, y: 48.4))
    #expect(kept.report.moves.map(\.reason) == [.keptGap])
    let line = try #require(kept.network.features(origin: "line/0").first)
    #expect(
      kept.network.associations(of: line).map(\.kind) == [.junctionEdgeFromConnectivity]
    )
  }
}

import Foundation
import GeoSnap
import GeoSnapImport
import Testing

@Suite struct GISImportTests {
  private func value(_ network: UtilityNetwork, _ origin: String, _ field: String) throws
    -> AttributeValue
  {
    let feature = try #require(network.features(origin: origin).first)
    let table = network.tables[Int(feature.table)]
    let column = try #require(table.fields.firstIndex { $0.name == field })
    return table.attributes[column][Int(feature.row)]
  }

  private func places(_ network: UtilityNetwork, _ origin: String) throws -> [Coordinate] {
    let feature = try #require(network.features(origin: origin).first)
    return Array(try #require(network.geometry(of: feature)).coordinates)
  }

  @Test("The harbour becomes a network: every row a feature, every rule a rule")
  func harbour() throws {
    let result = try GISFiles.harbour().read()
    let network = result.network
    #expect(network.srid == 25832)
    #expect(
      result.report.elementsRead == [
        "WaterLine": 7, "WaterService": 3, "WaterDevice": 6, "WaterJunction": 10, "Yard": 1,
        "Trees": 3,
      ]
    )
    // One pipe has two parts.
    #expect(result.report.featuresWritten["WaterLine"] == 8)
    #expect(result.report.moves.map(\.origin) == ["pipes/P5"])
    #expect(try places(network, "pipes/P5").last == Coordinate(x: 565_120, y: 5_932_000))
    #expect(result.report.derived == ["vertices": 4])
    #expect(
      try places(network, "pipes/P2").map { $0.x - 565_000 } == [100, 120, 150, 200, 230, 260]
    )
    #expect(try value(network, "pipes/P7", "INSERVICE") == .integer(0))
    #expect(try value(network, "devices/V1", "DEVICESTATUS") == .integer(1))
    #expect(try value(network, "devices/W1", "SUBNETWORKCONTROLLERNAME") == .text("Harbour"))
    #expect(try value(network, "devices/W1", "TIERNAME") == .text("Supply"))
    #expect(try value(network, "pipes/P1", "TODEVICETERMINAL") == .integer(1))
    #expect(try value(network, "pipes/P2", "FROMDEVICETERMINAL") == .integer(2))
    let trees = try #require(network.tables.first { $0.name == "Trees" })
    #expect(trees.sourceID == nil && trees.count == 3 && trees.geometryType == .point)
    let valve = try #require(network.features(origin: "devices/V1").first)
    #expect(network.assetType(of: valve)?.type.categories == ["Isolating"])
    let pipe = try #require(network.features(origin: "pipes/P1").first)
    #expect(network.assetType(of: pipe)?.type.name == "Ductile iron")
    #expect(network.assetType(of: pipe)?.type.connectivityPolicy == .anyVertex)
    let yard = try #require(network.features(origin: "yards/A1").first)
    #expect(network.assetType(of: yard)?.type.associationRole == .container)
    let diameter = try #require(
      network.definition.networkAttributes.first { $0.name == "Diameter" }
    )
    #expect(diameter.dataType == .integer && diameter.assignments.count == 2)
  }

  @Test("The parts of a split row share its length and keep its origin")
  func splitParts() throws {
    let network = try GISFiles.harbour().read().network
    let parts = network.features(origin: "pipes/P6")
    #expect(parts.count == 2)
    let table = network.tables[Int(try #require(parts.first).table)]
    let column = try #require(table.fields.firstIndex { $0.name == "LENGTH" })
    let lengths = parts.map { part -> Double in
      if case .real(let length) = table.attributes[column][Int(part.row)] { length } else { 0 }
    }
    #expect(abs(lengths[0] + lengths[1] - 84.7) < 1e-9)
    #expect(abs(lengths[0] - 84.7 * 40 / (40 + 2000.0.squareRoot())) < 1e-9)
    #expect(Set(parts.map { table.globalIDs[Int($0.row)] }).count == 2)
  }

  @Test("The parts of a split row share its length where the layer has only the column of it")
  func splitUnmapped() throws {
    var files = GISFiles(
      mapping: """
        {"srid": 25832, "domainNetworks": [{"name": "Water"}], "sources": [
          {"name": "Pipe", "usage": "line", "data": "pipes.geojson",
           "networkAttributes": {"Length": "len"}},
          {"name": "Hose", "usage": "line", "data": "hoses.geojson"}]}
        """
    )
    files.data["pipes.geojson"] = GISFiles.collection(
      "LineString",
      [("[[0,0],[10,0]]", #"{"len": 10.5}"#)]
    )
    files.data["hoses.geojson"] = GISFiles.collection(
      "MultiLineString",
      [("[[[0,5],[30,5]],[[50,5],[60,5]]]", #"{"LENGTH": 100.5, "len": 7.5}"#)]
    )
    let network = try files.read().network
    let table = try #require(network.tables.first { $0.name == "Hose" })
    func values(_ name: String) throws -> [AttributeValue] {
      Array(table.attributes[try #require(table.fields.firstIndex { $0.name == name })])
    }
    #expect(try values("LENGTH") == [.real(75.375), .real(25.125)])
    // What is no network attribute anywhere is the row's, for each of its parts.
    #expect(try values("len") == [.real(7.5), .real(7.5)])
  }

  @Test("Origins are escaped by characters, also those that Unicode takes for the same")
  func origins() {
    #expect("pipe 7".asOrigin == "pipe 7" && " pipe".asOrigin == "%20pipe")
    #expect("a;b#c@d%e".asOrigin == "a%3Bb%23c%40d%25e")
    #expect("a\u{37E}b".asOrigin == "a%3Bb" && "Größe-ß".asOrigin == "Größe-ß")
  }

  @Test("The same data gives the same network, and a prefix sets two apart in one file")
  func append() throws {
    let files = try GISFiles.harbour()
    let first = try files.read().network
    #expect(try files.read().network.tables == first.tables)
    let refusal = #expect(throws: ImportError.self) { try files.read(appendingTo: first) }
    #expect(refusal?.description.contains("pipes/P1") == true || refusal != nil)
    var other = files
    other.mapping = other.mapping.replacing("\"Trees\"", with: "\"Bushes\"")
    let both = try other.read(options: ImportOptions(prefix: "b"), appendingTo: first).network
    #expect(both.featureCount == 2 * first.featureCount)
    #expect(both.rules.count == first.rules.count)
    #expect(both.definition.sources == first.definition.sources)
    #expect(both.features(origin: "b/pipes/P1").count == 1)
  }

  @Test("Rules of the data are the pairs that touch, no others")
  func rulesFromData() throws {
    let files = GISFiles(
      pipes: [
        ("[[0,0],[10,0]]", #"{"m": "A"}"#), ("[[10,0],[20,0]]", #"{"m": "B"}"#),
        ("[[0,5],[5,5],[10,5]]", #"{"m": "C"}"#),
      ],
      valves: [("[10,0]", "{}"), ("[5,5]", "{}")]
    )
    let result = try files.read()
    // The end-vertex policy: a valve within a line does not touch it.
    let names = result.network.rules.compactMap {
      result.network.assetType($0.to.assetType)?.type.name
    }
    #expect(names.sorted() == ["A", "B"])
    #expect(result.network.rules.allSatisfy { $0.kind == .junctionEdge && $0.origin == "data" })
    #expect(
      result.report.notes.contains {
        $0.contains("Valve/Valve/Valve may stand on Pipe/Pipe/A, as it does once.")
      }
    )
    var other = files
    other.mapping = files.mapping.replacing(
      "\"field\": \"m\"}",
      with: "\"field\": \"m\"}, \"policy\": \"anyVertex\""
    )
    #expect(try other.read().network.rules.count == 3)
  }

  @Test("Lines say at which terminal of a device they end, by the way they are drawn")
  func terminals() throws {
    func ends(_ pipes: [String]) throws -> [AttributeValue] {
      let files = GISFiles(
        pipes: pipes.map { ($0, #"{"m": "A"}"#) },
        valves: [("[10,0]", "{}")]
      )
      let network = try files.read().network
      return try (1...pipes.count).flatMap { number in
        try ["FROMDEVICETERMINAL", "TODEVICETERMINAL"].map {
          try value(network, "pipes/\(number)", $0)
        }
      }
    }
    #expect(
      try ends(["[[10,0],[20,0]]", "[[0,0],[10,0]]"])
        == [.integer(2), .null, .null, .integer(1)]
    )
    #expect(
      try ends(["[[20,0],[10,0]]", "[[0,0],[10,0]]"])
        == [.null, .integer(1), .null, .integer(2)]
    )
    #expect(try ends(["[[10,0],[20,0]]"]) == [.integer(2), .null])
    // Three ends at two terminals cannot be told.
    #expect(
      try ends(["[[10,0],[20,0]]", "[[0,0],[10,0]]", "[[10,9],[10,0]]"])
        == Array(repeating: .null, count: 6)
    )
  }

  @Test("Ends within the tolerance move onto the nearest point; without one nothing moves")
  func snapping() throws {
    var files = GISFiles(
      pipes: [("[[0,0],[9.95,0]]", #"{"m": "A"}"#), ("[[0,9],[9,9]]", #"{"m": "A"}"#)],
      valves: [("[10,0]", "{}"), ("[9.8,0]", "{}")]
    )
    #expect(try files.read().report.moves.isEmpty)
    files.mapping = files.mapping.replacing("{\"domain", with: "{\"snapTolerance\": 0.2, \"domain")
    let result = try files.read()
    let move = try #require(result.report.moves.first)
    #expect(result.report.moves.count == 1 && move.origin == "pipes/1")
    #expect(abs(move.distance - 0.05) < 1e-9 && move.to == Coordinate(x: 10, y: 0))
    // With rules of its own a line only moves to what it may connect to.
    files.mapping = files.mapping.replacing("\"fromData\"", with: "[]")
    #expect(try files.read().report.moves.isEmpty)
  }

  @Test("Heights keep what lies above one another apart")
  func heights() throws {
    let files = GISFiles(
      pipes: [("[[0,0,5],[10,0,5]]", #"{"m": "A"}"#), ("[[10,0,9],[20,0,9]]", #"{"m": "B"}"#)],
      valves: [("[10,0,5]", "{}")]
    )
    let network = try files.read().network
    #expect(network.rules.count == 1)
  }

  @Test("Rows without geometry are named, and objects need none")
  func withoutGeometry() throws {
    var files = GISFiles(pipes: [("[[0,0],[10,0]]", #"{"m": "A"}"#)], valves: [("[10,0]", "{}")])
    files.data["pipes.geojson"] = files.data["pipes.geojson"]?.replacing(
      #""features":["#,
      with: #""features":[{"type":"Feature","properties":{"m":"A"},"geometry":null},"#
    )
    let report = try files.read().report
    #expect(report.elementsRead["Pipe"] == 2 && report.featuresWritten["Pipe"] == 1)
    #expect(report.notImported == ["Pipe without geometry": 1])
  }

  @Test("Columns that have a meaning of their own are kept under another name")
  func reservedColumns() throws {
    let files = GISFiles(
      pipes: [("[[0,0],[1,0]]", #"{"m":"A","origin":"x","Name":1,"NAME":"b","AssetType":7}"#)],
      valves: []
    )
    let table = try #require(try files.read().network.tables.first { $0.name == "Pipe" })
    #expect(
      Set(table.fields.map(\.name)).isSuperset(of: ["m", "origin_", "NAME", "Name_", "AssetType_"])
    )
  }

  @Test("A GeoJSON without a system is in longitude and latitude, unless it cannot be")
  func systems() throws {
    var files = GISFiles(pipes: [("[[0,0],[1,0]]", #"{"m":"A"}"#)], valves: [("[1,0]", "{}")])
    let crs = #""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}},"#
    for name in files.data.keys { files.data[name] = files.data[name]?.replacing(crs, with: "") }
    #expect(try files.read().network.srid == 4326)
    #expect(try files.read(options: ImportOptions(srid: 31467)).network.srid == 31467)
    for name in files.data.keys {
      files.data[name] = files.data[name]?.replacing("[1,0]", with: "[1000,0]")
    }
    let far = try files.read()
    #expect(far.network.srid == nil)
    #expect(far.report.notes.contains { $0.contains("names no reference system") })
    files.mapping = files.mapping.replacing("{\"domain", with: "{\"srid\": 3857, \"domain")
    #expect(try files.read().network.srid == 3857)
  }
}

import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("geosnap validate")
struct ValidateTests {
  /// A network with one planted error of each code that a network can have, as a file.
  private func file(_ codes: [NetworkErrorCode]) throws -> (path: String, planted: [GlobalID]) {
    var generator = SeededGenerator(seed: 5)
    var ground = try PlantGround(sites: 32, using: &generator)
    for (site, code) in zip(ground.sites, codes) {
      try ground.plant(code, at: site, using: &generator)
    }
    let (network, _) = try ground.network.make()
    let path = NSTemporaryDirectory() + "geosnap-validate-\(UUID().uuidString).gpkg"
    try GeoPackage.write(network, to: path)
    return (path, ground.network.planted)
  }

  /// Changes a file with SQL, as its owner could.
  private func change(_ path: String, _ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      // Each trigger is a transaction, and none has to outlive a loss of power.
      try database.execute(sql: "PRAGMA synchronous = OFF")
      for trigger in try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'"
      ) {
        // They call functions that only GDAL brings.
        try database.execute(sql: "DROP TRIGGER \"\(trigger)\"")
      }
      try database.execute(sql: sql)
    }
    try queue.close()
  }

  private static let codes: [NetworkErrorCode] = [
    .emptyGeometry, .zeroLengthLine, .noVertexForConnection, .noConnectivityRule,
    .ambiguousTerminal, .noJunctionBetweenLines, .midspanConnectionForbidden, .noContainmentRule,
    .noAttachmentRule, .multipartLine, .selfIntersectingLine, .repeatedVertex, .stackedPoints,
    .invalidAttributeValue, .tapAtSeveralLines, .multiTerminalMidspan,
  ]

  @Test("A network in which nothing has a place gets its verdict, and no picture")
  func placeless() throws {
    let path = NSTemporaryDirectory() + "geosnap-validate-\(UUID().uuidString).gpkg"
    let (picture, places) = (path + ".svg", path + ".geojson")
    defer {
      for file in [path, picture, places] { try? FileManager.default.removeItem(atPath: file) }
    }
    let network = try UtilityNetwork(
      definition: GasFixture.definition,
      srid: nil,
      tables: GasFixture.network().tables.filter { $0.sourceID != nil }.map { table in
        FeatureTable(
          name: table.name,
          sourceID: table.sourceID,
          geometryType: table.geometryType
        )
      },
      rules: GasFixture.rules
    )
    try GeoPackage.write(network, to: path)
    let run = try CommandLineRun(["validate", path, "--svg", picture, "--geojson", places])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output == "No errors.\n")
    #expect(run.errors.contains("\(picture) is not written, as nothing can be drawn"))
    #expect(!FileManager.default.fileExists(atPath: picture))
    #expect(FileManager.default.fileExists(atPath: places))
    // A line without a shape has no place, but is an error.
    try change(
      path,
      """
      INSERT INTO PipelineLine (OBJECTID, GLOBALID, ASSETGROUP, ASSETTYPE)
      VALUES (1, '\(GasFixture.id(7))', 1, 1)
      """
    )
    let wrong = try CommandLineRun(["validate", path, "--svg", picture, "--json"])
    #expect(wrong.exitCode == 1, "\(wrong.errors)")
    #expect((try wrong.json()["errors"] as? [Any])?.count == 1)
    #expect(wrong.errors.contains("is not written"))
  }

  @Test("The help of the verb has the options of networks")
  func help() throws {
    let run = try CommandLineRun(["validate", "--help"])
    #expect(run.exitCode == 0)
    for option in ["--extent", "--json", "--geojson", "--svg", "--force", "geometry"] {
      #expect(run.output.contains(option), "\(run.output)")
    }
  }

  @Test("What to do at a device of several terminals names these, and where to state one")
  func terminals() throws {
    let file = try FixtureFile()
    let edits = """
      {"edits": [
        {"insert": "PipelineDevice", "assetGroup": 2, "assetType": 1, "geometry": "POINT (10 0)"},
        {"insert": "PipelineLine", "assetGroup": 1, "assetType": 1,
         "geometry": "LINESTRING (60 9, 60 0)"}]}
      """
    let edit = try CommandLineRun(
      ["edit", file.path, "--transaction", "-", "--allow-unconnected"],
      input: Array(edits.utf8)
    )
    #expect(edit.exitCode == 0, "\(edit.errors)")
    let run = try CommandLineRun(["validate", file.path, "--json"])
    let errors = try #require(try run.json()["errors"] as? [[String: Any]])
    func fix(_ code: String) throws -> [String: Any] {
      let error = try #require(errors.first { $0["code"] as? String == code }, "\(errors)")
      return try #require(error["fix"] as? [String: Any])
    }
    let split = try fix("multiTerminalMidspan")
    #expect(split["kind"] as? String == "splitLine" && split["terminals"] as? [Int] == [1, 2])
    #expect(
      (split["sentence"] as? String)?.contains(
        "set FROMDEVICETERMINAL or TODEVICETERMINAL to 1 (In) or 2 (Out), in the table PipelineLine or "
          + "by the \"attributes\" of an edit"
      ) == true
    )
    let set = try fix("ambiguousTerminal")
    #expect(
      set["kind"] as? String == "setTerminal" && set["field"] as? String == "TODEVICETERMINAL"
    )
    #expect(
      (set["sentence"] as? String)?.contains("set TODEVICETERMINAL to 1 (In) or 2 (Out)") == true
    )
  }

  @Test("A network attribute that is assigned to a column which is not there is noted")
  func missingColumn() throws {
    let path = NSTemporaryDirectory() + "geosnap-validate-\(UUID().uuidString).gpkg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let base = try GasFixture.network()
    var definition = GasFixture.definition
    definition.networkAttributes = [
      NetworkAttribute(
        id: 1,
        name: "Pressure",
        dataType: .double,
        assignments: [.init(sourceID: GasFixture.lineSource, fieldName: "BAR")]
      )
    ]
    try GeoPackage.write(
      UtilityNetwork(
        definition: definition,
        srid: nil,
        tables: base.tables,
        associations: base.associations,
        rules: base.rules
      ),
      to: path
    )
    let run = try CommandLineRun(["validate", path])
    #expect(
      run.errors.contains("note: PipelineLine: Network attribute Pressure is assigned to BAR"),
      "\(run.errors)"
    )
    let line = GasFixture.id(112)
    for (field, sentence) in [
      ("BAR", "Network attribute Pressure is assigned to BAR: add it to the table"),
      ("Pressure", "Network attribute Pressure is kept in BAR."),
    ] {
      let edit = try CommandLineRun(
        ["edit", path, "--transaction", "-"],
        input: Array(
          #"{"edits": [{"setAttributes": "\#(line)", "attributes": {"\#(field)": 7}}]}"#.utf8
        )
      )
      #expect(edit.exitCode == 65 && edit.errors.contains(sentence), "\(edit.errors)")
    }
  }

  @Test("A clean network has no errors, and leaves with 0", .long)
  func clean() throws {
    let run = try CommandLineRun(["validate", SampleFile.path, "--json"])
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    let json = try run.json()
    #expect((json["errors"] as? [Any])?.count == 0)
    #expect((json["ruleGaps"] as? [Any])?.count == 0)
    let text = try CommandLineRun(["validate", SampleFile.path])
    #expect(text.output == "No errors.\n")
  }

  @Test("JSON has code, number, features, place, rule and what to do; the exit code is 1")
  func json() throws {
    let (path, planted) = try file(Self.codes)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let run = try CommandLineRun(["validate", path, "--json"])
    #expect(run.exitCode == 1)
    let json = try run.json()
    let errors = try #require(json["errors"] as? [[String: Any]])
    #expect(errors.count == Self.codes.count)
    #expect(
      errors.compactMap { $0["code"] as? String }
        == Self.codes.sorted { ($0.number ?? 0) < ($1.number ?? 0) }
        .map(\.rawValue)
    )
    for (code, id) in zip(Self.codes, planted) {
      let error = try #require(errors.first { $0["code"] as? String == code.rawValue })
      #expect(error["number"] as? Int == code.number)
      let features = try #require(error["features"] as? [[String: Any]])
      #expect(features.contains { $0["globalID"] as? String == id.description }, "\(code)")
      let fix = try #require(error["fix"] as? [String: Any])
      #expect(fix["kind"] is String && fix["sentence"] is String)
    }
    let unruled = try #require(errors.first { $0["number"] as? Int == 8 })
    let rule = try #require(unruled["rule"] as? [String: Any])
    #expect(rule["nearest"] is [String: Any])
    let gaps = try #require(json["ruleGaps"] as? [[String: Any]])
    #expect(gaps.count == 4)
    #expect(gaps.allSatisfy { $0["count"] as? Int == 1 })
  }

  @Test("The text is grouped by code, and says what to do")
  func text() throws {
    let (path, _) = try file(Self.codes)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let run = try CommandLineRun(["validate", path])
    #expect(run.exitCode == 1)
    #expect(run.output.hasPrefix("\(Self.codes.count) errors at "))
    #expect(run.output.contains("\n21 repeatedVertex: 1 error\n"))
    #expect(run.output.contains("    to do:      Remove vertex "))
    #expect(run.output.contains("\nAsset types that meet or are associated without a rule:\n"))
  }

  @Test("GeoJSON has a point for each place, and SVG a mark")
  func files() throws {
    let (path, _) = try file(Self.codes)
    let (places, picture) = (path + ".json", path + ".svg")
    defer {
      for file in [path, places, picture] { try? FileManager.default.removeItem(atPath: file) }
    }
    let run = try CommandLineRun(["validate", path, "--geojson", places, "--svg", picture])
    #expect(run.exitCode == 1)
    let data = try Data(contentsOf: URL(fileURLWithPath: places))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let features = try #require(json["features"] as? [[String: Any]])
    #expect(features.count == Self.codes.count)
    #expect(features.count { $0["geometry"] is [String: Any] } == Self.codes.count - 1)
    let svg = try String(contentsOfFile: picture, encoding: .utf8)
    let texts = try SVGReader(svg).texts
    #expect(texts.contains { $0.hasPrefix("21 repeatedVertex") })
    #expect(texts.contains("\(Self.codes.count) errors, by the number of their codes."))
    let again = try CommandLineRun(["validate", path, "--svg", picture])
    #expect(again.exitCode == 64)
    let over = try CommandLineRun(["validate", path, "--svg", path, "--force"])
    #expect(over.exitCode == 64)
  }

  @Test(
    "Other verbs set wrong rows aside and name this one, or refuse them; damage is refused here too"
  )
  func strict() throws {
    let (path, _) = try file([.repeatedVertex])
    defer { try? FileManager.default.removeItem(atPath: path) }
    try change(path, "UPDATE GasLine SET ASSETTYPE = 99 WHERE OBJECTID = 1000001")
    let info = try CommandLineRun(["info", path, "--json"])
    #expect(info.exitCode == 0)
    let line =
      "geosnap: 1 row could not be read and is set aside: geosnap validate \(path) lists it\n"
    #expect(info.errors == line)
    let document = try info.json()
    #expect(document["sources"] is [Any])
    let setAside = try #require(document["setAside"] as? [String: Any])
    #expect(setAside["rows"] as? Int == 1)
    #expect(setAside["tables"] as? [String: Int] == ["GasLine": 1])
    let whole = try GeoPackage.open(path).network
    let lines = try #require(whole.tables.first { $0.name == "GasLine" })
    let traced = try CommandLineRun([
      "trace", path, "--type", "connected", "--start", "row:GasLine/\(lines.rowIDs[0])", "--json",
    ])
    let warnings = try #require(try traced.json()["warnings"] as? [String], "\(traced.errors)")
    #expect(warnings == [line.dropFirst("geosnap: ".count).trimmingCharacters(in: .newlines) + "."])
    #expect(try CommandLineRun(["edit", path, "--history"]).errors == line)
    for verb in [["info", path], ["edit", path, "--history"], ["validate", path]] {
      let refused = try CommandLineRun(verb + ["--strict"])
      #expect(refused.exitCode == 65, "\(verb)")
      #expect(refused.errors.contains("row 1000001: Asset type"), "\(verb)")
    }
    let run = try CommandLineRun(["validate", path])
    #expect(run.exitCode == 1)
    #expect(run.output.contains("23 invalidAssetType: 1 error"))
    try change(
      path,
      """
      UPDATE GasLine SET GLOBALID = 'x' WHERE OBJECTID = 1000001;
      DELETE FROM StructureJunction WHERE OBJECTID = (SELECT max(OBJECTID) FROM StructureJunction)
      """
    )
    let fixed = try CommandLineRun(["validate", path])
    #expect(fixed.output.contains("\nmissingGlobalID: 1 error"))
    #expect(fixed.output.contains("GLOBALID of row 1000001 of GasLine"))
    #expect(fixed.errors.contains("geosnap: note: StructureJunction: The table has"))
    let json = try CommandLineRun(["validate", path, "--json"]).json()
    let errors = try #require(json["errors"] as? [[String: Any]])
    let missing = try #require(errors.first { $0["code"] as? String == "missingGlobalID" })
    #expect(missing["number"] is NSNull)
    #expect((missing["fix"] as? [String: Any])?["column"] as? String == "GLOBALID")
    let told = try CommandLineRun(["info", path]).errors
    #expect(told.contains("geosnap: un_manifest does not fit the file"))
    #expect(told.contains("rows could not be read and are set aside"))
    try change(path, "DROP TABLE un_rules")
    #expect(try CommandLineRun(["validate", path]).exitCode == 65)
    #expect(try CommandLineRun(["validate", path + ".none"]).exitCode == 66)
  }

  @Test("With an extent only what concerns features there is listed")
  func extent() throws {
    let (path, _) = try file(Self.codes)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let nothing = try CommandLineRun(["validate", path, "--extent", "-90,-90,-80,-80"])
    #expect(nothing.exitCode == 0)
    let some = try CommandLineRun(["validate", path, "--extent", "140,-60,300,120", "--json"])
    #expect(some.exitCode == 1)
    let errors = try #require(try some.json()["errors"] as? [Any])
    #expect(errors.count == 1)
  }
}

import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("What geosnap edit draws")
struct DrawnEditTests {
  private let valve = "0E1C4E1C-64A5-4D0C-8F0B-5C8E8C1F8D11"

  private func edit(_ file: FixtureFile, _ json: String, _ more: [String] = []) throws
    -> CommandLineRun
  {
    try CommandLineRun(
      ["edit", file.path, "--json", "--transaction", "-"] + more,
      input: Array(json.utf8)
    )
  }

  private func problems(_ run: CommandLineRun) throws -> [[String: Any]] {
    let refused = try #require(try run.json()["refused"] as? [String: Any], "\(run.output)")
    return try #require(refused["problems"] as? [[String: Any]])
  }

  private func drawn(_ run: CommandLineRun) throws -> [[String: Any]] {
    let committed = try #require(try run.json()["committed"] as? [[String: Any]])
    return committed.flatMap { $0["drawn"] as? [[String: Any]] ?? [] }
  }

  private func geometry(_ file: FixtureFile, _ origin: String) throws -> String? {
    let network = try GeoPackage.open(file.path).network
    return try network.geometry(of: #require(network.features(origin: origin).first))?.wkt
  }

  private func main(_ wkt: String, _ more: String = "") -> String {
    #"{"draw": "PipelineLine", "assetGroup": 1, "assetType": 1, "geometry": "\#(wkt)"\#(more)}"#
  }

  private func coupling(_ wkt: String, _ more: String = "") -> String {
    #"{"draw": "PipelineJunction", "assetGroup": 1, "assetType": 2, "geometry": "\#(wkt)"\#(more)}"#
  }

  @Test(
    "A junction on a line gives it a vertex; a device with terminals splits it and goes into its station"
  )
  func proposals() throws {
    let file = try FixtureFile()
    for end in ["FROM", "TO"] {
      try NetworkStore(file.path).addField(
        AttributeField("\(end)DEVICETERMINAL", .integer),
        to: ["PipelineLine"]
      )
    }
    let regulator = """
      {"draw": "PipelineDevice", "assetGroup": 2, "assetType": 1, "geometry": "POINT (63 3)", \
      "globalID": "\(valve)", "origin": "regulator/new"}
      """
    let run = try edit(
      file,
      """
      {"name": "all", "edits": [\(coupling("POINT (5 0)")), {"setOrigin": "origin:sink/0", "origin": "meter"},
        \(main("LINESTRING (58 3, 65 3)")), \(regulator), {"setOrigin": "\(valve)", "origin": "regulator/1"}]}
      """
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    let told = try drawn(run)
    try #require(told.map { $0["edit"] as? Int } == [1, 3, 4])
    #expect(told.map { $0["insertedVertices"] as? Int } == [1, 0, 0])
    #expect(told.map { $0["splits"] as? Int } == [0, 0, 1])
    #expect(told.map { $0["associations"] as? Int } == [0, 0, 1])
    #expect(told[2]["globalID"] as? String == valve && told[2]["row"] as? Int == 4)
    let choices = try #require(told[2]["terminalChoices"] as? [[String: Any]])
    #expect(choices.map { $0["lineEnd"] as? String } == ["end", "start"])
    #expect(choices.map { $0["terminal"] as? Int } == [1, 2])
    let terminals = try #require(choices[0]["terminals"] as? [[String: Any]])
    #expect(terminals.map { $0["name"] as? String } == ["In", "Out"])
    #expect(try geometry(file, "pipe/0")?.hasPrefix("LINESTRING (0 0, 5 0, 10 0") == true)
    let network = try GeoPackage.open(file.path).network
    let device = try #require(network.features(origin: "regulator/1").first)
    #expect(network.associations(of: device).map(\.kind) == [.containment])
    #expect(try NetworkStore(file.path).history().map(\.name) == ["all"])
  }

  @Test(
    "A line goes on from a device at the terminal that lets it through, or at the one that it names itself"
  )
  func terminals() throws {
    let file = try FixtureFile()
    for end in ["FROM", "TO"] {
      try NetworkStore(file.path).addField(
        AttributeField("\(end)DEVICETERMINAL", .integer),
        to: ["PipelineLine"]
      )
    }
    for (attributes, terminal) in [("", 2), (#", "attributes": {"fromDeviceTerminal": 1}"#, 1)] {
      let run = try edit(
        file,
        #"{"edits": [\#(main("LINESTRING (60 0, 60 9)", attributes + #", "origin": "on""#))]}"#
      )
      #expect(run.exitCode == 0, "\(run.errors)")
      let choices = try drawn(run).flatMap { $0["terminalChoices"] as? [[String: Any]] ?? [] }
      #expect(choices.map { $0["lineEnd"] as? String } == ["start"])
      #expect(choices.map { $0["terminal"] as? Int } == [terminal])
      let network = EditedNetwork(try GeoPackage.open(file.path).network)
      let line = try #require(network.features(origin: "on").first)
      #expect(network.attribute("FROMDEVICETERMINAL", of: line) == .integer(Int64(terminal)))
      #expect(try CommandLineRun(["edit", file.path, "--undo"]).exitCode == 0)
    }
  }

  @Test("Undo takes back a step with all that was drawn, redo does it again")
  func undo() throws {
    let file = try FixtureFile()
    let content = { NetworkContent(try GeoPackage.open(file.path).network, withIDs: true) }
    let before = try content()
    #expect(try edit(file, #"{"edits": [\#(coupling("POINT (5 0)"))]}"#).exitCode == 0)
    let after = try content()
    #expect(try CommandLineRun(["edit", file.path, "--undo"]).exitCode == 0)
    #expect(try content().difference(from: before) == nil)
    #expect(try CommandLineRun(["edit", file.path, "--redo"]).exitCode == 0)
    #expect(try content().difference(from: after) == nil)
  }

  @Test("Deleting a junction makes one line of two, if asked to")
  func heal() throws {
    let file = try FixtureFile()
    let line = #"{"split": "origin:pipe/0", "at": "POINT (5 0)"}"#
    let id = #", "globalID": "\#(valve)""#
    #expect(
      try edit(file, #"{"edits": [\#(line), \#(coupling("POINT (5 0)", id))]}"#).exitCode == 0
    )
    let run = try edit(file, #"{"edits": [{"delete": "\#(valve)", "healsLines": true}]}"#)
    #expect(run.exitCode == 0, "\(run.errors)")
    let network = try GeoPackage.open(file.path).network
    #expect(network.features(origin: "pipe/0").count == 1)
    let unknown = try edit(file, #"{"edits": [{"delete": "\#(valve)", "healsLines": true}]}"#)
    #expect(try problems(unknown).map { $0["code"] as? String } == ["unknownFeature"])
  }

  @Test("Shared vertices move along if asked to; a shape that is there already is no edit")
  func redraw() throws {
    let file = try FixtureFile()
    let tap = #"{"redraw": "origin:junction/2", "geometry": "POINT (21 11)""#
    let run = try edit(file, #"{"edits": [\#(tap), "movesSharedVertices": true}]}"#)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try geometry(file, "pipe/0") == "LINESTRING (0 0, 10 0, 21 11, 30 10, 40 0)")
    #expect(try geometry(file, "pipe/1") == "LINESTRING (21 11, 20 15, 20 20)")
    let again = try edit(file, #"{"edits": [\#(tap)}]}"#)
    #expect(again.exitCode == 0)
    #expect(try drawn(again).count == 1)
    #expect(try NetworkStore(file.path).revision == 1)
    let away = try edit(
      file,
      #"{"edits": [{"redraw": "origin:pipe/0", "geometry": "LINESTRING (0 0, 5 3, 10 0, 21 11, 30 10, 40 0)"}]}"#
    )
    #expect(away.exitCode == 0, "\(away.errors)")
    #expect(
      try geometry(file, "pipe/0") == "LINESTRING (0 0, 5 3, 10 0, 21 11, 30 10, 40 0)"
    )
  }

  @Test("Heights are those of the geometry; a shape without heights keeps them")
  func heights() throws {
    let file = try FixtureFile()
    let line = main("LINESTRING Z (0 50 1, 10 50 3)", #", "origin": "high""#)
    let run = try edit(file, #"{"edits": [\#(line), \#(coupling("POINT Z (5 50 2)"))]}"#)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try geometry(file, "high") == "LINESTRING Z (0 50 1, 5 50 2, 10 50 3)")
    let redrawn = try edit(
      file,
      #"{"edits": [{"redraw": "origin:high", "geometry": "LINESTRING (0 50, 5 50, 7.5 50, 10 51)"}]}"#
    )
    #expect(redrawn.exitCode == 0, "\(redrawn.errors)")
    let flat = try edit(
      file,
      #"{"edits": [{"redraw": "origin:pipe/1", "geometry": "LINESTRING Z (20 10 0, 20 15 4, 20 20 0)"}]}"#
    )
    #expect(flat.exitCode == 0, "\(flat.errors)")
    #expect(try geometry(file, "pipe/1") == "LINESTRING Z (20 10 0, 20 15 4, 20 20 0)")
    #expect(try geometry(file, "high")?.hasPrefix("LINESTRING Z (0 50 1, 5 50 2, 7.5 50 ") == true)
  }

  @Test("A single part of a multi geometry will do, several are told as such")
  func parts() throws {
    let file = try FixtureFile()
    let one = main("MULTILINESTRING ((0 50, 9 50))", #", "origin": "one""#)
    #expect(try edit(file, #"{"edits": [\#(one)]}"#).exitCode == 0)
    #expect(try geometry(file, "one") == "LINESTRING (0 50, 9 50)")
    let two = try edit(
      file,
      #"{"edits": [\#(main("MULTILINESTRING ((0 60, 9 60), (0 61, 9 61, 9 61))"))]}"#
    )
    let problems = try problems(two)
    #expect(problems.map { $0["code"] as? String } == ["repeatedVertex", "multipart"])
    #expect(problems.map { $0["number"] as? Int } == [21, 19])
  }

  @Test("Plain tables have no rules: all is drawn as it is, and named by its row")
  func plain() throws {
    let file = try FixtureFile()
    let run = try edit(
      file,
      """
      {"edits": [{"draw": "fences", "geometry": "LINESTRING (0 0, 5 0)"},
        {"redraw": {"table": "fences", "row": 2}, "geometry": "LINESTRING (0 0, 6 0)"},
        {"redraw": "row:survey_points/1", "geometry": "POINT (10 0)"}]}
      """
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    let told = try drawn(run)
    #expect(told.map { $0["row"] as? Int } == [2, 2, 1])
    #expect(told.allSatisfy { $0["globalID"] is NSNull && $0["insertedVertices"] as? Int == 0 })
    let network = try GeoPackage.open(file.path).network
    let fences = try #require(network.tables.first { $0.name == "fences" })
    #expect(fences.geometries[1]?.wkt == "LINESTRING (0 0, 6 0)")
  }

  @Test(
    "What cannot be drawn is refused with its codes, all at once",
    arguments: [
      (
        #""PipelineLine", "assetGroup": 1, "assetType": 1, "geometry": "LINESTRING EMPTY""#,
        ["emptyGeometry"]
      ),
      (
        #""PipelineLine", "assetGroup": 1, "assetType": 1, "geometry": "POINT (1 1)""#,
        ["wrongGeometry"]
      ),
      (
        #""PipelineLine", "assetGroup": 1, "assetType": 1, "geometry": "GEOMETRYCOLLECTION EMPTY""#,
        ["wrongGeometry"]
      ),
      (
        #""PipelineLine", "assetGroup": 1, "assetType": 1, "geometry": "LINESTRING (0 1e200, 1 50)""#,
        ["ordinateOutOfRange"]
      ),
      (#""nowhere", "geometry": "POINT (1 1)""#, ["unknownTable"]),
      (
        #""PipelineLine", "assetGroup": 9, "geometry": "LINESTRING (0 50, 1 50)", "attributes": {"X": 1}"#,
        ["unknownField", "unknownAssetType"]
      ),
      (
        #""PipelineLine", "assetGroup": 1, "assetType": 1, "geometry": "LINESTRING (1 50, 1 50)", "#
          + #""attributes": {"X": 1}"#, ["zeroLength", "unknownField"]
      ),
      (
        #""PipelineDevice", "assetGroup": 3, "assetType": 1, "geometry": "POINT (40 0)""#,
        ["noRule"]
      ),
      (
        #""PipelineDevice", "assetGroup": 3, "assetType": 1, "geometry": "POINT (60 0)""#,
        ["stackedJunctions"]
      ),
      (
        #""PipelineDevice", "assetGroup": 3, "assetType": 1, "geometry": "POINT (0 90)", "#
          + #""globalID": "00000000-0000-0001-0000-00000000005B""#, ["globalIDInUse"]
      ),
      (#""survey_points", "geometry": "SRID=25832;POINT (1 1)""#, ["wrongGeometry"]),
    ]
  )
  func refused(drawing: String, codes: [String]) throws {
    let file = try FixtureFile()
    let meter = #"{"setOrigin": "origin:sink/0", "origin": "a"}"#
    let run = try edit(
      file,
      #"[{"edits": [\#(meter)]}, {"edits": [\#(meter), {"draw": \#(drawing)}]}]"#
    )
    #expect(run.exitCode == 65)
    let problems = try problems(run)
    #expect(problems.map { $0["code"] as? String } == codes, "\(run.errors)")
    #expect(
      problems.allSatisfy { $0["path"] as? String == "[1].edits[1]" && $0["edit"] as? Int == 2 }
    )
    #expect(problems.allSatisfy { !($0["message"] as? String ?? "").contains("of edit") })
    #expect(try NetworkStore(file.path).revision == 1)
  }

  @Test(
    "Each edit is told where the file has it, whoever refuses it and whatever it was written out as"
  )
  func paths() throws {
    let file = try FixtureFile()
    let point = coupling("POINT (5 0)")
    let unknown = #"{"delete": "\#(valve)"}"#
    for (edits, path) in [
      ([unknown, point], "edits[0]"), ([point, unknown], "edits[1]"), ([point, point], "edits[1]"),
      ([point, coupling("POINT (7 0)"), unknown], "edits[2]"),
      ([point, #"{"redraw": "\#(valve)", "geometry": "POINT (1 1)"}"#], "edits[1]"),
      (
        [point, #"{"associate": "containment", "from": "origin:pad/0", "to": "origin:sink/0"}"#],
        "edits[1]"
      ),
    ] {
      let run = try edit(file, #"{"edits": [\#(edits.joined(separator: ","))]}"#)
      #expect(run.exitCode == 65)
      #expect(
        Set(try problems(run).compactMap { $0["path"] as? String }) == [path],
        "\(run.errors)"
      )
    }
    #expect(try NetworkStore(file.path).revision == 0)
  }

  @Test("A check writes nothing, and each transaction finds what those before it would do")
  func check() throws {
    let file = try FixtureFile()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
    let id = #", "globalID": "\#(valve)""#
    let list = """
      [{"name": "one", "edits": [\(coupling("POINT (5 0)", id))]},
       {"name": "two", "edits": [{"setOrigin": "\(valve)", "origin": "x"}]}, {"name": "three", "edits": [
         {"redraw": "\(valve)", "geometry": "POINT (7 0)"}]}]
      """
    let check = try edit(file, list, ["--check"])
    #expect(check.exitCode == 0, "\(check.errors)")
    let committed = try #require(try check.json()["committed"] as? [[String: Any]])
    #expect(committed.map { $0["name"] as? String } == ["one", "two", "three"])
    #expect(committed.map { $0["revision"] as? Int } == [1, 2, 3])
    #expect(try check.json()["revision"] as? Int == 0)
    let twice = coupling("POINT (5 0)")
    let refused = try edit(file, #"[{"edits": [\#(twice)]}, {"edits": [\#(twice)]}]"#, ["--check"])
    #expect(refused.exitCode == 65)
    #expect(try problems(refused).map { $0["path"] as? String } == ["[1].edits[0]"])
    let text = try CommandLineRun(
      ["edit", file.path, "--transaction", "-", "--check"],
      input: Array(#"{"edits": [{"setOrigin": "origin:sink/0", "origin": "x"}]}"#.utf8)
    )
    #expect(text.output.hasPrefix("would commit revision 1"), "\(text.output)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == bytes)
    #expect(try CommandLineRun(["edit", file.path, "--undo", "--check"]).exitCode == 64)
    let committedNow = try edit(file, list)
    #expect(try drawn(committedNow).count == 2)
  }

  @Test(
    "JSON that says nothing sensible is told where",
    arguments: [
      (#"{"draw": "fences"}"#, "edits[0]"),
      (#"{"draw": "fences", "geometry": null}"#, "edits[0].geometry"),
      (#"{"redraw": "row:fences/1", "geometry": null}"#, "edits[0].geometry"),
      (#"{"redraw": "row:fences/9", "geometry": "POINT (1 1)"}"#, "row:fences/9"),
      (#"{"draw": "fences", "geometry": "POINT (nan 1)"}"#, "edits[0]"),
      (#"{"draw": "fences", "geometry": "POINT (1 1)", "splitsLine": true}"#, "splitsLine"),
      (#"{"draw": "fences", "redraw": "x", "geometry": "POINT (1 1)"}"#, "draw, redraw, insert"),
      (#"{"delete": "row:fences/1", "healsLines": 7}"#, "edits[0].healsLines"),
      (#"{"insert": "fences", "healsLines": true}"#, "healsLines"),
    ]
  )
  func badJSON(json: String, part: String) throws {
    let file = try FixtureFile()
    let run = try edit(file, #"{"edits": [\#(json)]}"#)
    #expect(run.exitCode == 65 && run.errors.contains(part), "\(run.errors)")
    #expect(try NetworkStore(file.path).revision == 0)
  }
}

import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// Every option and argument that takes an id takes all three forms of it.
@Suite("Ids of features on the command line")
struct ElementIDTests {
  let file: FixtureFile

  init() throws { file = try FixtureFile() }

  /// The three names of the feature that an origin stands for.
  private func names(_ origin: String) throws -> [String] {
    let network = try GeoPackage.open(file.path).network
    let feature = try #require(network.features(origin: origin).first)
    let table = network.tables[Int(feature.table)]
    return [
      "origin:\(origin)", "row:\(table.name)/\(table.rowIDs[Int(feature.row)])",
      try #require(table.globalIDs[Int(feature.row)]).description,
    ]
  }

  @Test(
    "A verb answers the same, whichever of its three names an element is given",
    arguments: [
      (["show", "ID"], "pipe/1"), (["associations", "--element", "ID"], "valve/0"),
      (["container", "--element", "ID"], "valve/0"),
      (["fraction", "--at", "20,12", "--element", "ID"], "pipe/1"),
      (["snap", "--at", "20,15", "--tolerance", "1", "--editing", "ID"], "pipe/1"),
      (["explain", "--at", "20,15", "--tolerance", "1", "--editing", "ID"], "pipe/1"),
      (["trace", "--type", "connected", "--start", "ID"], "pipe/1"),
      (["trace", "--type", "connected", "--start", "ID@0.25"], "pipe/1"),
      (["trace", "--type", "connected", "--start", "origin:pipe/0", "--barrier", "ID"], "pipe/1"),
      (["trace", "--type", "connected", "--start", "origin:pipe/0", "--block", "ID"], "pipe/1"),
      (["why", "--from", "origin:pipe/0", "--to", "ID"], "pipe/1"),
      (["why", "--to", "origin:pipe/0", "--from", "ID"], "pipe/1"),
      (["segments", "--block", "ID"], "pipe/1"), (["segments", "--unblock", "ID"], "pipe/1"),
      (["subnetworks", "--block", "ID"], "pipe/1"), (["graph", "--block", "ID"], "pipe/1"),
    ]
  )
  func verbs(words: [String], origin: String) throws {
    var answers: [String] = []
    for name in try names(origin) {
      let arguments = words.map { $0.replacing("ID", with: name) }
      let run = try CommandLineRun([arguments[0], file.path] + arguments.dropFirst() + ["--json"])
      #expect(!run.errors.contains("is no id"), "\(arguments): \(run.errors)")
      answers.append("\(run.exitCode)\n\(run.output)")
    }
    #expect(
      answers[1] == answers[0] && answers[2] == answers[0],
      "\(words): \(answers[0].prefix(300))"
    )
    let nobody = words.map { $0.replacing("ID", with: "row:PipelineLine/4711") }
    #expect(
      try CommandLineRun([nobody[0], file.path] + nobody.dropFirst()).exitCode == 64,
      "\(nobody)"
    )
  }

  @Test("find takes the ids that other verbs take")
  func find() throws {
    for name in try names("pipe/1") {
      let run = try CommandLineRun(["find", file.path, name, "--json"])
      let hits = try #require(try run.json()["hits"] as? [[String: Any]], "\(run.errors)")
      #expect(hits.map { $0["origin"] as? String } == ["pipe/1"], "\(name)")
    }
    #expect(try CommandLineRun(["find", file.path, "row:PipelineLine/4711"]).exitCode == 1)
  }

  private func edit(_ json: String) throws -> CommandLineRun {
    try CommandLineRun(["edit", file.path, "--transaction", "-"], input: Array(json.utf8))
  }

  @Test("A transaction names features by each of the three forms")
  func transaction() throws {
    for (number, name) in try names("sink/0").enumerated() {
      let run = try edit(
        #"{"edits": [{"setGeometry": "\#(name)", "geometry": "POINT (\#(number) 50)"}]}"#
      )
      #expect(run.exitCode == 0, "\(name): \(run.errors)")
      let network = try GeoPackage.open(file.path).network
      let meter = try #require(network.features(origin: "sink/0").first)
      #expect(network.geometry(of: meter)?.wkt == "POINT (\(number) 50)")
    }
    let network = try GeoPackage.open(file.path).network
    let before = network.associations.count
    let stations = try names("valve/0")
    let associated = try edit(
      """
      {"edits": [{"associate": "attachment", "from": "\(try names("valve/0")[1])",
        "to": {"globalID": "origin:junction/2"}}]}
      """
    )
    // Allowed or not, both ends were found: a rule is what may be missing.
    #expect(
      !associated.errors.contains("UUID") && !associated.errors.contains("is no id"),
      "\(associated.errors)"
    )
    let deleted = try edit(#"{"edits": [{"delete": "\#(stations[0])"}]}"#)
    #expect(deleted.exitCode == 0, "\(deleted.errors)")
    #expect(try GeoPackage.open(file.path).network.features(origin: "valve/0").isEmpty)
    #expect(try GeoPackage.open(file.path).network.associations.count <= before)
  }

  @Test("A name that is none, or stands for several features, is told with its place in the file")
  func wrongNames() throws {
    let none = try edit(#"{"edits": [{"delete": "origin:pipe/77"}]}"#)
    #expect(
      none.exitCode == 65 && none.errors.contains("No feature is named origin:pipe/77"),
      "\(none.errors)"
    )
    #expect(none.errors.contains("edits[0].delete"), "\(none.errors)")
    let nonsense = try edit(#"{"edits": [{"delete": "pipe/1"}]}"#)
    #expect(
      nonsense.exitCode == 65 && nonsense.errors.contains("origin:line/42"),
      "\(nonsense.errors)"
    )
    // Two features of one origin.
    let meter = try names("sink/0")[2]
    #expect(try edit(#"{"edits": [{"setOrigin": "\#(meter)", "origin": "pipe/1"}]}"#).exitCode == 0)
    let several = try edit(#"{"edits": [{"delete": "origin:pipe/1"}]}"#)
    #expect(several.exitCode == 65, "\(several.output)")
    #expect(several.errors.contains("stands for 2 features"), "\(several.errors)")
    #expect(several.errors.contains("row:PipelineLine/"), "\(several.errors)")
  }
}

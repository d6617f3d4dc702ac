import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("geosnap edit")
struct EditCommandTests {
  private let meter = GasFixture.id(91).description

  private func edit(_ file: FixtureFile, _ json: String, _ more: [String] = []) throws
    -> CommandLineRun
  {
    try CommandLineRun(
      ["edit", file.path, "--transaction", "-"] + more,
      input: Array(json.utf8)
    )
  }

  @Test("Transactions are committed, listed, undone and redone")
  func verbs() throws {
    let file = try FixtureFile()
    let run = try edit(
      file,
      """
      [{"name": "Move the meter", "edits": [{"setGeometry": "\(meter)", "geometry": "POINT (1 2)"}]},
       {"name": "A point", "edits": [{"insert": "survey_points", "geometry": "POINT (7 7)"}]}]
      """
    )
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(run.output.contains("committed revision 1  Move the meter: 1 edit, 1 feature touched"))
    let undo = try CommandLineRun(["edit", file.path, "--undo", "--json"]).json()
    #expect(undo["revision"] as? Int == 3)
    let history = try CommandLineRun(["edit", file.path, "--history", "--json"]).json()
    #expect(history["canUndo"] as? Bool == true && history["canRedo"] as? Bool == true)
    #expect((history["steps"] as? [Any])?.count == 2)
    #expect(try CommandLineRun(["edit", file.path, "--redo"]).output.hasPrefix("redid revision 4"))
    #expect(try CommandLineRun(["edit", file.path, "--redo"]).exitCode == 65)
    let network = try GeoPackage.open(file.path).network
    let feature = try #require(network.feature(globalID: GasFixture.id(91)))
    #expect(network.geometry(of: feature)?.wkt == "POINT (1 2)")
  }

  @Test("A refused transaction says every problem; those before it stay")
  func refused() throws {
    let file = try FixtureFile()
    let run = try edit(
      file,
      """
      [{"edits": [{"setOrigin": "\(meter)", "origin": "x"}]},
       {"name": "bad", "edits": [{"delete": "\(GasFixture.id(8))"}, {"insert": "nowhere"}]},
       {"edits": [{"setOrigin": "\(meter)", "origin": "y"}]}]
      """,
      ["--json"]
    )
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("bad: edit 1") && run.errors.contains("bad: edit 2, nowhere"))
    #expect(!run.errors.contains(": :"))
    #expect((try run.json()["committed"] as? [Any])?.count == 1)
    let network = try GeoPackage.open(file.path).network
    #expect(network.features(origin: "x").count == 1)
  }

  @Test("A transaction without a name is told by its number in a list, and not at all alone")
  func unnamed() throws {
    let file = try FixtureFile()
    let wrong = #"{"edits": [{"delete": "\#(GasFixture.id(8))"}]}"#
    let alone = try edit(file, wrong)
    #expect(alone.exitCode == 65 && alone.errors.contains(".gpkg: edit 1: There is no feature"))
    let right = #"{"edits": [{"setOrigin": "\#(meter)", "origin": "x"}]}"#
    let second = try edit(file, "[\(right), \(wrong)]")
    #expect(second.errors.contains(".gpkg: transaction 2: edit 1: There is no feature"))
    #expect(try NetworkStore(file.path).revision == 1)
  }

  @Test("A file keeps as many steps as asked for")
  func historyLimit() throws {
    let file = try FixtureFile()
    let edits = (1...4).map { #"{"edits": [{"setOrigin": "\#(meter)", "origin": "\#($0)"}]}"# }
    let list = "[\(edits.joined(separator: ","))]"
    #expect(try edit(file, list, ["--history-limit", "2"]).exitCode == 0)
    let history = try CommandLineRun(["edit", file.path, "--history", "--json"]).json()
    #expect((history["steps"] as? [Any])?.count == 2 && history["revision"] as? Int == 4)
    #expect(try edit(file, list, ["--history-limit", "0"]).exitCode == 64)
  }

  @Test(
    "JSON that says nothing sensible is told where",
    arguments: [
      ("{", "-:1: The document ends too early"),
      ("{\"edits\": [\n{\"delete\": }\n]}", "-:2: JSON syntax"),
      ("{\"edits\": [\n{\"delete\":\n\"x\"}]}", "-:3: at edits[0].delete"),
      ("[\n\n{\"edits\": 7}]", "-:3: at [0].edits"), ("", "-:1: The document ends too early"),
      ("{\"edits\": [{}]}", "edits[0]"), ("{\"edit\": []}", "edit"),
      ("{\"edits\": [{\"delete\": \"x\"}]}", "edits[0].delete"),
      ("{\"edits\": [{\"setGeometry\": \"x\"}]}", "geometry"),
      ("{\"edits\": [{\"insert\": \"a\", \"geometry\": \"PONT (1 2)\"}]}", "edits[0].geometry"),
      ("{\"edits\": [{\"insert\": \"a\", \"attribute\": {}}]}", "attribute"),
      ("{\"edits\": [{\"associate\": \"x\", \"from\": \"a\", \"to\": \"b\"}]}", "kind"),
    ]
  )
  func badJSON(json: String, part: String) throws {
    let file = try FixtureFile()
    let run = try edit(file, json)
    #expect(run.exitCode == 65 && run.errors.contains(part), "\(run.errors)")
    #expect(try NetworkStore(file.path).revision == 0)
  }

  @Test("One verb is needed, and a network that is there")
  func usage() throws {
    let file = try FixtureFile()
    #expect(try CommandLineRun(["edit", file.path]).exitCode == 64)
    #expect(try CommandLineRun(["edit", file.path, "--undo", "--redo"]).exitCode == 64)
    #expect(try CommandLineRun(["edit", file.path + "x", "--history"]).exitCode == 66)
    #expect(try CommandLineRun(["edit", file.path, "--transaction", "/none"]).exitCode == 66)
    let folder = try CommandLineRun(["edit", file.path, "--transaction", "/tmp"])
    #expect(folder.exitCode == 66 && folder.errors.contains("/tmp is a folder"))
    let circuit = try CommandLineRun(["import", "opendss", file.path, file.path + "x"])
    #expect(circuit.exitCode == 66 && circuit.errors.contains("is a file: a folder was expected"))
  }

  @Test("A network that is being edited is waited for, then told who edits it")
  func inUse() throws {
    let file = try FixtureFile()
    let store = try NetworkStore(file.path)
    let run = try CommandLineRun(["edit", file.path, "--history", "--timeout", "0.1"])
    #expect(run.exitCode == 66)
    #expect(run.errors.contains("process \(ProcessInfo.processInfo.processIdentifier)"))
    withExtendedLifetime(store) {}
  }

  @Test("Two programs at once take turns: all that both report is there")
  func twoPrograms() async throws {
    let file = try FixtureFile()
    let path = file.path
    let runs = try await withThrowingTaskGroup(of: CommandLineRun.self) { group in
      for program in 0..<2 {
        for turn in 0..<4 {
          group.addTask {
            let edits = (0..<10).map { number in
              """
              {"name": "\(program).\(turn).\(number)", "edits": [{"insert": "survey_points", \
              "geometry": "POINT (\(program) \(number))"}]}
              """
            }
            return try CommandLineRun(
              ["edit", path, "--transaction", "-", "--timeout", "60"],
              input: Array("[\(edits.joined(separator: ","))]".utf8)
            )
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(runs.allSatisfy { $0.exitCode == 0 }, "\(runs.map(\.errors))")
    let network = try GeoPackage.open(path).network
    let table = try #require(network.tables.first { $0.name == "survey_points" })
    #expect(table.count == 81)
    let steps = try NetworkStore(path).history()
    #expect(steps.count == 80 && steps.last?.number == 80)
    // Each program's ten stand together: no two were editing at once.
    let owners = steps.map { $0.name.split(separator: ".").prefix(2).joined(separator: ".") }
    #expect(zip(owners, owners.dropFirst()).count { $0 != $1 } == 7)
  }
}

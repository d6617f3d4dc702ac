import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("What geosnap edit refuses, and how it says so")
struct EditRefusalTests {
  private let meter = GasFixture.id(91).description

  private func edit(_ file: FixtureFile, _ json: String, _ more: [String] = []) throws
    -> CommandLineRun
  {
    try CommandLineRun(
      ["edit", file.path, "--transaction", "-"] + more,
      input: Array(json.utf8)
    )
  }

  /// The global ids in what was said of a file, whose name has one of its own.
  private static func globalIDs(_ text: String, _ file: FixtureFile) -> [Substring] {
    let text = text.replacing(file.path, with: "")
    return text.matches(of: /[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}/)
      .map { text[$0.range] }
  }

  @Test("A refusal has code, number, edit and path, each feature once, and no id that nobody gave")
  func topology() throws {
    let file = try FixtureFile()
    let valve =
      #"{"insert": "PipelineDevice", "assetGroup": 3, "assetType": 1, "geometry": "POINT (40 0)"}"#
    let origin = #"{"setOrigin": "\#(meter)", "origin": "x"}"#
    let run = try edit(
      file,
      #"[{"edits": [\#(origin)]}, {"edits": [{"setOrigin": "\#(meter)", "origin": "y"}, \#(valve)]}]"#,
      ["--json"]
    )
    #expect(run.exitCode == 65)
    #expect(run.errors.contains(".gpkg: transaction 2: edit 2, PipelineLine "), "\(run.errors)")
    #expect(
      run.errors.contains(
        "It meets Valve / Gate (PipelineDevice, of edit 2) at 40.0000000 0.0000000."
      )
    )
    #expect(run.errors.contains("(noConnectivityRule 8 at [1].edits[1])"))
    #expect(!run.errors.contains("row "))
    #expect(Self.globalIDs(run.errors, file) == [Substring(GasFixture.id(111).description)])
    let json = try run.json()
    #expect((json["committed"] as? [Any])?.count == 1)
    let refused = try #require(json["refused"] as? [String: Any])
    let problems = try #require(refused["problems"] as? [[String: Any]])
    #expect(problems.count == 1)
    #expect(problems[0]["code"] as? String == "noConnectivityRule")
    #expect(problems[0]["number"] as? Int == 8)
    #expect(problems[0]["edit"] as? Int == 2)
    #expect(problems[0]["path"] as? String == "[1].edits[1]")
  }

  @Test("Where several terminals will do, they are named, and how to choose one")
  func terminals() throws {
    let file = try FixtureFile()
    let line = """
      {"edits": [{"insert": "PipelineLine", "assetGroup": 1, "assetType": 1, \
      "geometry": "LINESTRING (60 0, 60 9)"}]}
      """
    let run = try edit(file, line)
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("(ambiguousTerminal 9 at edits[0])"), "\(run.errors)")
    #expect(run.errors.contains("Set FROMDEVICETERMINAL of the line to 1 (In) or 2 (Out)"))
    #expect(run.errors.contains("has no such column yet"))
    #expect(
      run.errors.contains("edit 1, PipelineLine: It meets Regulator / Regulator (PipelineDevice, ")
    )
  }

  @Test("What is no topology has its code, too; a made-up association is named by its edit")
  func others() throws {
    let file = try FixtureFile()
    let run = try edit(
      file,
      """
      {"edits": [{"associate": "containment", "from": "\(GasFixture.id(92))", "to": "\(meter)"},
                 {"insert": "PipelineDevice", "row": -3, "assetGroup": 3, "assetType": 1}]}
      """
    )
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("edit 1, associations: "), "\(run.errors)")
    #expect(run.errors.contains("(noRule at edits[0])"))
    #expect(run.errors.contains("Row ids of new rows begin at 1"))
    #expect(run.errors.contains("(wrongValue at edits[1])"))
    #expect(Self.globalIDs(run.errors, file).isEmpty)
  }

  @Test(
    "Nothing to do is no commit",
    arguments: [
      ("[]", "-:1: The list is empty"), ("{\"edits\": []}", "-:1: at edits: A transaction has at"),
      ("[{\"edits\": [{\"delete\": \"x\"}]}]", "at [0].edits[0].delete"),
      ("[\n{\"edits\": []}]", "-:2: at [0].edits: A transaction has at least one edit."),
    ]
  )
  func empty(json: String, part: String) throws {
    let file = try FixtureFile()
    let run = try edit(file, json)
    #expect(run.exitCode == 65 && run.errors.contains(part), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test("Edits after which all is as before are told as such")
  func unchanged() throws {
    let file = try FixtureFile()
    let origin = #"{"name": "Again", "edits": [{"setOrigin": "\#(meter)", "origin": "x"}]}"#
    let run = try edit(file, "[\(origin), \(origin)]")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("committed revision 1  Again") == true)
    #expect(lines.last == "unchanged revision 1  Again: all is so already")
  }

  @Test(
    "JSON of another form is told in the words of JSON",
    arguments: [
      (#"{"edits": 7}"#, "a list"), (#"{"edits": [7]}"#, "an object"),
      (
        #"{"edits": [{"setOrigin": {"table": "fences", "row": "x"}, "origin": ""}]}"#,
        "a whole number"
      ),
      (#"{"edits": [{"setOrigin": {"table": "fences", "row": 1.5}, "origin": ""}]}"#, "whole"),
      (#"{"edits": [{"setOrigin": {"table": 7, "row": 1}, "origin": ""}]}"#, "a text"),
      (
        #"{"edits": [{"setGeometry": "00000000-0000-0001-0000-00000000005B"}]}"#,
        "geometry is missing"
      ),
      (#"{"name": null, "edits": null}"#, "null"), (#"{"name": "x"}"#, "edits is missing"),
    ]
  )
  func words(json: String, part: String) throws {
    let file = try FixtureFile()
    let run = try edit(file, json)
    #expect(run.exitCode == 65 && run.errors.contains(part), "\(run.errors)")
    for word in [
      "DecodingError", "keyNotFound", "typeMismatch", "Array<", "Dictionary", "Int64", "Swift",
    ] {
      #expect(!run.errors.contains(word), "\(run.errors)")
    }
  }

  @Test(
    "Options that do not go together are refused with a sentence",
    arguments: [
      (["--undo", "--history-limit", "3"], "--history-limit goes with --transaction"),
      (["--history", "--history-limit", "3"], "--history-limit goes with --transaction"),
      (["--redo", "--allow-unconnected"], "--allow-unconnected goes with --transaction"),
      (["--undo", "--timeout", "-1"], "--timeout is a number of seconds"),
      (["--transaction", "-", "--history-limit", "-2"], "--history-limit is a number from 1"),
    ]
  )
  func options(arguments: [String], part: String) throws {
    let file = try FixtureFile()
    let run = try CommandLineRun(["edit", file.path] + arguments)
    #expect(run.exitCode == 64 && run.errors.contains(part), "\(run.errors)")
  }

  @Test("The help names the verb that tells what an edit left incomplete")
  func help() throws {
    #expect(try CommandLineRun(["edit", "--help"]).output.contains("geosnap validate"))
  }
}

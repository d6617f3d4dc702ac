import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// What the command says when something fails, whatever the verb.
@Suite("Failures of the command")
struct FailureTests {
  /// A verb as the program describes it, with what it cannot be called without.
  struct Verb: CustomStringConvertible {
    let path: [String]
    let hasJSON: Bool
    let needed: [String]

    var description: String { path.joined(separator: " ") }
  }

  private static func name(_ argument: [String: Any]) -> String? {
    (argument["preferredName"] as? [String: Any])?["name"] as? String
  }

  /// All verbs, from the program's own description of itself: those to come as well.
  static func verbs() throws -> [Verb] {
    let help = try CommandLineRun(["--experimental-dump-help"]).json()
    var verbs: [Verb] = []
    func visit(_ command: [String: Any], _ path: [String]) {
      if let inner = command["subcommands"] as? [[String: Any]], !inner.isEmpty {
        for command in inner { visit(command, path + [command["commandName"] as? String ?? ""]) }
        return
      }
      let arguments = command["arguments"] as? [[String: Any]] ?? []
      var needed: [String] = []
      for argument in arguments where argument["isOptional"] as? Bool == false {
        switch argument["kind"] as? String {
        case "positional"?: needed.append("/no/such/file")
        case "option"?:
          let name = Self.name(argument) ?? ""
          let values = ["at": "1,1", "type": "connected"]
          needed += ["--\(name)", values[name] ?? "1"]
        default: break
        }
      }
      let hasJSON = arguments.contains { name($0) == "json" }
      verbs.append(Verb(path: path, hasJSON: hasJSON, needed: needed))
    }
    visit(try #require(help["command"] as? [String: Any]), [])
    return verbs.filter { $0.path.first != "help" }
  }

  /// The `error` of the one document on stdout, which goes with the sentence on stderr.
  @discardableResult
  private func failure(_ arguments: [String], _ code: ClosedRange<Int32>) throws -> [String: Any] {
    let run = try CommandLineRun(arguments, input: [])
    let comment: Comment = "\(arguments.joined(separator: " ")): \(run.output) \(run.errors)"
    #expect(code.contains(run.exitCode), comment)
    let document = try #require(
      try? JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any],
      comment
    )
    let error = try #require(document["error"] as? [String: Any], comment)
    #expect(
      Set(error.keys) == ["code", "message", "file", "line", "path", "problems"],
      comment
    )
    let message = try #require(error["message"] as? String, comment)
    #expect(!message.isEmpty && run.errors.contains(message.prefix { $0 != "\n" }), comment)
    return error
  }

  @Test("With --json every verb that fails prints one document with the error, and the sentence")
  func everyVerb() throws {
    let verbs = try Self.verbs()
    #expect(verbs.count { $0.hasJSON } > 30)
    for verb in Extent.every(5, of: verbs.filter(\.hasJSON)) {
      let wrong = try failure(verb.path + ["--json", "--no-such-option"], 64...64)
      #expect(wrong["code"] as? String == "usage", "\(verb)")
      try failure(verb.path + verb.needed + ["--json"], 1...130)
    }
  }

  @Test("Without --json nothing is on stdout, and with help it is as it was")
  func noDocument() throws {
    for verb in Extent.every(5, of: try Self.verbs().filter(\.hasJSON)) {
      let run = try CommandLineRun(verb.path + ["--no-such-option"], input: [])
      #expect(run.exitCode == 64 && run.output.isEmpty, "\(verb)")
    }
    let help = try CommandLineRun(["import", "epanet", "--help", "--json"])
    #expect(help.exitCode == 0 && help.output.contains("USAGE"))
  }

  @Test("The error names file, line, path and kind, and all problems")
  func places() throws {
    let folder = try TemporaryFolder([
      "net.inp": "[JUNCTIONS]\nJ 1\n[PIPES]\nP J X 1 1 1\nQ J Y 1 1 1\n[END]\n",
      "definition.json": "{\"domainNetworks\": [{}],\n\"rulez\": []}",
      "twice.json": "{\"a\": 1,\n\"a\": 2}",
    ])
    let inp = folder.path("net.inp")
    let out = folder.path("out.gpkg")
    let error = try failure(["import", "epanet", inp, out, "--json"], 65...65)
    #expect(error["code"] as? String == "badData")
    #expect(error["file"] as? String == inp)
    #expect(error["line"] as? Int == 4)
    #expect(error["path"] as? String == "line 4 in [PIPES]")
    let problems = try #require(error["problems"] as? [[String: Any]])
    #expect(problems.map { $0["line"] as? Int } == [4, 5])
    let twice = try failure(
      ["import", "definition", folder.path("twice.json"), out, "--json"],
      65...65
    )
    #expect(twice["line"] as? Int == 2)
    #expect((twice["message"] as? String)?.contains("appears twice") == true)
    #expect((twice["message"] as? String)?.contains("damaged") == false)
    let definition = try failure(
      ["import", "definition", folder.path("definition.json"), out, "--json"],
      65...65
    )
    #expect(definition["path"] as? String == "$.rulez" || definition["line"] as? Int != nil)
    let missing = try failure(["info", folder.path("none.gpkg"), "--json"], 66...66)
    #expect(missing["code"] as? String == "cannotOpen")
    #expect(missing["file"] as? String == folder.path("none.gpkg"))
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test("An edit that fails after others tells both in one document")
  func partialEdit() throws {
    let file = try FixtureFile()
    let folder = try TemporaryFolder([
      "edits.json": """
      [{"name": "one", "edits": [{"insert": "PipelineJunction", "assetGroup": 1, "assetType": 1,
        "geometry": "POINT (900 900)"}]},
       {"name": "two", "edits": [{"delete": "00000000-0000-0000-0000-00000000FFFF"}]}]
      """
    ])
    let run = try CommandLineRun([
      "edit", file.path, "--transaction", folder.path("edits.json"), "--json",
    ])
    #expect(run.exitCode == 65, "\(run.errors)")
    let document = try run.json()
    #expect(document["error"] is [String: Any], "\(run.output)")
    #expect(document["committed"] is [Any], "\(run.output)")
  }

  @Test("A run of conform that fails halfway leaves one document on stdout")
  func halfConform() throws {
    let file = try FixtureFile()
    let rows = (0..<50_000).map { "\($0 % 40),\($0 % 20)" } + ["x,y"]
    let folder = try TemporaryFolder(["points.csv": "x,y\n" + rows.joined(separator: "\n")])
    let error = try failure(
      [
        "conform", folder.path("points.csv"), file.path, "--tolerance", "5", "--output",
        folder.path("out.csv"), "--json",
      ],
      65...65
    )
    #expect(error["line"] as? Int == 50_002)
    #expect(error["file"] as? String == folder.path("points.csv"))
  }

  @Test("A file in a folder that there is not is refused by the name that was given, by every verb")
  func missingFolder() throws {
    let file = try FixtureFile()
    let folder = try TemporaryFolder([
      "net.inp": "[JUNCTIONS]\nJ 1\n[END]\n", "p.csv": "x,y\n1,1\n",
      "d.json": "{\"domainNetworks\": []}",
    ])
    for ending in ["gpkg", "csv", "svg", "geojson"] {
      let out = folder.path("none/out.\(ending)")
      let commands: [[String]]
      switch ending {
      case "gpkg":
        commands = [
          ["import", "epanet", folder.path("net.inp"), out],
          ["import", "definition", folder.path("d.json"), out],
          [
            "identify", file.path, "--batch", folder.path("p.csv"), "--tolerance", "1", "--output",
            out,
          ],
        ]
      case "csv":
        commands = [
          ["conform", folder.path("p.csv"), file.path, "--tolerance", "1", "--output", out],
          [
            "snap", file.path, "--batch", folder.path("p.csv"), "--tolerance", "1", "--output", out,
          ],
        ]
      case "svg":
        commands = [
          ["render", file.path, "--output", out], ["validate", file.path, "--svg", out],
          ["explain", file.path, "--at", "1,1", "--tolerance", "1", "--svg", out],
        ]
      default:
        commands = [
          ["validate", file.path, "--geojson", out], ["subnetworks", file.path, "--geojson", out],
        ]
      }
      for command in commands {
        let run = try CommandLineRun(command)
        #expect(run.exitCode == 66, "\(command): \(run.errors)")
        #expect(
          run.errors.hasPrefix("geosnap: \(out) cannot be written: there is no folder "),
          "\(run.errors)"
        )
        #expect(run.errors.contains("Make it") && !run.errors.contains(".part"), "\(run.errors)")
      }
    }
  }

  @Test("A code of no reference system is refused wherever one is given")
  func unknownReferences() throws {
    let folder = try TemporaryFolder(["net.inp": "[JUNCTIONS]\nJ 1\n[END]\n", "d.json": "{}"])
    let out = folder.path("out.gpkg")
    for command in [
      ["import", "epanet", folder.path("net.inp"), out, "--srid"],
      ["import", "epanet", folder.path("net.inp"), out, "--srid", "4326", "--to-srid"],
      ["import", "definition", folder.path("d.json"), out, "--srid"],
      ["geometry", "buffer", "POINT (1 1)", "--distance", "1", "--srid"],
      ["geometry", "project", "POINT (1 1)", "--srid", "4326", "--to-srid"],
    ] {
      for code in Extent.every(2, of: ["999999", "-1", "0", "abc"]) {
        let run = try CommandLineRun(command + [code])
        #expect(run.exitCode == 64, "\(command) \(code): \(run.errors)")
        #expect(run.errors.contains("srid"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: out))
      }
    }
    let known = try CommandLineRun([
      "import", "epanet", folder.path("net.inp"), out, "--srid", "102100",
    ])
    #expect(known.exitCode == 0, "\(known.errors)")
  }

  @Test("Numbers without sense are refused as usage, each with a sentence about its option")
  func numbers() throws {
    let file = try FixtureFile()
    let point = ["geometry", "buffer", "POINT (1 1)"]
    for (command, option, values) in [
      (["edit", file.path, "--history"], "--timeout", ["-1", "nan", "inf", "1e9", "x"]),
      (["edit", file.path, "--history"], "--history-limit", ["-1", "0", "x"]),
      (["identify", file.path, "--at", "1,1"], "--tolerance", ["-1", "nan", "x"]),
      (["identify", file.path, "--at", "1,1", "--tolerance", "1"], "--limit", ["-1", "x"]),
      (
        ["identify", file.path, "--tolerance", "1", "--batch", "-", "--no-header", "--y", "2"],
        "--x", ["0", "-1", "x"]
      ),
      (["snap", file.path, "--at", "1,1"], "--tolerance", ["-1", "nan", "-1px"]),
      (
        ["snap", file.path, "--at", "1,1", "--tolerance", "1"], "--view-scale", ["-1", "0", "nan"]
      ),
      (["container", file.path, "--element", "origin:pad/1"], "--margin", ["-1", "nan", "inf"]),
      (
        ["fraction", file.path, "--element", "origin:pipe/1", "--at", "1,1"], "--tolerance",
        ["-2", "nan"]
      ),
      (["render", file.path], "--width", ["-1", "0", "x"]),
      (["render", file.path, "--at", "1,1"], "--size", ["-1", "0", "nan"]),
      (["conform", "-", file.path, "--output", "x.csv"], "--tolerance", ["-1", "nan"]),
      (point, "--distance", ["nan", "inf", "x"]), (point, "--tolerance", ["-2", "nan"]),
      (point, "--length", ["-1", "0", "nan"]), (point, "--deviation", ["-1", "nan"]),
      (point, "--ratio", ["-0.1", "1.1", "nan"]), (point, "--grid", ["-1", "nan"]),
      (point, "--mitre-limit", ["-1", "0", "nan"]), (point, "--segments", ["-1", "0", "1001"]),
      (point, "--extend-options", ["-1", "32"]), (point, "--azimuth", ["nan"]),
      (point, "--fraction", ["nan"]),
    ] as [([String], String, [String])] {
      for value in Extent.some(1, of: values) {
        let run = try CommandLineRun(command + [option, value], input: [])
        #expect(run.exitCode == 64, "\(command) \(option) \(value): \(run.errors)")
        let sentence = run.errors.split(separator: "\n").first ?? ""
        #expect(sentence.contains(option), "\(run.errors)")
        #expect(!sentence.contains("Missing value"), "\(run.errors)")
      }
    }
  }

  @Test("A byte order mark before what a verb reads changes nothing")
  func byteOrderMarks() throws {
    let mark = "\u{FEFF}"
    let file = try FixtureFile()
    let point = "{\"type\": \"Point\", \"coordinates\": [1, 1]}"
    let folder = try TemporaryFolder([
      "g.json": mark + point, "g.wkt": mark + "POINT (1 1)\n",
      "d.json": mark + "{\"domainNetworks\": []}",
      "t.json": mark
        + #"[{"edits": [{"setOrigin": "00000000-0000-0001-0000-00000000005B", "origin": "x"}]}]"#,
      "c.json": mark + "{}",
    ])
    for command in [
      ["validate", "geometry", folder.path("g.json")],
      ["validate", "geometry", folder.path("g.wkt")],
      ["definition", "check", folder.path("d.json")],
      ["edit", file.path, "--transaction", folder.path("t.json")],
      [
        "trace", file.path, "--type", "connected", "--start", "origin:pipe/1", "--config",
        folder.path("c.json"),
      ],
    ] {
      let run = try CommandLineRun(command)
      #expect(
        run.exitCode == 0 && !run.output.contains("0 geometries"),
        "\(command): \(run.errors)"
      )
    }
    for text in [point, "POINT (1 1)"] {
      let run = try CommandLineRun(["geometry", "length"], input: Array((mark + text + "\n").utf8))
      #expect(run.exitCode == 0, "\(run.errors)")
    }
  }

  @Test("The synopsis of an import shows as alternatives what does not go together")
  func synopsis() throws {
    let help = try CommandLineRun(["import", "epanet", "--help"]).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("not with --to-srid") && help.contains("not with --append"))
    let folder = try TemporaryFolder([:])
    let readme = try String(
      contentsOfFile: folder.repository + "/Documentation/Commands.md",
      encoding: .utf8
    )
    #expect(!readme.contains("[--append] [--prefix NAME] [--srid EPSG] [--to-srid EPSG]"))
  }
}

/// A folder with files, removed at the end.
private final class TemporaryFolder {
  private let folder = NSTemporaryDirectory() + "geosnap-failures-\(UUID().uuidString)"
  /// The folder of the sources.
  let repository = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4)
    .joined(separator: "/")

  init(_ files: [String: String]) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { "\(folder)/\(name)" }
}

import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("The command line")
struct VerbTests {
  let file: FixtureFile

  init() throws { file = try FixtureFile() }

  private func run(_ verb: String, _ arguments: String...) throws -> CommandLineRun {
    try CommandLineRun([verb, file.path] + arguments)
  }

  private func objects(_ run: CommandLineRun, _ key: String) throws -> [[String: Any]] {
    #expect(run.exitCode == 0, "\(run.errors)")
    return try #require(try run.json()[key] as? [[String: Any]])
  }

  @Test("info counts sources, rules, associations and origins")
  func info() throws {
    let run = try run("info", "--json")
    let sources = try objects(run, "sources")
    #expect(
      sources.prefix(5).map { $0["name"] as? String } == [
        "StructureJunction", "StructureBoundary", "PipelineDevice", "PipelineJunction",
        "PipelineLine",
      ]
    )
    #expect(
      Set(sources.dropFirst(5).map { $0["name"] as? String }) == ["fences", "survey_points"]
    )
    let line = try #require(sources.first { $0["name"] as? String == "PipelineLine" })
    #expect(line["features"] as? Int == 2)
    #expect(line["sourceID"] as? Int == 11)
    #expect(line["kind"] as? String == "edge")
    #expect(line["usage"] as? String == "line")
    #expect(line["extent"] as? [Double] == [0, 0, 40, 20])
    let rules = try #require(try run.json()["rules"] as? [String: Int])
    #expect(
      rules == [
        "junctionJunction": 1, "containment": 2, "attachment": 1, "junctionEdge": 4,
        "edgeJunctionEdge": 1,
      ]
    )
    let associations = try #require(try run.json()["associations"] as? [String: Int])
    #expect(associations == ["connectivity": 2, "containment": 2, "attachment": 1])
    let origins = try #require(try run.json()["origins"] as? [String: Int])
    #expect(
      origins == [
        "pad": 1, "station": 1, "sink": 1, "ext_grid": 1, "valve": 1, "junction": 1, "pipe": 2,
      ]
    )
  }

  @Test("identify lists hits with all documented keys")
  func identify() throws {
    let hits = try objects(
      try run("identify", "--at", "20,15.5", "--tolerance", "5", "--json"),
      "hits"
    )
    #expect(hits.map { $0["origin"] as? String } == ["sink/0", "pipe/1"])
    #expect(hits[1]["distance"] as? Double == 0)
    #expect(hits[1]["location"] as? [Double] == [20, 15.5])
    #expect(hits[1]["assetGroup"] as? String == "Service")
    #expect(hits[1]["assetType"] as? String == "PE")
    #expect(hits[1]["globalID"] as? String == GasFixture.id(112).description)
    let limited = try run(
      "identify",
      "--at",
      "20,15.5",
      "--tolerance",
      "5",
      "--source",
      "pipelineline",
      "--limit",
      "1",
      "--json"
    )
    #expect(try objects(limited, "hits").count == 1)
  }

  @Test(
    "Negative numbers stand after a space and after an equals sign",
    arguments: [["--at", "-1,-2", "--tolerance", "3"], ["--at=-1,-2", "--tolerance=3"]]
  )
  func negativeNumbers(arguments: [String]) throws {
    let run = try CommandLineRun(["identify", file.path] + arguments + ["--json"])
    #expect(try objects(run, "hits").count == 2)
    let extents = [["--extent", "-1,-1,70,70"], ["--extent=-1,-1,70,70"]]
    for extent in extents {
      let run = try CommandLineRun(["associations", file.path] + extent + ["--json"])
      #expect(try objects(run, "associations").count == 3)
    }
  }

  @Test("associations come by extent and by element, with geometry as WKT")
  func associations() throws {
    let byExtent = try objects(
      try run("associations", "--extent", "0,0,62,1", "--kind", "connectivity", "--json"),
      "associations"
    )
    #expect(byExtent.map { $0["geometry"] as? String } == ["LINESTRING (60 0, 62 0)"])
    let from = try #require(byExtent.first?["from"] as? [String: Any])
    #expect(from["terminal"] as? Int == 2)
    #expect(from["source"] as? String == "PipelineDevice")
    let byElement = try objects(
      try run("associations", "--element", "origin:station/0", "--json"),
      "associations"
    )
    #expect(byElement.count == 2)
    #expect(byElement[0]["geometry"] is NSNull)
  }

  @Test("Several origins between semicolons name all of their features")
  func severalOrigins() throws {
    let run = try run(
      "associations",
      "--element",
      "origin:sink/0;valve/0",
      "--kind",
      "containment",
      "--json"
    )
    #expect(try objects(run, "associations").count == 1)
  }

  @Test("container shows content, view and associations")
  func container() throws {
    let run = try run("container", "--element", "origin:station/0", "--json")
    #expect(
      try objects(run, "content").map { $0["origin"] as? String } == ["ext_grid/0", "valve/0"]
    )
    #expect(try run.json()["extent"] as? [Double] == [59.9, -0.1, 62.1, 0.1])
    #expect(try objects(run, "associations").count == 1)
  }

  @Test("snap-sources tells behavior and switch of sources and asset groups")
  func snapSources() throws {
    let run = try run("snap-sources", "--asset-type", "PipelineJunction/Fitting/Tap", "--json")
    let sources = try objects(run, "sources")
    let behaviors = Dictionary(
      uniqueKeysWithValues: sources.map { ($0["source"] as? String, $0["behavior"] as? String) }
    )
    #expect(behaviors["PipelineLine"] == "limited")
    #expect(behaviors["PipelineDevice"] == "prevented")
    #expect(behaviors["survey_points"] == "allowed")
    let plain = try #require(sources.first { $0["source"] as? String == "survey_points" })
    #expect(plain["enabled"] as? Bool == false)
    let lines = try #require(sources.first { $0["source"] as? String == "PipelineLine" })
    #expect(lines["enabled"] as? Bool == true)
    #expect((lines["children"] as? [[String: Any]])?.count == 2)
  }

  @Test("snap answers by names and by codes alike, with the rule that allows it")
  func snap() throws {
    for type in ["PipelineJunction/Fitting/Tap", "pipelinejunction/1/1", "10/1/1"] {
      let run = try run("snap", "--at", "5,0.5", "--tolerance", "1", "--asset-type", type, "--json")
      #expect(try run.json()["state"] as? String == "snapped")
      let match = try #require(try run.json()["match"] as? [String: Any])
      #expect(match["kind"] as? String == "segment")
      #expect(match["insertVertex"] as? Bool == true)
      #expect(match["rule"] as? Int == 1)
      #expect(match["location"] as? [Double] == [5, 0])
      #expect(match["origin"] as? String == "pipe/0")
    }
  }

  @Test("snap --explain names what was refused and why")
  func explain() throws {
    let run = try run(
      "snap",
      "--at",
      "5,0.5",
      "--tolerance",
      "1",
      "--asset-type",
      "PipelineLine/Service/PE",
      "--explain",
      "--json"
    )
    #expect(try run.json()["state"] as? String == "unsnapped")
    #expect(try run.json()["match"] is NSNull)
    let refused = try objects(run, "refused")
    let main = try #require(refused.first { $0["origin"] as? String == "pipe/0" })
    #expect(main["reason"] as? String == "needsJunction")
    #expect(main["fits"] as? [String] == ["PipelineJunction/Fitting/Tap"])
  }

  @Test("Sources and asset groups are switched on and off")
  func switches() throws {
    func state(_ arguments: String...) throws -> String? {
      try CommandLineRun(
        [
          "snap", file.path, "--at", "5,0.2", "--tolerance", "0.9", "--asset-type",
          "PipelineJunction/Fitting/Tap", "--json",
        ] + arguments
      ).json()["state"] as? String
    }
    #expect(try state() == "snapped")
    #expect(try state("--disable", "PipelineLine/Main") == "unsnapped")
    #expect(try state("--disable", "PipelineLine") == "unsnapped")
    #expect(try state("--disable", "PipelineLine", "--enable", "survey_points") == "snapped")
  }

  @Test("fraction is null out of tolerance, and -1 means between the ends")
  func fraction() throws {
    func fraction(_ arguments: String...) throws -> Any? {
      try CommandLineRun(["fraction", file.path, "--json"] + arguments).json()["fraction"]
    }
    let length = 10 + 2 * 200.0.squareRoot() + 10
    let element = ["--element", "origin:pipe/0"]
    let near = try CommandLineRun(
      ["fraction", file.path, "--json", "--at", "5,1"] + element
    ).json()
    let along = try #require(near["fraction"] as? Double)
    #expect(abs(along - 5 / length) < 1e-15)
    #expect(near["location"] as? [Double] == [5, 0])
    #expect(near["distance"] as? Double == 1)
    #expect(
      try fraction("--element", "origin:pipe/0", "--at", "5,1", "--tolerance", "0.5") is NSNull
    )
    #expect(
      try fraction("--element", "origin:pipe/0", "--at=-5,0", "--tolerance", "-1") is NSNull
    )
    #expect(
      try fraction("--element", "origin:pipe/0", "--at=-5,0", "--tolerance=-1") is NSNull
    )
    #expect(try fraction("--element", "origin:pipe/0", "--at=-5,0") as? Double == 0)
  }

  @Test(
    "A wrong command line ends with 64 and says why",
    arguments: Extent.every(
      3,
      of: [
        ["identify", "--at", "1", "--tolerance", "1"],
        ["identify", "--at", "1,nan", "--tolerance", "1"],
        ["identify", "--at", "1,2", "--tolerance", "-1"],
        ["identify", "--at", "1,2", "--tolerance", "1", "--source", "Nowhere"],
        ["identify", "--at", "1,2"],
        ["associations"],
        ["associations", "--extent", "5,5,1,1"],
        ["associations", "--element", "origin:nothing/1"],
        ["associations", "--element", "pipe"],
        ["snap", "--at", "1,2", "--tolerance", "1", "--asset-type", "PipelineLine/Main/Gold"],
        [
          "snap", "--at", "1,2", "--tolerance", "1", "--asset-type", "PipelineLine/Main/PE",
          "--role",
          "point",
        ],
        ["snap", "--at", "1,2", "--tolerance", "1", "--enable", "Nowhere"],
        ["fraction", "--element", "origin:sink/0", "--at", "1,2"],
      ]
    )
  )
  func usage(arguments: [String]) throws {
    let run = try CommandLineRun([arguments[0], file.path] + arguments.dropFirst())
    #expect(run.exitCode == 64, "\(run.output) \(run.errors)")
    #expect(!run.errors.isEmpty)
    #expect(run.output.isEmpty)
  }

  @Test("Numbers without end are null in JSON, never an error")
  func infinity() throws {
    let all = try run("identify", "--at", "20,15", "--tolerance", "inf", "--json")
    #expect(all.exitCode == 0)
    #expect(try all.json()["tolerance"] is NSNull)
    #expect(try objects(all, "hits").count > 2)
    let far = try run("fraction", "--element", "origin:pipe/0", "--at", "1e200,0", "--json")
    #expect(far.exitCode == 0)
    #expect(try far.json()["distance"] is NSNull)
  }

  @Test("An import whose OUT cannot be written ends with 66")
  func unwritable() throws {
    let source = file.path + ".json"
    defer { try? FileManager.default.removeItem(atPath: source) }
    try Data(#"{"_class": "pandapipesNet", "_object": {"#.utf8).write(
      to: URL(fileURLWithPath: source)
    )
    let damaged = try CommandLineRun(["import", "pandapipes", source, file.path + ".out"])
    #expect(damaged.exitCode == 65)
    let empty = ["junction", "junction_geodata", "pipe_geodata"].map { name in
      #""\#(name)": {"_class": "DataFrame", "orient": "split", "_object": {"columns": "#
        + #"["in_service", "pn_bar"], "index": [], "data": []}}"#
    }.joined(separator: ", ")
    try Data(
      #"{"_class": "pandapipesNet", "_object": {"component_list": [], \#(empty)}}"#.utf8
    ).write(to: URL(fileURLWithPath: source))
    let out = "/nowhere/at/all.gpkg"
    let run = try CommandLineRun(["import", "pandapipes", source, out])
    #expect(run.exitCode == 66, "\(run.errors)")
    #expect(run.errors.contains(out))
  }

  @Test("A file that cannot be opened ends with 66, wrong data with 65")
  func files() throws {
    #expect(try CommandLineRun(["info", file.path + ".missing"]).exitCode == 66)
    let damaged = file.path + ".damaged.gpkg"
    defer { try? FileManager.default.removeItem(atPath: damaged) }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: damaged))
    let run = try CommandLineRun(["info", damaged])
    #expect(run.exitCode == 65)
    #expect(!run.errors.isEmpty && run.output.isEmpty)
  }

  @Test(
    "Every verb explains itself and prints text by default",
    arguments: [
      "info", "identify", "associations", "container", "snap-sources", "snap", "explain", "render",
      "fraction",
      "image",
    ]
  )
  func help(verb: String) throws {
    let run = try CommandLineRun([verb, "--help"])
    #expect(run.exitCode == 0)
    #expect(run.output.contains("USAGE: geosnap \(verb)"))
    #expect(run.output.contains("JSON:"))
  }
}

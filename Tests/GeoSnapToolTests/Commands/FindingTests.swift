import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Finding, showing and listing features")
struct FindingTests {
  let file: FixtureFile

  init() throws { file = try FixtureFile() }

  private func run(_ verb: String, _ arguments: String...) throws -> CommandLineRun {
    try CommandLineRun([verb, file.path] + arguments)
  }

  private func objects(_ run: CommandLineRun, _ key: String) throws -> [[String: Any]] {
    try #require(try run.json()[key] as? [[String: Any]], "\(run.output) \(run.errors)")
  }

  private func origins(_ objects: [[String: Any]]) -> [String] {
    objects.compactMap { $0["origin"] as? String }
  }

  @Test("find looks at names, origins and global ids: the same first, then what begins so")
  func find() throws {
    let pipes = try run("find", "PIPE/", "--json")
    #expect(pipes.exitCode == 0)
    #expect(origins(try objects(pipes, "hits")) == ["pipe/0", "pipe/1"])
    let one = try objects(try run("find", "pipe/1", "--json"), "hits")
    #expect(origins(one) == ["pipe/1"])
    #expect(one.first?["field"] as? String == "ORIGIN")
    let id = "\(GasFixture.id(93))"
    let valve = try objects(try run("find", id.lowercased(), "--json"), "hits")
    #expect(origins(valve) == ["valve/0"] && valve.first?["field"] as? String == "GLOBALID")
    #expect(
      try objects(try run("find", "0", "--source", "pipelinedevice", "--json"), "hits").count == 3
    )
    let text = try run("find", "/0", "--limit", "1")
    #expect(text.output.hasPrefix("6 features found for /0\n"), "\(text.output)")
    #expect(text.output.hasSuffix("  and 5 more: see --limit\n"), "\(text.output)")
  }

  @Test("What is not found is told by the exit code, what is wrong with the question in a sentence")
  func notFound() throws {
    let none = try run("find", "nothing of the kind", "--json")
    #expect(none.exitCode == 1)
    #expect(try objects(none, "hits").isEmpty)
    #expect(try run("find", "x", "--source", "Pipelin").exitCode == 64)
    #expect(try run("find", "").exitCode == 64)
    #expect(try run("show", "origin:pipe/77").exitCode == 64)
    #expect(try run("show", "row:PipelineLine/x").exitCode == 64)
    #expect(try run("list", "Pipelin").exitCode == 64)
    #expect(try run("list", "PipelineLine", "--asset-type", "Main/Steel").exitCode == 64)
  }

  @Test("show tells attributes, measures, associations and what a feature is connected with")
  func show() throws {
    let line = try #require(
      try objects(try run("show", "origin:pipe/1", "--json"), "features").first
    )
    #expect(line["length"] as? Double == 10 && line["area"] is NSNull)
    #expect(line["geometry"] as? String == "LINESTRING (20 10, 20 15, 20 20)")
    let connected = try #require(line["connected"] as? [[String: Any]])
    #expect(Set(origins(connected)) == ["junction/2", "sink/0"])
    let tap = try #require(
      try objects(try run("show", "origin:junction/2", "--json"), "features").first
    )
    let lines = try #require(tap["connected"] as? [[String: Any]])
    #expect(Set(origins(lines)) == ["pipe/0", "pipe/1"])
    let regulator = try #require(
      try objects(try run("show", "\(GasFixture.id(92))", "--json"), "features").first
    )
    #expect((regulator["associations"] as? [[String: Any]])?.count == 4)
    #expect(
      Set(origins(regulator["connected"] as? [[String: Any]] ?? [])) == ["valve/0", "pipe/0"]
    )
    let byRow = try run("show", "row:pipelineline/2")
    let byOrigin = try run("show", "origin:pipe/1")
    #expect(byRow.output == byOrigin.output)
    #expect(byRow.output.contains(", length 10\n"), "\(byRow.output)")
    #expect(byRow.output.contains("  connected with\n"), "\(byRow.output)")
  }

  @Test("list has the features of a source, of one asset type if asked for")
  func list() throws {
    let all = try run("list", "pipelinedevice", "--json")
    #expect(try all.json()["count"] as? Int == 3)
    #expect(origins(try objects(all, "features")) == ["sink/0", "ext_grid/0", "valve/0"])
    let gates = try run("list", "PipelineDevice", "--asset-type", "Valve/Gate", "--json")
    #expect(origins(try objects(gates, "features")) == ["valve/0"])
    let text = try run("list", "PipelineDevice", "--limit", "1").output
    #expect(text.hasPrefix("3 features\n  Meter / House meter (PipelineDevice, sink/0)"), "\(text)")
    #expect(text.hasSuffix("  and 2 more: see --limit\n"), "\(text)")
    #expect(try run("list", "fences").output.hasPrefix("1 feature\n"))
  }

  @Test("A name that is no id leads to find; an origin that is a name tells whose it is")
  func names() throws {
    let bare = try run("show", "Fence 7")
    #expect(bare.exitCode == 64, "\(bare.errors)")
    #expect(bare.errors.contains("geosnap find NETWORK 'Fence 7' looks for names"))
    for option in [["associations"], ["container"], ["fraction", "--at", "1,2"]] {
      let verb = try CommandLineRun(
        [option[0], file.path] + option.dropFirst() + ["--element", "valve"]
      )
      #expect(verb.exitCode == 64 && verb.errors.contains("geosnap find NETWORK valve"))
    }
    let named = try run("show", "origin:PIPE/1")
    #expect(named.exitCode == 64, "\(named.output)")
    #expect(
      named.errors.contains(
        "No feature is named origin:PIPE/1. ORIGIN of row:PipelineLine/2 is pipe/1"
      ),
      "\(named.errors)"
    )
    #expect(named.errors.contains("geosnap find NETWORK PIPE/1 finds 1 feature."))
    let none = try run("show", "origin:pipe/77")
    #expect(none.errors.hasSuffix("No feature is named origin:pipe/77.\n"), "\(none.errors)")
  }

  @Test("An asset type that is not there is asked back for, or those that are there are listed")
  func assetTypes() throws {
    let last = try run("list", "pipelinedevice", "--asset-type", "gate")
    #expect(last.exitCode == 64)
    #expect(
      last.errors.contains(
        "No asset type of PipelineDevice is named gate. Did you mean Valve/Gate?"
      ),
      "\(last.errors)"
    )
    let other = try run("list", "PipelineDevice", "--asset-type", "Tap")
    #expect(other.errors.contains("There are: ") && other.errors.contains("Valve/Gate"))
    let group = try run("list", "PipelineDevice", "--asset-type", "Valve/Ball")
    #expect(group.errors.contains("PipelineDevice/Valve has: Gate ("), "\(group.errors)")
    let shown = try CommandLineRun(["definition", "show", file.path]).output
    #expect(shown.contains("1 asset group, 1 asset type\n"), "\(shown)")
    #expect(!shown.contains(", 1 asset groups"))
    let plain = try run("list", "fences", "--asset-type", "Tap")
    #expect(plain.errors.contains("fences has no asset types."), "\(plain.errors)")
    let bare = try run("snap", "--at", "1,2", "--tolerance", "1", "--asset-type", "Gate")
    #expect(bare.errors.contains("Did you mean PipelineDevice/Valve/Gate?"), "\(bare.errors)")
  }

  @Test("A place with a blank is told how to be written")
  func places() throws {
    for verb in ["identify", "snap", "explain", "fraction", "render"] {
      let run = try run(verb, "--at", "20", "12")
      #expect(run.exitCode == 64, "\(verb)")
      #expect(run.errors.contains("X,Y: two numbers with a comma"), "\(verb): \(run.errors)")
    }
    #expect(
      try CommandLineRun(["geometry", "distance", "POINT (1 2)", "--at", "1 2"]).errors
        .contains("X,Y: two numbers with a comma")
    )
  }

  @Test("On the sample names and attributes are told by name")
  func sample() throws {
    let found = try CommandLineRun(["find", SampleFile.path, "pipe/1697", "--json"])
    let hit = try #require((try found.json()["hits"] as? [[String: Any]])?.first)
    #expect(hit["origin"] as? String == "pipe/1697")
    let shown = try CommandLineRun(["show", SampleFile.path, "origin:pipe/1697", "--json"])
    let feature = try #require((try shown.json()["features"] as? [[String: Any]])?.first)
    let attributes = try #require(feature["attributes"] as? [String: Any])
    #expect(attributes.count > 3 && (feature["connected"] as? [Any])?.isEmpty == false)
  }
}

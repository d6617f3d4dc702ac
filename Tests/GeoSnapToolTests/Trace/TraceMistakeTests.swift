import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTool
import Testing

/// What the trace verbs say to questions that cannot be meant so.
@Suite("Mistakes on the command line of tracing")
struct TraceMistakeTests {
  let feeders: ImportedExample
  let folder: TraceFolder

  init() throws {
    feeders = try ImportedExample.feeders()
    folder = try TraceFolder()
  }

  private func trace(_ type: String, _ arguments: String...) throws -> CommandLineRun {
    try CommandLineRun(
      ["trace", feeders.path, "--type", type, "--start", "origin:bus/1"] + arguments
    )
  }

  // MARK: Configurations

  @Test(
    "A configuration that names what the network has not is refused with its place and what there is",
    arguments: Extent.every(6, of: broken)
  )
  func configurations(json: String, told: String, valid: String) throws {
    let file = try folder.file("{\(json)}")
    let wrapped = try folder.file("{\"traceConfiguration\": {\(json)}}")
    for run in [
      try trace("upstream", "--config", file), try trace("upstream", "--config", wrapped),
      try CommandLineRun(["trace-config", "save", feeders.path, "x", "--config", file]),
    ] {
      #expect(run.exitCode == 65, "\(run.errors)")
      #expect(run.errors.contains(told) && run.errors.contains(valid), "\(run.errors)")
    }
    #expect(try GeoPackage.open(feeders.path).traceConfigurations.isEmpty)
  }

  private static let broken: [(String, String, String)] = [
    (
      #""domainNetworkName": "Gas""#, "domainNetworkName: There is no domain network 'Gas'",
      "Electric"
    ),
    (#""tierName": "Medium""#, "tierName: There is no tier 'Medium'", "Supply (Electric"),
    (#""shortestPathNetworkAttributeName": "Money""#, "no network attribute 'Money'", "Length"),
    (
      #""filterBitsetNetworkAttributeName": "Bits""#, "filterBitsetNetworkAttributeName: ",
      "Length"
    ),
    (
      Self.condition("Device Status", "equal", "17"), "conditionBarriers[1].value: '17'", "1 Open"
    ),
    (
      Self.condition("Device Status", "equal", "1.5"), "conditionBarriers[1].value",
      "whole number"
    ),
    (Self.condition("Device Status", "equal", "true"), "conditionBarriers[1].value", "1 Open"),
    (
      Self.condition("Device Status", "equal", "\"Ajar\""), "conditionBarriers[1].value", "1 Open"
    ),
    (
      Self.condition("Length", "includesAny", "5"), "conditionBarriers[1].operator",
      "'includes any'"
    ),
    (Self.condition("Lenght", "equal", "5"), "conditionBarriers[1].name", "Length"),
    (
      Self.condition("DEVICESTATUS", "equal", "1"), "conditionBarriers[1].name",
      "It is the field of 'Device Status'"
    ),
    (
      #""filterBarriers": [{"name": "Category", "type": "category", "operator": "equal", "value": "x"}]"#,
      "filterBarriers[0].value: There is no category 'x'", "E:Ground"
    ),
    (
      #""functions": [{"functionType": "add", "networkAttributeName": "x"}]"#,
      "functions[0].networkAttributeName", "Length"
    ),
    (
      #""propagators": [{"networkAttributeName": "Phases Current", "operator": "includesAny", "#
        + #""propagatorFunctionType": "bitwiseAnd", "value": 0.5}]"#,
      "propagators[0].value", "whole number"
    ),
    (
      Self.filter(999, 1, 1), "outputFilters[0].networkSourceId: There is no network source 999",
      "Electric"
    ),
    (
      #""functionBarriers": [{"functionType": "add", "networkAttributeName": "Length", "#
        + #""operator": "includesAny", "value": 1}]"#,
      "functionBarriers[0].operator", "not bits"
    ),
    (Self.filter(-1, 1, 1), "outputFilters[0].networkSourceId", "ElectricLine"),
  ]

  private static func condition(_ name: String, _ test: String, _ value: String) -> String {
    let rows = [("Length", "greaterThan", "100000"), (name, test, value)].map { name, test, value in
      #"{"name": "\#(name)", "type": "networkAttribute", "operator": "\#(test)", "value": \#(value), "#
        + #""combineUsingOr": true}"#
    }
    return "\"conditionBarriers\": [\(rows.joined(separator: ", "))]"
  }

  private static func filter(_ source: Int, _ group: Int, _ type: Int) -> String {
    #""outputFilters": [{"networkSourceId": \#(source), "assetGroupCode": \#(group), "#
      + #""assetTypeCode": \#(type)}]"#
  }

  @Test(
    "A name of several words is to be quoted, and the field of an attribute leads to its name",
    arguments: [
      ("Device Status = Closed", "A name of several words stands in quotes: 'Device Status'."),
      ("device status and Length > 3", "in quotes: 'Device Status'."),
      ("DEVICESTATUS = Closed", "It is the field of 'Device Status': write that."),
      ("Length > 3 or Length = [phasescurrent]", "the field of 'Phases Current'"),
    ]
  )
  func names(condition: String, told: String) throws {
    let run = try trace("upstream", "--condition", condition)
    #expect(run.exitCode == 64 && run.errors.contains(told), "\(run.errors)")
  }

  @Test("Options put right what a configuration names")
  func overridden() throws {
    let file = try folder.file(#"{"tierName": "Medium"}"#)
    let run = try trace("upstream", "--config", file, "--tier", "supply")
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  @Test("Keys that mean nothing are told of files and of what is saved, in numbers that agree")
  func notes() throws {
    let file = try folder.file(#"{"traceConfiguration": {"foo": 1}}"#)
    let save = try CommandLineRun(["trace-config", "save", feeders.path, "Mine", "--config", file])
    #expect(save.errors.contains("foo means nothing here"), "\(save.errors)")
    let used = try trace("connected", "--config", "mine")
    #expect(used.exitCode == 0 && used.errors.contains("Mine: foo means nothing here"))
    let two = try folder.file(#"{"foo": 1, "bar": 2}"#)
    #expect(try trace("connected", "--config", two).errors.contains("bar, foo mean nothing here"))
  }

  @Test("A configuration comes from a pipe as well; a folder is none")
  func pipes() throws {
    let input = Array(#"{"conditionBarriers": 3}"#.utf8)
    let run = try CommandLineRun(
      [
        "trace", feeders.path, "--type", "upstream", "--start", "origin:bus/1", "--config",
        "/dev/stdin",
      ],
      input: input
    )
    #expect(run.exitCode == 65 && run.errors.contains("conditionBarriers"), "\(run.errors)")
    let shell = try CommandLineRun(
      shell: "trace '\(feeders.path)' --type upstream "
        + "--start origin:bus/1 --config <(printf '{\"includeContent\": 3}')"
    )
    #expect(shell.exitCode == 65 && shell.errors.contains("includeContent"), "\(shell.errors)")
    let definition = try CommandLineRun(["definition", "show", feeders.path, "--json"]).output
    let file = try folder.file(definition)
    let shown = try CommandLineRun(shell: "definition show --json <(cat '\(file)')")
    #expect(shown.output == definition, "\(shown.errors)")
    let none = try trace("upstream", "--config", folder.path)
    #expect(none.exitCode == 66 && none.errors.contains("is a folder"), "\(none.errors)")
  }

  // MARK: Locations and names

  @Test("A terminal of a line, and tiers of one name")
  func names() throws {
    let line = try trace("connected", "--barrier", "origin:line/5#1")
    #expect(line.exitCode == 64)
    #expect(line.errors.contains("is a line, which has no terminals"), "\(line.errors)")
    #expect(line.errors.contains("origin:line/5@FRACTION"))
    let networks = ["Water", "Gas"].enumerated().map { number, name in
      DomainNetwork(
        id: number,
        name: name,
        tierDefinition: .hierarchical,
        tiers: [Tier(id: 1, name: "Supply", rank: 1, topology: .mesh)]
      )
    }
    let error = #expect(throws: Failure.self) {
      try TierNames(
        NetworkDefinition(domainNetworks: networks),
        domainNetwork: nil,
        tier: "Water/Supply"
      )
    }
    #expect(error?.message.hasSuffix("there are Supply (Water), Supply (Gas).") ?? false)
  }

  @Test("The name of a subnetwork is compared without case")
  func subnetworkNames() throws {
    let run = try feeders.run("trace", "--type", "subnetwork", "--subnetwork", "EXT_GRID/0")
    #expect(run.exitCode == 0, "\(run.errors)")
    let unknown = try feeders.run("trace", "--type", "subnetwork", "--subnetwork", "x", "--json")
    #expect(unknown.exitCode == 1 && unknown.errors.contains("ext_grid/0"), "\(unknown.errors)")
  }

  // MARK: Shortest paths

  @Test("Where there is no way, text and JSON say so and point to why")
  func noWay() throws {
    let ask = ["--start", "origin:bus/14", "--cost", "Length", "--block", "origin:trafo/1"]
    let text = try CommandLineRun(
      ["trace", feeders.path, "--type", "shortestPath", "--start", "origin:bus/1"] + ask
    )
    #expect(text.exitCode == 0 && text.output.hasPrefix("shortestPath: no way\n"), "\(text.output)")
    let json = try CommandLineRun(
      ["trace", feeders.path, "--type", "shortestPath", "--start", "origin:bus/1", "--json"] + ask
    ).json()
    let warnings = try #require(json["warnings"] as? [String])
    #expect(warnings.count == 1 && warnings[0].contains("geosnap why"), "\(warnings)")
    #expect(warnings[0].contains("from origin:bus/1 to origin:bus/14"))
    let same = try trace("shortestPath", "--start", "origin:bus/1", "--cost", "Length")
    #expect(same.exitCode == 64 && same.errors.contains("same place"), "\(same.errors)")
  }

  @Test("An isolation by a category that another domain network has is told, with what would do")
  func foreignCategory() throws {
    let gas = "Pandapipes/gas_versatility.json"
    let two = try ImportedExample("pandapipes", gas, ["--srid", "4326", "--prefix", "g"])
    try two.append("pandapower", "Pandapower/cigre_mv_all.json")
    func isolation(_ filter: String) throws -> [String] {
      let run = try two.run(
        "trace",
        "--type",
        "isolation",
        "--start",
        "origin:bus/1",
        "--filter-condition",
        filter,
        "--json"
      )
      return try #require(try run.json()["warnings"] as? [String], "\(run.errors)")
    }
    let told = try isolation("category = Isolating or category = 'Isolating' and Length > 3")
      .filter { $0.contains("No asset type of Electric has the category 'Isolating'") }
    #expect(told.count == 1 && told[0].contains("'Device Status' >= "), "\(told)")
    for filter in ["'Device Status' >= 0", "category != Isolating"] {
      #expect(try isolation(filter).allSatisfy { !$0.contains("has the category") }, "\(filter)")
    }
  }

  // MARK: Options without an effect

  @Test(
    "An option that has no effect on the type is refused with the types that heed it",
    arguments: Extent.every(2, of: idle)
  )
  func withoutEffect(arguments: [String], option: String, told: String) throws {
    let run = try CommandLineRun(
      ["trace", feeders.path, "--start", "origin:bus/1", "--type"] + arguments
    )
    #expect(run.exitCode == 64, "\(run.errors)")
    #expect(run.errors.contains(option) && run.errors.contains(told), "\(run.errors)")
  }

  private static let idle: [([String], String, String)] = [
    (["connected", "--digitized-direction"], "--digitized-direction", "upstream, downstream"),
    (["connected", "--indeterminate", "none"], "--indeterminate", "upstream, downstream"),
    (["connected", "--target-tier", "Supply"], "--target-tier", "upstream, downstream"),
    (["upstream", "--cost", "Length"], "--cost", "shortestPath"),
    (["upstream", "--include", "isolated"], "--include isolated", "isolation"),
    (["connected", "--json", "--propagate", "Length"], "--propagate", "subnetwork"),
    (["upstream", "--propagate", "Length"], "--propagate", "--json or --geojson"),
    (
      ["upstream", "--block", "origin:trafo/1", "--unblock", "origin:trafo/1"], "--block",
      "trafo/1"
    ),
    (["upstream", "--type", "downstream"], "--type is given twice", "one value"),
    (["upstream", "--svg", "a.svg", "--svg=b.svg"], "--svg is given twice", "one value"),
  ]

  @Test("Options of one value are refused twice in other verbs, those of several are not")
  func repeated() throws {
    let twice = ["why", feeders.path, "--from", "origin:bus/1", "--to", "origin:bus/2", "--to"]
    let why = try CommandLineRun(twice + ["origin:bus/3"])
    #expect(why.exitCode == 64 && why.errors.contains("--to is given twice"), "\(why.errors)")
    let valves = try feeders.run("segments", "--valves", "Length > 1", "--valves", "Length > 2")
    #expect(valves.exitCode == 64 && valves.errors.contains("--valves is given twice"))
    let several = try trace("connected", "--start", "origin:bus/2", "--condition", "Length > --")
    #expect(!several.errors.contains("twice"), "\(several.errors)")
  }

  // MARK: Outputs

  @Test("Outputs are checked before anything is written: one file twice, no folder, no name")
  func outputs() throws {
    func refused(_ exitCode: Int32, _ told: String, _ arguments: String...) throws {
      let run = try CommandLineRun(
        ["trace", feeders.path, "--type", "upstream", "--start", "origin:bus/1"] + arguments
      )
      #expect(run.exitCode == exitCode && run.errors.contains(told), "\(run.errors)")
      #expect(!run.errors.contains(".part") && !run.errors.contains("NSCocoa"), "\(run.errors)")
      #expect(try folder.names() == [])
    }
    let (one, none) = (folder.path + "/a", folder.path + "/none/b")
    try refused(64, "--geojson and --svg", "--svg", one, "--geojson", one)
    try refused(
      64,
      "--svg and --write-config",
      "--svg",
      one,
      "--write-config",
      folder.path + "/./a"
    )
    try refused(66, "there is no folder \(folder.path)/none", "--geojson", one, "--svg", none)
    try refused(66, "there is no folder", "--svg", one, "--write-config", none)
    try refused(66, "is a folder", "--geojson", one, "--svg", folder.path)
    try refused(66, "/proc/b cannot be written", "--geojson", one, "--svg", "/proc/b")
    try refused(64, "empty", "--geojson", "", "--svg", one)
  }

  @Test("A network without a place has no picture, which is told; all else is written")
  func withoutPlaces() throws {
    let path = folder.path + "/empty.gpkg"
    try GeoPackage.write(
      UtilityNetwork(
        definition: GeoPackage.open(feeders.path).network.definition,
        srid: 25832,
        tables: []
      ),
      to: path
    )
    let run = try CommandLineRun([
      "subnetworks", path, "--svg", folder.path + "/a.svg", "--geojson", folder.path + "/a.json",
    ])
    #expect(run.exitCode == 0 && run.errors.contains("nothing to draw"), "\(run.errors)")
    #expect(try folder.names() == ["a.json", "empty.gpkg"])
  }

  @Test("Indeterminate flow that is not passed stands in the configuration that is written")
  func indeterminate() throws {
    let path = folder.path + "/c.json"
    func written(_ way: String) throws -> (Bool, String) {
      let run = try trace("upstream", "--indeterminate", way, "--write-config", path, "--force")
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let read = try JSONDecoder().decode(TraceConfiguration.self, from: data)
      return (read.allowsIndeterminateFlow, run.errors)
    }
    #expect(try written("none").0 == false)
    let edge = try written("edge")
    #expect(edge.0 && edge.1.isEmpty, "\(edge.1)")
    let allWays = try written("path")
    #expect(allWays.0 && allWays.1.contains("--indeterminate path"))
  }

  // MARK: Reasons

  @Test("A function barrier's stop is told as it was typed, with what was reached")
  func functionBarrier() throws {
    let run = try trace("downstream", "--function-barrier", "add(Length) >= 500", "--json")
    let stops = try #require(try run.json()["stops"] as? [[String: Any]])
    let details = stops.filter { $0["reason"] as? String == "function" }
      .compactMap { $0["detail"] as? String }
    #expect(!details.isEmpty)
    for detail in details {
      #expect(detail.hasPrefix("add(Length) >= 500 holds here: add(Length) is "), "\(detail)")
      #expect((Double(detail.dropLast().split(separator: " ").last ?? "") ?? 0) >= 500)
    }
  }
}

/// A folder that is removed at the end.
final class TraceFolder {
  let path = NSTemporaryDirectory() + "geosnap-mistakes-\(UUID().uuidString)"
  /// Input files stand beside it, so that it holds what the program wrote alone.
  private var files: [String] = []

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func file(_ text: String) throws -> String {
    let file = path + "-\(files.count).json"
    files.append(file)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  deinit { for file in files + [path] { try? FileManager.default.removeItem(atPath: file) } }
}

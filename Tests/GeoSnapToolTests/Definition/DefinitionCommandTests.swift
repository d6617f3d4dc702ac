import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// `geosnap import definition` as a user meets it.
@Suite("The import of a definition")
struct DefinitionCommandTests {
  /// A folder of its own, removed at the end.
  private final class Folder {
    let path = NSTemporaryDirectory() + "geosnap-definition-\(UUID().uuidString)"

    init(_ files: [String: String]) throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      for (name, text) in files {
        try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private static let domains = """
    DomainNetworkID,DomainName,TierRank,Tier,TierGroup,TopologyType
    1,Structure,,,,
    2,Electric,,,,
    ,,1,Medium Voltage,,Radial
    TierRank,TierName,Property,Descriptor,Value
    """
  private static let rules = """
    RuleCode,RuleType,Count
    ,,2
    RuleID,RuleType,FromClassName,FromAssetGroupCode,FromAssetGroup,FromAssetTypeCode,\
    FromAssetType,FromTerminal,ToClassName,ToAssetGroupCode,ToAssetGroup,ToAssetTypeCode,\
    ToAssetType,ToTerminal,ViaClassName,ViaAssetGroupCode,ViaAssetGroup,ViaAssetTypeCode,\
    ViaAssetType,ViaTerminal
    1,JunctionEdgeConnectivity,ElectricDevice,1,Switch,1,Switch,A,ElectricLine,1,Line,1,Line,,,,,,,
    2,JunctionEdgeConnectivity,ElectricJunctionObject,1,Port,1,Port,,ElectricEdgeObject,1,Core,1,\
    Core,,,,,,,
    """

  @Test("Objects without geometry, tables and report survive the file")
  func roundTrip() throws {
    let folder = try Folder([
      "DomainNetworks.csv": Self.domains, "NetworkRules.csv": Self.rules, "Other.csv": "a\n",
      "Fields.csv": """
      ClassName,SubtypeCode,Subtype,FieldName,FieldType,DefaultCode,DefaultValue
      ElectricDevice,1,Switch,objectid,OID,,
      ElectricDevice,1,Switch,"rated ""kV""\",Double,,
      ElectricDevice,1,Switch,origin,String,,
      Weather,,,gust,Double,,
      """,
    ])
    let out = folder.path + "/out.gpkg"
    let run = try CommandLineRun([
      "import", "definition", folder.path, out, "--srid", "25832", "--json",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let report = try run.json()
    #expect(report["otherFiles"] as? [String] == ["Other.csv"])
    let files = try #require(report["files"] as? [[String: Any]])
    #expect(
      files.last?["notCarried"] as? [String: Int] == [
        "fields named as a column of GeoSnap": 1, "fields of classes that are no network source": 1,
      ]
    )
    let stored = try GeoPackage.open(out)
    #expect(stored.network.srid == 25832)
    #expect(
      stored.network.definition.sources.map(\.usage) == [
        .device, .junctionObject, .line, .edgeObject,
      ]
    )
    #expect(stored.network.tables[0].fields == [AttributeField("rated \"kV\"", .real)])
    #expect(stored.network.rules.count == 2)
    #expect(stored.imports.filter { !$0.isImported }.map(\.rows) == [1, 1])
    // Objects are no snap sources: they have no place.
    let sources = try CommandLineRun(["snap-sources", out, "--json"])
    let answer = try JSONDecoder().decode(SnapSourcesAnswer.self, from: Data(sources.output.utf8))
    #expect(answer.sources.map(\.source) == ["ElectricDevice", "ElectricLine"])
    #expect(answer.sources[0].children[0].assetTypes.map(\.behavior) == ["allowed"])
    // What is there is replaced only when told to.
    #expect(try CommandLineRun(["import", "definition", folder.path, out]).exitCode == 64)
    #expect(
      try CommandLineRun(["import", "definition", folder.path, out, "--force"]).exitCode == 0
    )
  }

  @Test("Wrong data ends with 65 and says where; a missing folder with 66; nothing is written")
  func failures() throws {
    let wrong = Self.rules.replacingOccurrences(of: "ElectricLine,1", with: "ElectricLine,x")
    let folder = try Folder(["DomainNetworks.csv": Self.domains, "NetworkRules.csv": wrong])
    let out = folder.path + "/out.gpkg"
    let run = try CommandLineRun(["import", "definition", folder.path, out])
    #expect(run.exitCode == 65)
    #expect(
      run.errors.contains("NetworkRules.csv, line 4, ToAssetGroupCode: 'x' is no whole number.")
    )
    let missing = try CommandLineRun(["import", "definition", folder.path + "/none", out])
    #expect(missing.exitCode == 66)
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test("A file that is read is never written over, by whatever name")
  func input() throws {
    let folder = try Folder(["DomainNetworks.csv": Self.domains, "x_NetworkRules.csv": Self.rules])
    let rules = folder.path + "/x_NetworkRules.csv"
    let link = folder.path + "/link.gpkg"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: rules)
    for out in [rules, link] {
      let run = try CommandLineRun(["import", "definition", folder.path, out, "--force"])
      #expect(run.exitCode == 64)
      #expect(run.errors.contains("is one of the files to read: give another OUT"), "\(run.errors)")
    }
    #expect(try String(contentsOfFile: rules, encoding: .utf8) == Self.rules)
  }

  @Test("--all goes without an asset type")
  func allAlone() throws {
    let run = try CommandLineRun(["snap-sources", "net.gpkg", "--all", "--asset-type", "A/B/C"])
    #expect(run.exitCode == 64)
  }
}

/// `geosnap definition` and the imports beside it as a user meets them.
@Suite("Definitions on the command line")
struct DefinitionVerbTests {
  private func temporary(_ name: String) -> String {
    NSTemporaryDirectory() + "geosnap-\(UUID().uuidString)-\(name)"
  }

  @Test(
    "Esri's electric network shows as a file, which checks, imports and shows the same again",
    .long
  )
  func electric() throws {
    let file = temporary("electric.json")
    let network = temporary("electric.gpkg")
    defer { for path in [file, network] { try? FileManager.default.removeItem(atPath: path) } }
    let shown = try CommandLineRun(["definition", "show", EsriElectricFolder.path, "--json"])
    #expect(shown.exitCode == 0, "\(shown.errors)")
    try shown.output.write(toFile: file, atomically: true, encoding: .utf8)
    let check = try CommandLineRun(["definition", "check", file])
    #expect(check.exitCode == 0)
    #expect(check.output.contains("tiers 8") && check.output.contains("rules 6126"))
    let made = try CommandLineRun(["import", "definition", file, network, "--srid", "25832"])
    #expect(made.exitCode == 0, "\(made.errors)")
    let again = try CommandLineRun(["definition", "show", network, "--json"])
    #expect(again.output == shown.output)
    let summary = try CommandLineRun(["definition", "show", network])
    #expect(summary.output.contains("tier 5 Electric Distribution Mesh"))
    #expect(summary.output.contains("Rules junctionJunction: 3463"))
    let types = try CommandLineRun([
      "definition", "show", network, "--source", "electricdevice", "--source", "ElectricLine",
    ])
    let definition = try GeoPackage.open(network).network.definition
    let groups = definition.sources
      .filter { ["ElectricDevice", "ElectricLine"].contains($0.name) }.flatMap(\.assetGroups)
    let lines = types.output.split(separator: "\n")
    #expect(lines.count == 2 + groups.flatMap(\.assetTypes).count)
    // Each name is one that `--asset-type` takes.
    for line in lines where line.hasPrefix("  ") {
      let codes = line.range(of: #"  \d+/\d+"#, options: .regularExpression)
      let end = try #require(codes)
      let path = String(line[..<end.lowerBound].dropFirst(2))
      #expect(definition.assetTypes(path: path).count == 1, "\(line)")
    }
    let unknown = try CommandLineRun(["definition", "show", network, "--source", "Gas"])
    #expect(unknown.exitCode == 64 && unknown.errors.contains("No source is named Gas."))
    #expect(
      try CommandLineRun(["definition", "show", network, "--source", "x", "--json"]).exitCode == 64
    )
    // The definition that is read is never written over.
    #expect(try CommandLineRun(["import", "definition", file, file, "--force"]).exitCode == 64)
  }

  @Test("Problems come with path and line, as text and as JSON, and end with 65")
  func problems() throws {
    let file = temporary("wrong.json")
    defer { try? FileManager.default.removeItem(atPath: file) }
    try """
    {
      "domainNetworks": [
        {"name": "E", "sources": [{"name": "D", "usage": "thing"}]}]
    }
    """.write(toFile: file, atomically: true, encoding: .utf8)
    let text = try CommandLineRun(["definition", "check", file])
    #expect(text.exitCode == 65)
    #expect(text.errors.contains("\(file):3: $.domainNetworks[0].sources[0].usage: 'thing'"))
    let json = try CommandLineRun(["definition", "check", file, "--json"])
    #expect(json.exitCode == 65)
    let problems = try #require(try json.json()["problems"] as? [[String: Any]])
    #expect(problems.first?["line"] as? Int == 3)
    let out = temporary("wrong.gpkg")
    #expect(try CommandLineRun(["import", "definition", file, out]).exitCode == 65)
    #expect(!FileManager.default.fileExists(atPath: out))
    #expect(try CommandLineRun(["definition", "show", file + "x"]).exitCode == 66)
  }

  @Test("A definition with names that files reserve is not in order")
  func reserved() throws {
    let file = temporary("reserved.json")
    defer { try? FileManager.default.removeItem(atPath: file) }
    try """
    {"domainNetworks": [{"name": "E", "sources": [
      {"name": "Line", "usage": "line", "assetGroups": [{"name": "G", "assetTypes": ["T"]}]},
      {"name": "un_rules", "usage": "device", "assetGroups": [{"name": "G", "assetTypes": ["T"]}]}]}]}
    """.write(toFile: file, atomically: true, encoding: .utf8)
    let run = try CommandLineRun(["definition", "check", file])
    #expect(run.exitCode == 65)
    #expect(
      run.errors.contains("\(file):3: $.domainNetworks[0].sources[1]: un_rules: Names that begin"),
      "\(run.errors)"
    )
  }

  @Test("A folder of a service's answers becomes a file that opens with all in it")
  func service() throws {
    let folder = temporary("service")
    let network = folder + "/out.gpkg"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let fixture = ServiceFixture(seed: 4)
    for (name, text) in fixture.files {
      try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    }
    let run = try CommandLineRun(["import", "esri", folder, network, "--json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let stored = try GeoPackage.open(network).network
    #expect(stored.featureCount == fixture.rows.count)
    #expect(stored.associations.count == fixture.associations.values.reduce(0, +))
    #expect(stored.rules.count == 11)
    let tier = try #require(stored.definition.domainNetworks[1].tiers.first)
    #expect(tier.traceConfiguration?.traversability.barriers != nil)
    try "{}".write(toFile: folder + "/rules.json", atomically: true, encoding: .utf8)
    let failed = try CommandLineRun(["import", "esri", folder, network, "--force"])
    #expect(failed.exitCode == 65)
    #expect(failed.errors.contains("rules.json: There is no list 'features'"))
    #expect(try GeoPackage.open(network).network.featureCount == fixture.rows.count)
  }
}

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

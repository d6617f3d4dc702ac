import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite("Wrong definitions in CSV files")
struct EsriPropertiesErrorTests {
  /// The problems that reading ends with.
  private func problems(_ change: (inout SmallDefinition) -> Void) throws -> [ImportProblem] {
    var files = SmallDefinition()
    change(&files)
    let error = #expect(throws: ImportError.self) { try files.read() }
    return try #require(error).problems
  }

  /// What is damaged, how, and what the first problem says.
  struct Damage: Sendable {
    let file: String
    let old: String
    let new: String
    let path: String
    let message: String
  }

  static let damages = [
    Damage(
      file: "rules",
      old: "7,JunctionEdge",
      new: "x,JunctionEdge",
      path: "x_NetworkRules.csv, line 7, RuleID",
      message: "'x' is no whole number."
    ),
    Damage(
      file: "rules",
      old: "db.WaterLine,3",
      new: "db.WaterLine,3000000000",
      path: "x_NetworkRules.csv, line 7, ToAssetGroupCode",
      message: "The code 3000000000 is beyond 32 bits."
    ),
    Damage(
      file: "rules",
      old: "\n8,J",
      new: "\n7,J",
      path: "x_NetworkRules.csv, line 9, RuleID",
      message: "The id 7 is used twice."
    ),
    Damage(
      file: "rules",
      old: "8,JunctionEdgeC",
      new: "8,EdgeC",
      path: "x_NetworkRules.csv, line 9, RuleType",
      message: "'EdgeConnectivity' is no kind of rule."
    ),
    Damage(
      file: "rules",
      old: "8,JunctionEdgeC",
      new: "8,EdgeJunctionEdgeC",
      path: "x_NetworkRules.csv, line 9, ViaClassName",
      message: "A rule has a via when it is edge-junction-edge, else none."
    ),
    Damage(
      file: "rules",
      old: "db.WaterLine,3",
      new: "db.GasLine,3",
      path: "x_NetworkRules.csv, line 7, ToClassName",
      message: "'db.GasLine' is no class of a domain network"
    ),
    Damage(
      file: "rules",
      old: "9,JunctionJunctionConnectivity,db.WaterJunctionObject,1,Port",
      new: "9,JunctionJunctionConnectivity,db.WaterJunctionObject,1,Harbour",
      path: "x_NetworkRules.csv, line 10, FromAssetGroup",
      message: "Asset group 1 of WaterJunctionObject is named Port elsewhere, here Harbour."
    ),
    Damage(
      file: "rules",
      old: "Port,1,Port,B",
      new: "Port,1,Quay,B",
      path: "x_NetworkRules.csv, line 10, FromAssetType",
      message: "Asset type 1/1 of WaterJunctionObject is named Port elsewhere, here Quay."
    ),
    Damage(
      file: "rules",
      old: "Main,,",
      new: "Main,A,",
      path: "x_NetworkRules.csv, line 7, ToTerminal",
      message: "WaterLine is a class of lines"
    ),
    Damage(
      file: "rules",
      old: "seen",
      new: "seen,more",
      path: "x_NetworkRules.csv, line 7, column 22",
      message: "The row is longer than its header"
    ),
    Damage(
      file: "rules",
      old: ",,4\n",
      new: ",,5\n",
      path: "x_NetworkRules.csv, line 5, Count",
      message: "5 rules are announced, 4 could be read."
    ),
    Damage(
      file: "rules",
      old: "RuleID,",
      new: "ID,",
      path: "x_NetworkRules.csv",
      message: "No row begins with 'RuleID'"
    ),
    Damage(
      file: "rules",
      old: "ToAssetTypeCode,",
      new: "To,",
      path: "x_NetworkRules.csv, line 6",
      message: "Columns are missing: ToAssetTypeCode."
    ),
    Damage(
      file: "rules",
      old: "Single Terminal,,,,,,,",
      new: "\"Single Terminal,,,,,,,",
      path: "x_NetworkRules.csv, line 10",
      message: "A quote is opened in this record"
    ),
    Damage(
      file: "domains",
      old: "Supply,Mesh",
      new: "Supply,Star",
      path: "x_DomainNetworks.csv, line 7, TopologyType",
      message: "'Star' is neither"
    ),
    Damage(
      file: "domains",
      old: "Valid Devices - 1",
      new: "Valid Devices - 2",
      path: "x_DomainNetworks.csv, line 12, Property",
      message: "2 rows are announced, 1 follow."
    ),
    Damage(
      file: "domains",
      old: "1,System,,,\n",
      new: "1,Systems,,,\n",
      path: "x_DomainNetworks.csv, line 11, TierName",
      message: "No tier above is named 'Systems'."
    ),
  ]

  @Test("A problem names file, line and column, and what is wrong", arguments: damages)
  func damage(_ damage: Damage) throws {
    let problems = try problems { files in
      if damage.file == "rules" {
        #expect(files.rules.contains(damage.old))
        files.rules = files.rules.replacing(damage.old, with: damage.new, maxReplacements: 1)
      } else {
        #expect(files.domains.contains(damage.old))
        files.domains = files.domains.replacing(damage.old, with: damage.new, maxReplacements: 1)
      }
    }
    #expect(
      problems.contains { $0.path == damage.path && $0.message.contains(damage.message) },
      "\(problems)"
    )
  }

  @Test("A folder without the needed files, or with two of a kind, is refused")
  func files() throws {
    let importer = EsriPropertiesImporter()
    let none = #expect(throws: ImportError.self) { try importer.read([], named: "x") }
    #expect(
      none?.problems.map(\.path) == ["*DomainNetworks.csv", "*NetworkRules.csv"],
      "\(none?.problems ?? [])"
    )
    let two = #expect(throws: ImportError.self) {
      try importer.read([("a_NetworkRules.csv", []), ("b_NetworkRules.csv", [])], named: "x")
    }
    #expect(two?.problems.first?.path == "b_NetworkRules.csv")
    let text = #expect(throws: ImportError.self) {
      try importer.read([("a_NetworkRules.csv", [0x61, 0xFF, 0x0A])], named: "x")
    }
    #expect(text?.problems.first?.path == "a_NetworkRules.csv, line 1")
  }

  @Test("Files cut short or changed anywhere end in an answer or an error, never in a crash")
  func mutations() throws {
    var random = SeededGenerator(seed: 4)
    print("seed 4")
    let whole = SmallDefinition()
    var outcomes = (read: 0, refused: 0)
    for _ in 0..<2000 {
      var rules = [UInt8](whole.rules.utf8)
      var domains = [UInt8](whole.domains.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let byte = [UInt8](",\"\n0A-".utf8).randomElement(using: &random) ?? 0
        rules[Int.random(in: 0..<rules.count, using: &random)] = byte
        domains[Int.random(in: 0..<domains.count, using: &random)] = byte
      }
      if Bool.random(using: &random) {
        rules.removeLast(Int.random(in: 0..<rules.count, using: &random))
      }
      do {
        let result = try EsriPropertiesImporter().read(
          [("x_DomainNetworks.csv", domains), ("x_NetworkRules.csv", rules)],
          named: "x"
        )
        outcomes.read += 1
        for file in result.report.files {
          let counts = [file.carried, file.checked, file.notCarried]
          #expect(counts.reduce(0) { $0 + $1.values.reduce(0, +) } == file.rows)
        }
      } catch {
        outcomes.refused += 1
        #expect(!error.problems.isEmpty)
        #expect(error.problems.count <= ImportError.problemLimit)
      }
    }
    #expect(outcomes.read > 0 && outcomes.refused > 0)
  }
}

import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTool
import Testing

/// The decision on joining, over every pair of Esri's electric table, held against SQL over the
/// file's own rows.
@Suite("Esri's electric rule table")
struct ElectricTableTests {
  static let table = Result { try RuleTable() }
  static let network = Result { try readNetwork() }

  /// A network that carries the definition, made and read back as a user does.
  private static func readNetwork() throws -> UtilityNetwork {
    let files = try FileManager.default.contentsOfDirectory(atPath: EsriElectricFolder.path).map {
      ($0, [UInt8](try Data(contentsOf: URL(fileURLWithPath: EsriElectricFolder.path + "/" + $0))))
    }
    let result = try EsriPropertiesImporter().read(files, named: "EsriElectric")
    let path = NSTemporaryDirectory() + "geosnap-electric-\(UUID().uuidString).gpkg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try GeoPackage.write(result.network, to: path)
    return try GeoPackage.open(path).network
  }

  @Test("Allowed or refused is what SQL finds in the table, for all 457 x 457 pairs")
  func pairs() throws {
    let network = try Self.network.get()
    let table = try Self.table.get()
    let types = try table.assetTypes()
    #expect(types.count == 457)
    #expect(try table.ruleCount() == 6126)
    #expect(network.rules.count == 6126)
    let ids = try types.map { try $0.id(in: network) }
    var count = (pairs: 0, sql: 0, engine: 0)
    let taken = Extent.every(8, of: zip(types, ids).map { $0 })
    for (type, edited) in taken {
      let rules = try SnapRules(for: edited, in: network)
      let expected = try table.verdicts(for: type)
      #expect(expected.count == types.count)
      for (other, candidate) in zip(types, ids) {
        let permission = rules.permission(for: candidate)
        let verdict = try #require(expected[other])
        count.pairs += 1
        if verdict.isAllowed { count.sql += 1 }
        if permission != nil { count.engine += 1 }
        let found: Int? = if case .rule(let id) = permission { id } else { nil }
        // One expectation for the outcome and the rule that is named for it.
        if (permission != nil) != verdict.isAllowed || found != verdict.rule {
          Issue.record(
            "\(type) with \(other): \(verdict) by SQL, \(String(describing: permission))"
          )
        }
      }
    }
    print(
      "\(types.count) x \(types.count) = \(count.pairs) pairs of asset types: "
        + "SQL allows \(count.sql) and refuses \(count.pairs - count.sql), "
        + "SnapRules allows \(count.engine) and refuses \(count.pairs - count.engine)"
    )
    #expect(count.pairs == taken.count * 457)
    #expect(count.sql == count.engine)
  }

  @Test("snap-sources tells the same of every source, asset group and asset type, for all 457")
  func snapSources() throws {
    let network = try Self.network.get()
    let table = try Self.table.get()
    var count = (pairs: 0, limited: 0, groups: 0)
    let taken = Extent.every(20, of: try table.assetTypes())
    for type in taken {
      let command = try SnapSourcesCommand.parse([
        "net.gpkg", "--asset-type", "\(type.source)/\(type.group)/\(type.type)", "--json",
      ])
      let data = try JSONEncoder().encode(try command.document(for: network))
      let answer = try JSONDecoder().decode(SnapSourcesAnswer.self, from: data)
      let told = try check(answer, type, table)
      count.pairs += told.pairs
      count.limited += told.limited
      count.groups += told.groups
    }
    print(
      "snap-sources over \(count.pairs) pairs: \(count.limited) limited, "
        + "\(count.pairs - count.limited) prevented; \(count.groups) asset groups limited"
    )
    #expect(count.pairs == taken.count * 457)
  }

  /// Holds one answer against the table, over the asset types that the table has.
  private func check(
    _ answer: SnapSourcesAnswer,
    _ type: RuleTable.Key,
    _ table: RuleTable
  ) throws -> (pairs: Int, limited: Int, groups: Int) {
    let expected = try table.verdicts(for: type)
    let limitedGroups = try table.limitedGroups(for: type)
    var count = (pairs: 0, limited: 0, groups: 0)
    for source in answer.sources {
      let isLimited = limitedGroups.contains { $0.hasPrefix(source.source + "/") }
      #expect(source.behavior == (isLimited ? "limited" : "prevented"), "\(type): \(source.source)")
      for group in source.children {
        let isLimited = limitedGroups.contains("\(source.source)/\(group.code)")
        #expect(
          group.behavior == (isLimited ? "limited" : "prevented"),
          "\(type): \(source.source)/\(group.assetGroup)"
        )
        if isLimited { count.groups += 1 }
        for other in group.assetTypes {
          let key = RuleTable.Key(source: source.source, group: group.code, type: other.code)
          let verdict = expected[key]
          // What no rule names is prevented.
          let behavior = verdict?.isAllowed == true ? "limited" : "prevented"
          if other.behavior != behavior || other.rule != verdict?.rule {
            Issue.record("\(type) with \(key): \(other.behavior), rule \(other.rule ?? 0)")
          }
          guard verdict != nil else { continue }
          count.pairs += 1
          if other.behavior == "limited" { count.limited += 1 }
        }
      }
    }
    return count
  }

  @Test("The program itself imports the definition and answers the same")
  func program() throws {
    let path = NSTemporaryDirectory() + "geosnap-electric-\(UUID().uuidString).gpkg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let run = try CommandLineRun(["import", "definition", EsriElectricFolder.path, path, "--json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let written = try #require(try run.json()["written"] as? [String: Int])
    #expect(written["rules"] == 6126 && written["tiers"] == 8 && written["categories"] == 33)

    let table = try Self.table.get()
    let types = try table.assetTypes()
    let picks = stride(from: 0, to: types.count, by: types.count / 5).map { types[$0] }
    for type in Extent.every(4, of: picks + types.filter { $0.source == "ElectricLine" }.prefix(2))
    {
      let run = try CommandLineRun([
        "snap-sources", path, "--asset-type", "\(type.source)/\(type.group)/\(type.type)", "--json",
      ])
      #expect(run.exitCode == 0, "\(run.errors)")
      let answer = try JSONDecoder().decode(SnapSourcesAnswer.self, from: Data(run.output.utf8))
      #expect(try check(answer, type, table).pairs == 457)
    }
  }

  @Test("snap-sources --all lists for every asset type what may be joined, and nothing else")
  func all() throws {
    let network = try Self.network.get()
    let table = try Self.table.get()
    let data = try JSONEncoder().encode(try AssetTypePairsOutput(network: network).document)
    let answer = try JSONDecoder().decode(PairsAnswer.self, from: data)
    #expect(answer.pairs == answer.assetTypes.count * answer.assetTypes.count)
    #expect(answer.allowed == answer.assetTypes.reduce(0) { $0 + $1.joins.count })
    let told = Dictionary(uniqueKeysWithValues: answer.assetTypes.map { ($0.key, $0.joins) })
    for type in Extent.every(8, of: try table.assetTypes()) {
      let joins = try #require(told[type])
      let expected = try table.verdicts(for: type).filter(\.value.isAllowed)
      #expect(
        Dictionary(uniqueKeysWithValues: joins.map { ($0.key, $0.rule) })
          == expected.mapValues(\.rule)
      )
    }
  }
}

extension RuleTable.Key {
  /// The asset type in a network.
  func id(in network: UtilityNetwork) throws -> AssetTypeID {
    let source = try #require(network.definition.source(named: source))
    return AssetTypeID(sourceID: source.sourceID, assetGroup: group, assetType: type)
  }
}

/// What `snap-sources --json` prints, as far as the tests read it.
struct SnapSourcesAnswer: Decodable {
  struct Source: Decodable {
    let source: String
    let behavior: String
    let enabled: Bool
    let children: [Group]
  }

  struct Group: Decodable {
    let assetGroup: String
    let code: Int
    let behavior: String
    let enabled: Bool
    let assetTypes: [Kind]
  }

  struct Kind: Decodable {
    let assetType: String
    let code: Int
    let behavior: String
    let rule: Int?
  }

  let assetType: String?
  let sources: [Source]
}

/// What `snap-sources --all --json` prints, as far as the tests read it.
private struct PairsAnswer: Decodable {
  struct Kind: Decodable {
    let source: String
    let group: Int
    let code: Int
    let joins: [Join]

    var key: RuleTable.Key { RuleTable.Key(source: source, group: group, type: code) }
  }

  struct Join: Decodable {
    let source: String
    let group: Int
    let code: Int
    let rule: Int?

    var key: RuleTable.Key { RuleTable.Key(source: source, group: group, type: code) }
  }

  let pairs: Int
  let allowed: Int
  let assetTypes: [Kind]
}

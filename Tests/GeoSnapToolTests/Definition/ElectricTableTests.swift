import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTool
import Testing

/// The decision on joining, over every pair of Esri's electric table, held against SQL over the file's own rows.
@Suite("Esri's electric rule table")
struct ElectricTableTests {
  static let table = Result { try RuleTable() }
  static let network = Result { try readNetwork() }

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
    let taken = Extent.every(8, of: zip(types, ids).map { $0 })
    var (allowed, wrong): (Int, [String]) = (0, [])
    for (type, edited) in taken {
      let rules = try SnapRules(for: edited, in: network)
      let expected = try table.verdicts(for: type)
      #expect(expected.count == types.count)
      for (other, candidate) in zip(types, ids) {
        let permission = rules.permission(for: candidate)
        let verdict = try #require(expected[other])
        if verdict.isAllowed { allowed += 1 }
        let found: Int? = if case .rule(let id) = permission { id } else { nil }
        if (permission != nil) != verdict.isAllowed || found != verdict.rule {
          wrong.append(
            "\(type) with \(other): \(verdict) by SQL, \(String(describing: permission))"
          )
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    #expect(allowed > taken.count)
  }

  @Test("snap-sources tells the same of every source, asset group and asset type, for all 457")
  func snapSources() throws {
    let network = try Self.network.get()
    let table = try Self.table.get()
    let taken = Extent.every(20, of: try table.assetTypes())
    var wrong: [String] = []
    for type in taken {
      let command = try SnapSourcesCommand.parse(["net.gpkg", "--asset-type", type.path, "--json"])
      let data = try JSONEncoder().encode(try command.document(for: network))
      let answer = try JSONDecoder().decode(SnapSourcesAnswer.self, from: data)
      let limited = try table.limitedGroups(for: type)
      let expected = try table.verdicts(for: type)
      var told = 0
      for source in answer.sources {
        let name = source.source
        if source.isLimited != limited.contains(where: { $0.hasPrefix(name + "/") }) {
          wrong.append("\(type): \(name) is \(source.behavior)")
        }
        for group in source.children {
          if group.isLimited != limited.contains("\(name)/\(group.code)") {
            wrong.append("\(type): \(name)/\(group.assetGroup) is \(group.behavior)")
          }
          for other in group.assetTypes {
            let verdict = expected[RuleTable.Key(source: name, group: group.code, type: other.code)]
            if verdict != nil { told += 1 }
            // What no rule names is prevented.
            if other.isLimited != (verdict?.isAllowed ?? false) || other.rule != verdict?.rule {
              wrong.append("\(type) with \(name)/\(group.code)/\(other.code): \(other)")
            }
          }
        }
      }
      #expect(told == 457)
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
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
  func id(in network: UtilityNetwork) throws -> AssetTypeID {
    let source = try #require(network.definition.source(named: source))
    return AssetTypeID(sourceID: source.sourceID, assetGroup: group, assetType: type)
  }
}

/// What `snap-sources --json` prints, as far as the test reads it.
private struct SnapSourcesAnswer: Decodable {
  struct Source: Decodable, Permission {
    let source: String
    let behavior: String
    let children: [Group]
  }

  struct Group: Decodable, Permission {
    let assetGroup: String
    let code: Int
    let behavior: String
    let assetTypes: [Kind]
  }

  struct Kind: Decodable, Permission {
    let code: Int
    let behavior: String
    let rule: Int?
  }

  let sources: [Source]
}

private protocol Permission {
  /// One of `limited` and `prevented`.
  var behavior: String { get }
}

extension Permission {
  fileprivate var isLimited: Bool? {
    switch behavior {
    case "limited": true
    case "prevented": false
    default: nil
    }
  }
}

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

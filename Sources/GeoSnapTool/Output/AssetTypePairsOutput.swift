package import GeoSnap

/// The asset types of a network that may be joined, in pairs.
package struct AssetTypePairsOutput {
  /// An asset type and those that may be joined to it.
  private struct PairRow {
    let name: Name
    let joins: [(name: Name, permission: SnapPermission)]
  }

  private struct Name {
    let source: String
    let group: AssetGroup
    let type: AssetType

    var path: String { "\(source)/\(group.name)/\(type.name)" }
  }

  private let rows: [PairRow]

  /// Compiles the rules for every asset type.
  package init(network: some NetworkReading) throws {
    var names: [(id: AssetTypeID, name: Name)] = []
    for source in network.base.definition.sources {
      for group in source.assetGroups {
        for type in group.assetTypes {
          let id = AssetTypeID(
            sourceID: source.sourceID,
            assetGroup: group.code,
            assetType: type.code
          )
          names.append((id, Name(source: source.name, group: group, type: type)))
        }
      }
    }
    rows = try names.map { edited in
      let rules = try SnapRules(for: edited.id, in: network.base)
      return PairRow(
        name: edited.name,
        joins: names.compactMap { other in
          rules.permission(for: other.id).map { (other.name, $0) }
        }
      )
    }
  }

  private var allowed: Int { rows.reduce(0) { $0 + $1.joins.count } }

  package var document: JSONValue {
    .object([
      "pairs": .integer(rows.count * rows.count), "allowed": .integer(allowed),
      "assetTypes": .array(
        rows.map { row in
          .object([
            "source": .string(row.name.source), "assetGroup": .string(row.name.group.name),
            "assetType": .string(row.name.type.name), "group": .integer(row.name.group.code),
            "code": .integer(row.name.type.code),
            "joins": .array(
              row.joins.map { join in
                .object([
                  "source": .string(join.name.source), "group": .integer(join.name.group.code),
                  "code": .integer(join.name.type.code),
                  "rule": Optional(join.permission).ruleJSON,
                ])
              }
            ),
          ])
        }
      ),
    ])
  }

  var lines: [String] {
    ["\(rows.count) asset types, \(rows.count * rows.count) pairs, \(allowed) allowed"]
      + rows.filter { !$0.joins.isEmpty }.flatMap { row in
        [row.name.path] + row.joins.map { "    \($0.name.path)" }
      }
  }
}

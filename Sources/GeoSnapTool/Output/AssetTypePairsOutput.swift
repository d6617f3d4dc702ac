package import GeoSnap

/// The asset types of a network that may be joined, in pairs.
package struct AssetTypePairsOutput {
  /// An asset type and those that may be joined to it.
  private struct PairRow {
    let edited: AssetTypeCatalog.Entry
    let joins: [(other: AssetTypeCatalog.Entry, permission: SnapPermission)]
  }

  private let rows: [PairRow]

  /// Compiles the rules for every asset type.
  package init(network: some NetworkReading) throws {
    let types = network.base.definition.assetTypeEntries
    rows = try types.map { edited in
      let rules = try SnapRules(for: edited.id, in: network.base)
      return PairRow(
        edited: edited,
        joins: types.compactMap { other in rules.permission(for: other.id).map { (other, $0) } }
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
            "source": .string(row.edited.source.name),
            "assetGroup": .string(row.edited.group.name),
            "assetType": .string(row.edited.type.name), "group": .integer(row.edited.group.code),
            "code": .integer(row.edited.type.code),
            "joins": .array(
              row.joins.map { join in
                .object([
                  "source": .string(join.other.source.name),
                  "group": .integer(join.other.group.code),
                  "code": .integer(join.other.type.code),
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
        [row.edited.path] + row.joins.map { "    \($0.other.path)" }
      }
  }
}

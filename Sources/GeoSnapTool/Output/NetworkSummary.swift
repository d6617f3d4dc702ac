import Foundation
package import GeoSnap
import GeoSnapStore

struct NetworkSummary {
  private struct Source {
    let name: String
    let sourceID: Int?
    let kind: String
    let usage: String
    let features: Int
    let extent: Envelope?

    /// A source or a plain table of a network; nil where the network has no table of it.
    init(_ name: String, _ source: NetworkSource?, _ table: Int?, _ network: EditedNetwork) {
      self.name = name
      sourceID = source?.sourceID
      kind = source?.elementKind.rawValue ?? "plain"
      usage = source?.usage.name ?? "plain"
      features = table.map { network.featureCount(table: $0) } ?? 0
      extent = table.flatMap { network.extent(table: $0) }
    }
  }

  private let srid: SRID?
  private let extent: Envelope?
  private let sources: [Source]
  private let rules: [String: Int]
  private let associations: [String: Int]
  private let origins: [String: Int]
  private let notImported: [String: Int]
  private let setAside: Int
  /// The number of rows set aside, by table.
  private let setAsideRows: [String: Int]

  init(_ stored: StoredSnapshot) {
    let network = stored.network
    srid = network.srid
    extent = network.envelope
    sources =
      network.definition.sources.map {
        Source($0.name, $0, network.table(sourceID: $0.sourceID), network)
      }
      + network.base.tables.enumerated().filter { $1.sourceID == nil }.map {
        Source($1.name, nil, $0, network)
      }
    rules = Dictionary(
      uniqueKeysWithValues: NetworkRuleKind.allCases.map { kind in
        (kind.name, network.rules.count { $0.kind == kind })
      }
    )
    associations = [
      "connectivity": network.associations.count { $0.kind.isConnectivity },
      "containment": network.associations.count { $0.kind == .containment },
      "attachment": network.associations.count { $0.kind == .attachment },
    ]
    origins = NetworkSummary.countOrigins(network)
    notImported = Dictionary(
      stored.imports.filter { !$0.isImported }.map { ($0.table, $0.rows) },
      uniquingKeysWith: +
    )
    setAside = stored.unreadableRowCount
    // One row may have several problems.
    let places = Dictionary(grouping: stored.unreadable, by: \.table)
    setAsideRows = places.mapValues { Set($0.map(\.row)).count }
  }

  /// The number of distinct elements by table: `lv/line/42` counts under `lv/line`, and an origin without a slash
  /// under the name of its source.
  private static func countOrigins(_ network: EditedNetwork) -> [String: Int] {
    var elements: Set<Substring> = []
    var plain: [Int32: Set<Substring>] = [:]
    network.forEachFeature { feature in
      for element in network.origin(of: feature)?.split(separator: ";") ?? [] {
        if element.utf8.contains(UInt8(ascii: "/")) {
          elements.insert(element)
        } else {
          plain[feature.table, default: []].insert(element)
        }
      }
    }
    var counts: [String: Int] = [:]
    for element in elements {
      let kind = element.lastIndex(of: "/").map { element[..<$0] } ?? element
      counts[String(kind), default: 0] += 1
    }
    for (table, elements) in plain {
      counts[network.base.tables[Int(table)].name, default: 0] += elements.count
    }
    return counts
  }

  var document: JSONValue {
    .object([
      "srid": JSONValue(srid.map { Int($0) }), "extent": JSONValue(extent),
      "sources": .objects(sources) { source in
        [
          "name": .string(source.name), "sourceID": JSONValue(source.sourceID),
          "kind": .string(source.kind), "usage": .string(source.usage),
          "features": .integer(source.features), "extent": JSONValue(source.extent),
        ]
      },
      "rules": JSONValue(rules), "associations": JSONValue(associations),
      "origins": JSONValue(origins), "notImported": JSONValue(notImported),
      "setAside": .object(["rows": .integer(setAside), "tables": JSONValue(setAsideRows)]),
    ])
  }

  var lines: [String] {
    var lines = [srid.map { "Reference system EPSG:\($0)" } ?? "Reference system not declared"]
    if let extent { lines.append("Extent from \(text(extent))") }
    lines.append("Sources")
    lines += sources.map { "\(row($0.name, $0.features))  \($0.usage)" }
    return lines + list("Rules", rules) + list("Associations", associations)
      + list("Imported elements", origins) + list("Not imported", notImported)
  }

  private func list(_ title: String, _ counts: [String: Int]) -> [String] {
    guard !counts.isEmpty else { return [] }
    return [title] + counts.sorted(by: { $0.key < $1.key }).map { row($0.key, $0.value) }
  }

  private func row(_ name: String, _ count: Int) -> String {
    let padded = name.padding(toLength: 28, withPad: " ", startingAt: 0)
    return "  \(padded) \(String(format: "%7d", count))"
  }
}

extension FeatureTable {
  /// The smallest envelope around all geometries; nil when there are none.
  package var extent: Envelope? { Envelope.combining(geometries.lazy.map { $0?.envelope }) }
}

extension EditedNetwork {
  /// The envelope of a table's features, in linear time; nil without geometries.
  fileprivate func extent(table: Int) -> Envelope? {
    guard changedFeatures.contains(where: { $0.table == table }) else {
      return base.tables[table].extent
    }
    return Envelope.combining(features(table: table).map { geometry(of: $0)?.envelope })
  }
}

/// A contracted graph as JSON and as text.
struct GraphOutput {
  let graph: NodeLinkModel

  var document: JSONValue {
    .object([
      "nodes": .objects(graph.nodes) { ["origin": .string($0)] },
      "links": .objects(graph.links) { link in
        [
          "origin": .string(link.origin), "from": .string(graph.nodes[link.from]),
          "to": .string(graph.nodes[link.to]),
          "via": JSONValue(link.via), "conducting": .bool(link.isConducting),
          "enabled": .bool(link.isEnabled),
        ]
      },
    ])
  }

  var lines: [String] {
    ["\(graph.nodes.count) nodes, \(graph.links.count) links"]
      + graph.links.map { link in
        let way = "\(graph.nodes[link.from]) - \(graph.nodes[link.to])"
        let via = link.via.isEmpty ? "" : " via \(link.via.joined(separator: ", "))"
        let state = link.isConducting ? "" : link.isEnabled ? ", barred" : ", out of service"
        return "\(link.origin): \(way)\(via)\(state)"
      }
  }
}

/// The asset types of a network that may be joined, in pairs.
package struct AssetTypePairsOutput {
  private struct PairRow {
    let edited: AssetTypeCatalog.Entry
    let joins: [(other: AssetTypeCatalog.Entry, permission: SnapPermission)]
  }

  private let rows: [PairRow]

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
      "assetTypes": .objects(rows) { row in
        [
          "source": .string(row.edited.source.name), "assetGroup": .string(row.edited.group.name),
          "assetType": .string(row.edited.type.name), "group": .integer(row.edited.group.code),
          "code": .integer(row.edited.type.code),
          "joins": .objects(row.joins) { join in
            [
              "source": .string(join.other.source.name),
              "group": .integer(join.other.group.code), "code": .integer(join.other.type.code),
              "rule": Optional(join.permission).ruleJSON,
            ]
          },
        ]
      },
    ])
  }

  var lines: [String] {
    ["\(rows.count) asset types, \(rows.count * rows.count) pairs, \(allowed) allowed"]
      + rows.filter { !$0.joins.isEmpty }.flatMap { row in
        [row.edited.path] + row.joins.map { "    \($0.other.path)" }
      }
  }
}

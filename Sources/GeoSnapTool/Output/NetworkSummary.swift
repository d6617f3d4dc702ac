import Foundation
package import GeoSnap
import GeoSnapStore

/// The counts of a network's content.
struct NetworkSummary {
  private struct Source {
    let name: String
    let sourceID: Int?
    let kind: String
    let usage: String
    let features: Int
    let extent: Envelope?
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
    func source(
      _ name: String,
      _ sourceID: Int?,
      _ kind: String,
      _ usage: String,
      _ table: Int?
    ) -> Source {
      Source(
        name: name,
        sourceID: sourceID,
        kind: kind,
        usage: usage,
        features: table.map { network.featureCount(table: $0) } ?? 0,
        extent: table.flatMap { network.extent(table: $0) }
      )
    }
    sources =
      network.definition.sources.map {
        let table = network.table(sourceID: $0.sourceID)
        return source($0.name, $0.sourceID, $0.elementKind.rawValue, $0.usage.name, table)
      }
      + network.base.tables.enumerated().filter { $1.sourceID == nil }.map {
        source($1.name, nil, "plain", "plain", $0)
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
      "srid": JSONValue(srid.map { Int($0) }), "extent": GeoSnapTool.json(extent),
      "sources": .array(
        sources.map { source in
          .object([
            "name": .string(source.name), "sourceID": JSONValue(source.sourceID),
            "kind": .string(source.kind), "usage": .string(source.usage),
            "features": .integer(source.features), "extent": GeoSnapTool.json(source.extent),
          ])
        }
      ),
      "rules": JSONValue(rules),
      "associations": JSONValue(associations),
      "origins": JSONValue(origins),
      "notImported": JSONValue(notImported),
      "setAside": .object(["rows": .integer(setAside), "tables": JSONValue(setAsideRows)]),
    ])
  }

  /// The summary as text.
  var lines: [String] {
    var lines = [srid.map { "Reference system EPSG:\($0)" } ?? "Reference system not declared"]
    if let extent {
      lines.append(
        "Extent from \(text(Coordinate(x: extent.minX, y: extent.minY))) to "
          + text(Coordinate(x: extent.maxX, y: extent.maxY))
      )
    }
    lines.append("Sources")
    lines += sources.map { "\(row($0.name, $0.features))  \($0.usage)" }
    return lines + list("Rules", rules) + list("Associations", associations)
      + list("Imported elements", origins) + list("Not imported", notImported)
  }

  private func list(_ title: String, _ counts: [String: Int]) -> [String] {
    guard !counts.isEmpty else { return [] }
    return [title]
      + counts.sorted(by: { $0.key < $1.key }).map { row($0.key, $0.value) }
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

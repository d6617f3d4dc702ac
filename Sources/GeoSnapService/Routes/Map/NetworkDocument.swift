import GeoSnap
import GeoSnapStore
import GeoSnapTool

/// The data about a network that a page needs to draw it.
struct NetworkDocument {
  private let now: NetworkMoment
  private let drawing: Drawing
  private let counts: [Int]
  private let isReadOnly: Bool

  init(_ now: NetworkMoment, isReadOnly: Bool) throws {
    self.now = now
    self.isReadOnly = isReadOnly
    drawing = try now.drawing()
    counts = try now.layerCounts()
  }

  private var network: EditedNetwork { now.open.network }
  private var definition: NetworkDefinition { network.definition }

  var json: JSONValue {
    .object([
      "name": .string(now.open.name), "revision": .integer(Int(clamping: now.revision)),
      "canEdit": .bool(!isReadOnly), "srid": JSONValue(network.srid.map { Int($0) }),
      "unit": .string(now.open.unit), "extent": GeoSnapTool.json(network.envelope),
      "square": .array(
        [drawing.square.left, drawing.square.top, drawing.square.side].map { .number($0) }
      ),
      "tileUnits": .integer(Drawing.tileUnits), "maxZoom": .integer(TileAddress.deepest),
      "layers": .array(drawing.layerDocuments(counts)), "tables": .array(tables),
      "assetTypes": .array(assetTypes), "tiers": .array(tiers),
      "traceTypes": .array(TraceType.allCases.map { .string($0.rawValue) }),
      "attributes": .array(definition.networkAttributes.map { .string($0.name) }),
      "traceConfigurations": .array(
        now.open.snapshot.traceConfigurations.map { saved in
          .object([
            "name": .string(saved.name), "summary": .string(saved.summary),
            "type": JSONValue(saved.type?.rawValue),
            "configuration": (try? JSONValue(encoding: saved.configuration)) ?? .null,
          ])
        }
      ),
      "features": .integer(network.featureCount),
      "associations": .integer(network.associationCount),
      "setAside": .integer(now.open.snapshot.unreadableRowCount),
    ])
  }

  private var tables: [JSONValue] {
    network.base.tables.enumerated().map { number, table in
      let source = table.sourceID.flatMap { id in definition.sources.first { $0.sourceID == id } }
      return .object([
        "name": .string(table.name), "kind": JSONValue(table.geometryType?.kind),
        "usage": JSONValue(source?.usage.name),
        "features": .integer(network.featureCount(table: number)),
        "fields": .array(table.fields.map { field($0, of: table) }),
      ])
    }
  }

  private func field(_ field: AttributeField, of table: FeatureTable) -> JSONValue {
    let attribute = definition.networkAttributes.first { attribute in
      attribute.assignments.contains {
        $0.sourceID == table.sourceID && $0.fieldName.lowercased() == field.name.lowercased()
      }
    }
    let domain = attribute.flatMap { definition.domain(of: $0) }
    let type =
      switch field.storage {
      case .integer: "integer"
      case .real: "real"
      case .text: "text"
      case .blob: "blob"
      }
    return .object([
      "name": .string(field.name), "type": .string(type),
      "attribute": JSONValue(attribute?.name),
      "domain": domain.map { domain in
        .array(
          domain.codedValues.map {
            .object(["code": .integer(Int($0.code)), "name": .string($0.name)])
          }
        )
      } ?? .null,
    ])
  }

  private var assetTypes: [JSONValue] {
    definition.domainNetworks.flatMap { domain in
      domain.sources.flatMap(\.assetTypeEntries).map { entry in
        let (source, group, type) = (entry.source, entry.group, entry.type)
        let terminals = type.terminalConfigurationID.flatMap {
          definition.terminalConfiguration(id: $0)
        }
        return .object([
          "path": .string(entry.path), "domainNetwork": .string(domain.name),
          "table": JSONValue(tableName(source)), "source": .string(source.name),
          "assetGroup": .string(group.name), "assetType": .string(type.name),
          "groupCode": .integer(group.code), "typeCode": .integer(type.code),
          "kind": JSONValue(source.usage.geometryType?.kind),
          "terminals": GeoSnapTool.json(terminals?.terminals ?? []),
        ])
      }
    }
  }

  private func tableName(_ source: NetworkSource) -> String? {
    network.table(sourceID: source.sourceID).map { network.base.tables[$0].name }
  }

  private var tiers: [JSONValue] {
    definition.domainNetworks.flatMap { domain in
      domain.tiers.map { tier in
        .object([
          "name": .string(tier.name), "domainNetwork": .string(domain.name),
          "configuration": tier.traceConfiguration
            .flatMap { try? JSONValue(encoding: $0) } ?? .null,
        ])
      }
    }
  }
}

extension GeometryType {
  /// The kind of layer in which it is drawn.
  fileprivate var kind: String {
    switch dimension {
    case 0: "point"
    case 1: "line"
    default: "area"
    }
  }
}

import GeoSnap
import GeoSnapStore
import GeoSnapTool

extension Route {
  static let mapRoutes = [
    Route(
      "GET /network",
      "Describes the network, and how to draw it.",
      answers: """
        The name, the revision, whether it can be edited, the reference system, the extent, the square of the map, \
        layers, tables with fields, asset types with terminals, tiers and saved trace configurations.
        """
    ) { service, _ in
      let now = service.served.now
      return ServiceAnswer(
        try await onThreads(givesWay: false) {
          try NetworkDocument(now, isReadOnly: service.access.isReadOnly).json
        }
      )
    },
    Route(
      "GET /tiles/{zoom}/{column}/{row}",
      "A tile of the map.",
      parameters: [
        Parameter(
          "zoom",
          .integer(0...TileAddress.deepest),
          "The zoom: at 0 one tile is the whole square.",
          isInPath: true
        ),
        Parameter(
          "column",
          .integer(0...(1 << TileAddress.deepest) - 1),
          "The column, from the left.",
          isInPath: true
        ),
        Parameter(
          "row",
          .integer(0...(1 << TileAddress.deepest) - 1),
          "The row, from the top.",
          isInPath: true
        ),
        Parameter(
          "revision",
          .text,
          "The revision of the network, which allows a browser to cache the tile."
        ),
      ],
      answers: """
        Int16 words, little-endian: records of layer, count and count pairs x, y, in units of 1/4096 of the side. \
        Points are points, two places of a line are a piece of it, those of an area a ring.
        """,
      mediaType: "application/octet-stream"
    ) { service, asked in
      let now = service.served.now
      let address = TileAddress(
        zoom: asked.integer("zoom") ?? 0,
        column: asked.integer("column") ?? 0,
        row: asked.integer("row") ?? 0
      )
      guard max(address.column, address.row) < 1 << address.zoom else {
        throw ServiceRefusal.notFound("There is no such tile at zoom \(address.zoom).")
      }
      let bytes = try await onThreads(givesWay: false) { try now.tile(address) }
      let answer = ServiceAnswer(type: "application/octet-stream", bytes)
      return asked.text("revision") == "\(now.revision)"
        ? answer.with("cache-control", "private, max-age=3600") : answer
    },
    Route(
      "GET /features",
      "Features by their ids, to draw and list.",
      parameters: [
        Parameter(
          "of",
          .feature,
          "A global id, row:TABLE/ROW or origin:NAME; up to 1000.",
          isRequired: true,
          isRepeated: true
        )
      ],
      answers: """
        A GeoJSON FeatureCollection in the network's reference system. Each feature has its ids, asset type, \
        attributes, terminals and number of associations.
        """
    ) { service, asked in
      let names = asked.texts("of")
      guard names.count <= 1_000 else {
        throw ServiceRefusal.badRequest(
          "The parameter 'of' is given \(names.count) times, but at most 1000 are allowed."
        )
      }
      let open = service.served.now.open
      var features: [JSONValue] = []
      for name in names { features += try open.features(named: name).map(open.network.geoJSON) }
      return ServiceAnswer(.object(["type": "FeatureCollection", "features": .array(features)]))
    },
    Route(
      "GET /search",
      "Finds features by row, origin, global id, or a text or integer attribute.",
      parameters: [
        Parameter("text", .text, "The text to look for.", isRequired: true),
        Parameter("limit", .integer(1...1_000), "The maximum number of features; by default, 20."),
      ],
      answers:
        "`found` lists features, the best first, each with its name, the attribute in which the text was found, and a place."
    ) { service, asked in
      let open = service.served.now.open
      guard let text = asked.text("text"), !text.isEmpty else {
        throw ServiceRefusal.badRequest("The parameter 'text' is empty: give a text to look for.")
      }
      let limit = asked.integer("limit") ?? 20
      let found = try await service.ask { open.found(text, limit: limit) }
      return ServiceAnswer(.object(["found": .array(found)]))
    },
  ]
}

struct NetworkDocument {
  private let now: NetworkMoment
  private let map: TiledMap
  private let counts: [Int]
  private let isReadOnly: Bool

  init(_ now: NetworkMoment, isReadOnly: Bool) throws {
    self.now = now
    self.isReadOnly = isReadOnly
    map = try now.tiledMap()
    counts = try now.layerCounts()
  }

  private var network: EditedNetwork { now.open.network }
  private var definition: NetworkDefinition { network.definition }

  var json: JSONValue {
    .object([
      "name": .string(now.open.name), "revision": .integer(Int(clamping: now.revision)),
      "canEdit": .bool(!isReadOnly), "srid": JSONValue(network.srid.map { Int($0) }),
      "unit": .string(now.open.unit), "extent": JSONValue(network.envelope),
      "square": .array([map.square.left, map.square.top, map.square.side].map { .number($0) }),
      "tileUnits": .integer(TiledMap.tileUnits), "maxZoom": .integer(TileAddress.deepest),
      "layers": .array(map.layerDocuments(counts)), "tables": .array(tables),
      "assetTypes": .array(assetTypes), "tiers": .array(tiers),
      "traceTypes": .array(TraceType.allCases.map { .string($0.rawValue) }),
      "attributes": .array(definition.networkAttributes.map { .string($0.name) }),
      "traceConfigurations": .objects(now.open.snapshot.traceConfigurations) { saved in
        [
          "name": .string(saved.name), "summary": .string(saved.summary),
          "type": JSONValue(saved.type?.rawValue),
          "configuration": (try? JSONValue(encoding: saved.configuration)) ?? .null,
        ]
      },
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
    return .object([
      "name": .string(field.name), "type": .string(field.storage.rawValue.lowercased()),
      "attribute": JSONValue(attribute?.name),
      "domain": domain.map { domain in
        .objects(domain.codedValues) { ["code": .integer(Int($0.code)), "name": .string($0.name)] }
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
          "terminals": JSONValue(terminals?.terminals ?? []),
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
  fileprivate var kind: String { dimension == 0 ? "point" : dimension == 1 ? "line" : "area" }
}

extension EditedNetwork {
  /// The feature as GeoJSON in the coordinates of the network, with all its data.
  fileprivate func geoJSON(_ feature: FeatureID) -> JSONValue {
    var members = FeatureOutput(network: self).members(feature)
    members["title"] = .string(describe(feature))
    members["name"] = JSONValue(name(of: feature))
    members["attributes"] = .objects(attributes(of: feature)) { value in
      ["field": .string(value.field), "value": JSONValue(value.value), "text": .string("\(value)")]
    }
    let terminals =
      assetType(of: feature)?.type.terminalConfigurationID
      .flatMap { definition.terminalConfiguration(id: $0) }?.terminals ?? []
    members["terminals"] = JSONValue(terminals)
    members["associations"] = .integer(associations(of: feature).count)
    return .object([
      "type": "Feature", "id": members["globalID"] ?? .null,
      "geometry": geometry(of: feature).map(GeometryText.json) ?? .null,
      "properties": .object(members),
    ])
  }
}

import GeoSnap
import GeoSnapTool

extension Route {
  /// The routes for drawing the network.
  static let mapRoutes = [
    Route(
      .get,
      "/network",
      "Describes the network, and how to draw it.",
      group: "Map",
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
      .get,
      "/tiles/{zoom}/{column}/{row}",
      "A tile of the map.",
      group: "Map",
      parameters: [
        Parameter(
          name: "zoom",
          kind: .integer(0...TileAddress.deepest),
          isInPath: true,
          summary: "The zoom: at 0 one tile is the whole square."
        ),
        Parameter(
          name: "column",
          kind: .integer(0...(1 << TileAddress.deepest) - 1),
          isInPath: true,
          summary: "The column, from the left."
        ),
        Parameter(
          name: "row",
          kind: .integer(0...(1 << TileAddress.deepest) - 1),
          isInPath: true,
          summary: "The row, from the top."
        ),
        Parameter(
          name: "revision",
          kind: .text,
          summary: "The revision of the network, which allows a browser to cache the tile."
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
      .get,
      "/features",
      "Features by their ids, to draw and list.",
      group: "Map",
      parameters: [
        Parameter(
          name: "of",
          kind: .feature,
          isRequired: true,
          isRepeated: true,
          summary: "A global id, row:TABLE/ROW or origin:NAME; up to 1000."
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
      let sheet = FeatureDocument(open.network)
      var features: [JSONValue] = []
      for name in names { features += try open.features(named: name).map(sheet.json) }
      return ServiceAnswer(
        .object(["type": "FeatureCollection", "features": .array(features)])
      )
    },
    Route(
      .get,
      "/search",
      "Finds features by row, origin, global id, or a text or integer attribute.",
      group: "Map",
      parameters: [
        Parameter(name: "text", kind: .text, isRequired: true, summary: "The text to look for."),
        Parameter(
          name: "limit",
          kind: .integer(1...1_000),
          summary: "The maximum number of features; by default, 20."
        ),
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

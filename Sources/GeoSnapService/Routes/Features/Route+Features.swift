import GeoSnap
import GeoSnapTool

extension Route {
  private static let time =
    #"[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))?"#

  static let featureRoutes = [
    Route(
      "GET /conformance",
      "Lists the conformance classes of the service.",
      parameters: [.json],
      answers: "The conformance classes."
    ) { service, _ in
      let part1 = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/"
      let part2 = "http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/"
      // Without a reference system, no coordinates are in longitude and latitude.
      let hasReference = service.served.now.open.network.srid != nil
      let classes = hasReference ? [part1 + "core", part1 + "geojson", part2 + "crs"] : []
      return ServiceAnswer(.object(["conformsTo": JSONValue(classes)]))
    },
    Route(
      "GET /collections",
      "Lists the tables of the network.",
      parameters: [.json],
      answers: "A collection for each table."
    ) { service, asked in
      let links = try Links(asked, service.access)
      let now = service.served.now
      return try await onThreads(givesWay: false) {
        ServiceAnswer(try Collections(now, links).json)
      }
    },
    Route(
      "GET /collections/{collection}",
      "Describes a table of the network.",
      parameters: [.collection, .json],
      answers: "The collection: its extent, reference systems and links."
    ) { service, asked in
      let now = service.served.now
      let name = asked.text("collection") ?? ""
      let table = try Collections.table(named: name, in: now.open.network)
      let links = try Links(asked, service.access)
      return try await onThreads(givesWay: false) {
        ServiceAnswer(try Collections(now, links).collection(table))
      }
    },
    Route(
      "GET /collections/{collection}/items",
      "Reads features of a table.",
      parameters: [
        .collection, .json,
        Parameter(
          "limit",
          .integer(1...Items.most),
          "The maximum number of features in the answer.",
          standard: .integer(Items.standard)
        ),
        Parameter(
          "offset",
          .integer(0...1_000_000_000),
          "The number of features to skip.",
          standard: 0
        ),
        Parameter(
          "bbox",
          .box,
          """
          What features have to meet: the least of both axes, and the most. A third axis plays no part. Features \
          without a geometry meet all.
          """
        ),
        Parameter(
          "bbox-crs",
          .text,
          "The reference system of bbox; longitude and latitude unless given."
        ),
        .system,
        Parameter(
          "datetime",
          .shaped(
            "\(time)|(\(time)|(\\.\\.)?)/(\(time)|(\\.\\.)?)",
            otherwise: "neither a time of RFC 3339 nor two with a slash"
          ),
          "Features have no time, so every time matches."
        ),
      ],
      answers: "A GeoJSON FeatureCollection with links to the previous and next features.",
      mediaType: "application/geo+json",
      takesOthers: true
    ) { service, asked in
      let now = service.served.now
      let links = try Links(asked, service.access)
      return try await service.ask { try Items(now, asked).document(links, asked) }
    },
    Route(
      "GET /collections/{collection}/items/{feature}",
      "Reads a feature of a table by its row.",
      parameters: [
        .collection, Parameter("feature", .text, "The row.", isInPath: true), .json, .system,
      ],
      answers: "A GeoJSON Feature.",
      mediaType: "application/geo+json"
    ) { service, asked in
      let now = service.served.now
      let form = try ItemForm(now, asked)
      let (network, table) = (form.network, form.table)
      let name = network.base.tables[table].name
      let text = asked.text("feature") ?? ""
      guard let row = Int64(text), let feature = network.feature(table: table, rowID: row) else {
        throw ServiceRefusal.notFound("\(name) has no row \(text).")
      }
      let links = try Links(asked, service.access)
      guard case .object(var members) = form.feature(feature) else {
        preconditionFailure("A feature is an object")
      }
      let path = "/collections/\(name.inQuery)"
      members["links"] = .array([
        links.link(
          "self",
          "\(path)/items/\(row)",
          type: "application/geo+json",
          title: "This document"
        ),
        links.link("collection", path, title: "The collection"),
      ])
      return form.naming(ServiceAnswer(.object(members), type: "application/geo+json"))
    },
  ]
}

extension Parameter {
  fileprivate static let collection = Parameter(
    "collection",
    .text,
    "The name of a table.",
    isInPath: true
  )
  fileprivate static let json = Parameter(
    "f",
    .choice(["json"]),
    "The form of the answer: only this one is offered."
  )
  fileprivate static let system = Parameter(
    "crs",
    .text,
    "The reference system of the answer. The default is longitude and latitude, or the stored coordinates if "
      + "the network declares no system."
  )
}

import GeoSnap
import GeoSnapTool

extension Route {
  /// A date or a time in RFC 3339.
  private static let time =
    #"[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))?"#

  /// The routes of OGC API - Features.
  static let featureRoutes = [
    Route(
      .get,
      "/conformance",
      "Lists the conformance classes of the service.",
      group: "Features",
      parameters: [.json],
      answers: "The conformance classes."
    ) { service, _ in
      ServiceAnswer(
        LandingDocument.conformance(
          hasReference: service.served.now.open.network.srid != nil
        )
      )
    },
    Route(
      .get,
      "/collections",
      "Lists the tables of the network.",
      group: "Features",
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
      .get,
      "/collections/{collection}",
      "Describes a table of the network.",
      group: "Features",
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
      .get,
      "/collections/{collection}/items",
      "Reads features of a table.",
      group: "Features",
      parameters: [
        .collection, .json,
        Parameter(
          name: "limit",
          kind: .integer(1...Items.most),
          standard: .integer(Items.standard),
          summary: "The maximum number of features in the answer."
        ),
        Parameter(
          name: "offset",
          kind: .integer(0...1_000_000_000),
          standard: 0,
          summary: "The number of features to skip."
        ),
        Parameter(
          name: "bbox",
          kind: .box,
          summary: """
            What features have to meet: the least of both axes, and the most. A third axis plays no part. Features \
            without a geometry meet all.
            """
        ),
        Parameter(
          name: "bbox-crs",
          kind: .text,
          summary: "The reference system of bbox; longitude and latitude unless given."
        ),
        .system,
        Parameter(
          name: "datetime",
          kind: .shaped(
            "\(time)|(\(time)|(\\.\\.)?)/(\(time)|(\\.\\.)?)",
            otherwise: "neither a time of RFC 3339 nor two with a slash"
          ),
          summary: "Features have no time, so every time matches."
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
      .get,
      "/collections/{collection}/items/{feature}",
      "Reads a feature of a table by its row.",
      group: "Features",
      parameters: [
        .collection,
        Parameter(name: "feature", kind: .text, isInPath: true, summary: "The row."),
        .json, .system,
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
    name: "collection",
    kind: .text,
    isInPath: true,
    summary: "The name of a table."
  )
  fileprivate static let json = Parameter(
    name: "f",
    kind: .choice(["json"]),
    summary: "The form of the answer: only this one is offered."
  )
  fileprivate static let system = Parameter(
    name: "crs",
    kind: .text,
    summary:
      "The reference system of the answer. The default is longitude and latitude, or the stored coordinates if "
      + "the network declares no system."
  )
}

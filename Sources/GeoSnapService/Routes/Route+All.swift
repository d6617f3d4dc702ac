import GeoSnap
public import GeoSnapTool

extension NetworkService {
  /// Serves an open network.
  ///
  /// `openingKey` opens the page once, for a browser that is started; nil for none.
  public convenience init(
    _ network: NetworkHandle,
    access: AccessRules,
    openingKey: OpeningKey? = nil
  ) {
    self.init(network, access: access, openingKey: openingKey, routes: Route.all)
  }
}

extension Route {
  package static let all: [Route] = [
    ("Description", pageRoutes), ("Features", featureRoutes), ("Map", mapRoutes),
    ("Questions", pointerRoutes + verbRoutes), ("Editing", writingRoutes),
  ].flatMap { group, routes in routes.map { $0.grouped(group) } }

  private static let placeParameters = [
    Parameter("at", .place, "The place.", isRequired: true),
    Parameter(
      "tolerance",
      .number(most: 1e9),
      "The radius, in the units of the network.",
      isRequired: true
    ),
  ]

  /// The routes for pointer moves, which bypass the command line because each move sends a request.
  private static let pointerRoutes = [
    Route(
      "GET /identify",
      "Lists the features within a tolerance of a place.",
      parameters: placeParameters + [
        Parameter(
          "source",
          .text,
          "A source to look in; by default, all sources.",
          isRepeated: true
        ),
        Parameter(
          "limit",
          .integer(0...10_000),
          "The maximum number of features to list; by default, 100."
        ),
      ],
      answers: "The document of `geosnap identify --json`."
    ) { service, asked in
      let sources = asked.texts("source")
      return ServiceAnswer(
        type: "application/json",
        try service.served.now.open.identified(
          IdentifyRequest(
            at: asked.place("at") ?? Coordinate(x: 0, y: 0),
            tolerance: asked.number("tolerance") ?? 0,
            sources: sources.isEmpty ? nil : sources,
            limit: asked.integer("limit") ?? 100
          )
        )
      )
    },
    Route(
      "GET /snap",
      "Snaps a place to the network by its rules, and gives the reason.",
      parameters: placeParameters
        + snapOptions.map { name, isRepeated in
          Parameter(
            name,
            VerbRoute.kinds[name] ?? .text,
            VerbCatalog.current["snap"].summary(of: name),
            isRepeated: isRepeated
          )
        } + [Parameter("explain", .flag, VerbCatalog.current["snap"].summary(of: "explain"))],
      answers: "The document of `geosnap snap --json`."
    ) { service, asked in
      let words = snapOptions.flatMap { name, _ in asked.texts(name).map { "--\(name)=\($0)" } }
      let snapper = try service.served.now.snapper(words)
      return ServiceAnswer(
        try snapper.snapped(
          at: asked.place("at") ?? Coordinate(x: 0, y: 0),
          tolerance: asked.number("tolerance") ?? 0,
          explains: asked.flag("explain")
        )
      )
    },
  ]

  private static let snapOptions = [
    ("asset-type", false), ("enable", true), ("disable", true), ("role", false),
    ("editing", false), ("kinds", false), ("view-scale", false),
  ]

  private static let verbRoutes = [
    VerbRoute(verb: "info", options: []).route(.get, "/info"),
    VerbRoute(verb: "find", options: ["exact", "source", "limit"], positional: "text")
      .route(.get, "/find"),
    VerbRoute(verb: "show", options: [], positional: "element").route(.get, "/show"),
    VerbRoute(verb: "list", options: ["asset-type", "limit"], positional: "source")
      .route(.get, "/list"),
    VerbRoute(verb: "explain", options: explainOptions, required: ["at", "tolerance"])
      .route(.get, "/explain"),
    VerbRoute(verb: "snap-sources", options: ["asset-type", "enable", "disable", "all"])
      .route(.get, "/snap-sources"),
    VerbRoute(verb: "associations", options: ["extent", "srid", "element", "kind"])
      .route(.get, "/associations"),
    VerbRoute(verb: "container", options: ["element", "margin"], required: ["element"])
      .route(.get, "/container"),
    VerbRoute(
      verb: "trace",
      options: traceOptions,
      required: ["type"],
      takesConfiguration: true
    ).route(.post, "/trace"),
    VerbRoute(
      verb: "why",
      options: ["from", "to", "domain-network", "tier", "set", "block", "unblock"],
      required: ["from", "to"]
    ).route(.post, "/why"),
    VerbRoute(
      verb: "disconnected",
      options: ["domain-network", "tier", "set", "block", "unblock"]
    ).route(.post, "/disconnected"),
    VerbRoute(verb: "validate network", options: ["extent", "srid", "doubts"])
      .route(.post, "/validate"),
  ]

  private static let explainOptions = [
    "at", "tolerance", "view-scale", "srid", "asset-type", "enable", "disable", "role", "editing",
    "kinds",
  ]

  private static let traceOptions = [
    "type", "start", "barrier", "filter-barrier", "config", "domain-network", "tier", "target-tier",
    "subnetwork", "condition", "no-tier-conditions", "filter-condition", "function",
    "function-barrier", "include", "exclude", "cost", "digitized-direction", "indeterminate", "set",
    "block", "unblock", "propagate", "result-type", "explain", "limit",
  ]
}

extension VerbCatalog.Verb {
  func summary(of option: String) -> String {
    arguments?.first { $0.name == option }?.abstract ?? option
  }
}

import GeoSnapTool

enum ServiceDescription {
  static let mediaType = "application/vnd.oai.openapi+json;version=3.1"

  /// The description as an answer; `asJSON` declares it as plain JSON, for programs that do not know OpenAPI 3.1.
  static func answer(asJSON: Bool) -> ServiceAnswer {
    ServiceAnswer(document, type: asJSON ? "application/json" : mediaType)
  }

  private static let document: JSONValue = {
    var paths: [String: [String: JSONValue]] = [:]
    for route in Route.all {
      paths[route.pattern, default: [:]][route.method.rawValue.lowercased()] = operation(route)
    }
    return .object([
      "openapi": "3.1.0",
      "info": .object([
        "title": "GeoSnap", "version": "0.1.0",
        "description":
          "A utility network: identify, snap by connectivity rules, trace and edit, with reasons.",
        "license": .object(["name": "See LICENSE of the project"]),
      ]),
      "paths": .object(paths.mapValues { .object($0) }),
      "components": .object([
        "securitySchemes": .object([
          "token": .object([
            "type": "http", "scheme": "bearer",
            "description": "The token that geosnap serve prints when it starts.",
          ]),
          "tokenInQuery": .object(["type": "apiKey", "in": "query", "name": "token"]),
        ]),
        "schemas": .object([
          "Error": .object([
            "type": "object", "required": .array(["error"]),
            "properties": .object([
              "error": .object([
                "type": "object", "required": .array(["code", "message"]),
                "properties": .object([
                  "code": .object(["type": "string"]), "message": .object(["type": "string"]),
                ]),
              ])
            ]),
          ])
        ]),
      ]),
    ])
  }()

  private static func operation(_ route: Route) -> JSONValue {
    var responses: [String: JSONValue] = [
      "200": .object([
        "description": .string(route.answers), "content": .object([route.mediaType: .object([:])]),
      ])
    ]
    if route.path.isEmpty {
      responses["303"] = .object(["description": "The page with the token, for the key of --open."])
    }
    for (status, why) in refusals(of: route) {
      // A verb without an answer still prints its document.
      let schema: JSONValue =
        status == 422
        ? .object(["type": "object"]) : .object(["$ref": "#/components/schemas/Error"])
      responses["\(status)"] = .object([
        "description": .string(why),
        "content": .object(["application/json": .object(["schema": schema])]),
      ])
    }
    var members: [String: JSONValue] = [
      "summary": .string(route.summary), "tags": .array([.string(route.group)]),
      "operationId": .string(name(of: route)), "responses": .object(responses),
      "parameters": .array(route.parameters.map(\.document)),
      "security": .array(
        route.isOpen ? [] : [.object(["token": .array([])]), .object(["tokenInQuery": .array([])])]
      ),
    ]
    if let body = route.body {
      members["requestBody"] = .object([
        "description": .string(body.summary), "required": .bool(body.isRequired),
        "content": .object(["application/json": .object(["schema": body.schema])]),
      ])
    }
    return .object(members)
  }

  private static func refusals(of route: Route) -> [(Int, String)] {
    var all = [(400, "The request cannot be read.")]
    // The address of the page is also that of the landing page, which describes the network.
    if !route.isOpen || route.path.isEmpty { all.append((401, "The token is missing or wrong.")) }
    if route.writes { all.append((403, "Nothing can be written.")) }
    if route.path.contains(where: { if case .value = $0 { true } else { false } }) {
      all.append((404, "There is no such resource."))
    }
    if route.body != nil {
      all.append((413, "The body is too long."))
      all.append((415, "The body is not JSON."))
    }
    all.append((422, "The verb refuses the request: the document gives the reason."))
    all.append((503, "Too many requests are waiting, or the network cannot be read just now."))
    all.append((504, "The answer takes too long."))
    return all
  }

  /// A name of letters only, such as `getCollectionsItems`.
  private static func name(of route: Route) -> String {
    let words = route.path.map { part in
      switch part {
      case .word(let word): word
      case .value(let name): "By-\(name)"
      }
    }
    return route.method.rawValue.lowercased()
      + words.flatMap { $0.split(separator: "-") }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

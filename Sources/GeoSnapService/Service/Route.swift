import GeoSnapTool

/// A route of the service.
package struct Route: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package enum Part: Sendable, Hashable {
    case word(String)
    case value(String)
  }

  struct Body: Sendable {
    let summary: String
    let schema: JSONValue
    var isRequired = true
  }

  package let method: Method
  package let path: [Part]
  /// The path in the description, such as `/collections/{collection}`.
  package let pattern: String
  let summary: String
  /// The group in the description.
  let group: String
  package var parameters: [Parameter] = []
  var body: Body?
  let answers: String
  var mediaType = "application/json"
  var writes = false
  /// Whether no token is needed, since the answer has no data of the network.
  package var isOpen = false
  /// Whether the query may have undeclared parameters.
  var takesOthers = false
  let answer: @Sendable (NetworkService, RouteRequest) async throws -> ServiceAnswer

  init(
    _ method: Method,
    _ pattern: String,
    _ summary: String,
    group: String,
    parameters: [Parameter] = [],
    body: Body? = nil,
    answers: String,
    mediaType: String = "application/json",
    writes: Bool = false,
    isOpen: Bool = false,
    takesOthers: Bool = false,
    answer: @escaping @Sendable (NetworkService, RouteRequest) async throws -> ServiceAnswer
  ) {
    self.method = method
    self.pattern = pattern
    path = pattern.split(separator: "/").map { part in
      part.hasPrefix("{") ? .value(String(part.dropFirst().dropLast())) : .word(String(part))
    }
    self.summary = summary
    self.group = group
    self.parameters = parameters
    self.body = body
    self.answers = answers
    self.mediaType = mediaType
    self.writes = writes
    self.isOpen = isOpen
    self.takesOthers = takesOthers
    self.answer = answer
  }

  func matches(_ path: [String]) -> Bool {
    guard path.count == self.path.count else { return false }
    for (given, part) in zip(path, self.path) {
      if case .word(let word) = part, word != given { return false }
    }
    return true
  }
}

/// All routes of a service, in the order of its description.
struct RouteTable: Sendable {
  let routes: [Route]

  /// The route for a request.
  ///
  /// - Throws: A refusal of an unknown path or a wrong method.
  func route(_ method: String, _ path: [String]) throws(ServiceRefusal) -> Route {
    let there = routes.filter { $0.matches(path) }
    guard !there.isEmpty else {
      throw .notFound(
        "There is nothing at /\(path.joined(separator: "/")). /api describes the service."
      )
    }
    let asked = method == "HEAD" ? "GET" : method
    if let route = there.first(where: { $0.method.rawValue == asked }) { return route }
    var allowed = there.map(\.method.rawValue)
    if allowed.contains("GET") { allowed.append("HEAD") }
    throw ServiceRefusal(
      status: 405,
      code: "wrongMethod",
      message: "/\(path.joined(separator: "/")) takes \(allowed.joined(separator: " or ")).",
      headers: [("allow", allowed.joined(separator: ", "))]
    )
  }
}

import GeoSnapTool

/// One thing that can be asked of the service.
package struct Route: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// A part of a path between slashes.
  package enum Part: Sendable, Hashable {
    case word(String)
    case value(String)
  }

  /// A body of JSON that a request has.
  struct Body: Sendable {
    let summary: String
    let schema: JSONValue
    var isRequired = true
  }

  package let method: Method
  package let path: [Part]
  /// The path as the description has it, such as `/collections/{collection}`.
  package let pattern: String
  /// What it does, in a sentence.
  let summary: String
  /// What belongs together in the description.
  let group: String
  package var parameters: [Parameter] = []
  var body: Body?
  /// What the answer is, in words.
  let answers: String
  /// The media type of the answer.
  var mediaType = "application/json"
  /// Whether something is written.
  var writes = false
  /// Whether no token is needed: there is nothing of the network in it.
  package var isOpen = false
  /// Whether the query may hold more than the parameters.
  var takesOthers = false
  let answer: @Sendable (NetworkService, Asked) async throws -> ServiceAnswer

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
    answer: @escaping @Sendable (NetworkService, Asked) async throws -> ServiceAnswer
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

  /// Whether it is what a path names.
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
  /// - Throws: A refusal: nothing is there, or it is asked with another method.
  func route(_ method: String, _ path: [String]) throws(ServiceRefusal) -> Route {
    let there = routes.filter { $0.matches(path) }
    guard !there.isEmpty else {
      throw .notFound(
        "Nothing is at /\(path.joined(separator: "/")). /api describes what there is."
      )
    }
    let asked = method == "HEAD" ? "GET" : method
    if let route = there.first(where: { $0.method.rawValue == asked }) { return route }
    var allowed = there.map(\.method.rawValue)
    if allowed.contains("GET") { allowed.append("HEAD") }
    throw ServiceRefusal(
      status: 405,
      code: "wrongMethod",
      message: "/\(path.joined(separator: "/")) takes \(allowed.joined(separator: ", ")).",
      headers: [("allow", allowed.joined(separator: ", "))]
    )
  }
}

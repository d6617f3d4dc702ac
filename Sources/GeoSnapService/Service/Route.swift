import GeoSnap
import GeoSnapTool

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
  fileprivate(set) var group = ""
  package var parameters: [Parameter] = []
  var body: Body?
  let answers: String
  var mediaType = "application/json"
  var writes = false
  package var isOpen = false
  var takesOthers = false
  let answer: @Sendable (NetworkService, RouteRequest) async throws -> ServiceAnswer

  /// - `head`: The method and the path, such as `GET /collections/{collection}`.
  init(
    _ head: String,
    _ summary: String,
    parameters: [Parameter] = [],
    body: Body? = nil,
    answers: String,
    mediaType: String = "application/json",
    writes: Bool = false,
    isOpen: Bool = false,
    takesOthers: Bool = false,
    answer: @escaping @Sendable (NetworkService, RouteRequest) async throws -> ServiceAnswer
  ) {
    method = head.hasPrefix("GET ") ? .get : .post
    pattern = String(head.drop { $0 != "/" })
    path = pattern.split(separator: "/").map { part in
      part.hasPrefix("{") ? .value(String(part.dropFirst().dropLast())) : .word(String(part))
    }
    self.summary = summary
    self.parameters = parameters
    self.body = body
    self.answers = answers
    self.mediaType = mediaType
    self.writes = writes
    self.isOpen = isOpen
    self.takesOthers = takesOthers
    self.answer = answer
  }

  func grouped(_ group: String) -> Route {
    var route = self
    route.group = group
    return route
  }

  func matches(_ path: [String]) -> Bool {
    guard path.count == self.path.count else { return false }
    for (given, part) in zip(path, self.path) {
      if case .word(let word) = part, word != given { return false }
    }
    return true
  }
}

extension [Route] {
  func route(_ method: String, _ path: [String]) throws(ServiceRefusal) -> Route {
    let there = filter { $0.matches(path) }
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
      405,
      "wrongMethod",
      "/\(path.joined(separator: "/")) takes \(allowed.joined(separator: " or ")).",
      headers: [("allow", allowed.joined(separator: ", "))]
    )
  }
}

struct RouteRequest: Sendable {
  let request: ServiceRequest
  private let values: [String: [String]]
  /// Query parameters that the route does not declare; empty unless the route allows them.
  let others: [(name: String, value: String)]

  init(_ request: ServiceRequest, _ target: Target, of route: Route) throws(ServiceRefusal) {
    var values: [String: [String]] = [:]
    var others: [(name: String, value: String)] = []
    for (number, part) in route.path.enumerated() {
      if case .value(let name) = part { values[name] = [target.path[number]] }
    }
    for item in target.query where item.name != RequestToken.name {
      guard let parameter = route.parameters.first(where: { $0.name == item.name }),
        !parameter.isInPath
      else {
        guard route.takesOthers else {
          let known = route.parameters.filter { !$0.isInPath }.map(\.name)
          throw .badRequest(
            "There is no parameter \(item.name) here"
              + (known.isEmpty ? "." : ". \(Words.known("parameter", known))")
          )
        }
        others.append(item)
        continue
      }
      guard parameter.isRepeated || values[item.name] == nil else {
        throw .badRequest("\(item.name) is given twice.")
      }
      values[item.name, default: []].append(item.value)
    }
    for parameter in route.parameters {
      let given = values[parameter.name] ?? []
      if given.isEmpty, parameter.isRequired || parameter.isInPath {
        throw .badRequest("\(parameter.name) is missing: \(parameter.summary)")
      }
      for value in given { try parameter.check(value) }
    }
    self.request = request
    self.values = values
    self.others = others
  }

  func texts(_ name: String) -> [String] { values[name] ?? [] }
  func text(_ name: String) -> String? { values[name]?.first }
  func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
  func number(_ name: String) -> Double? { text(name).flatMap { Double($0) } }
  func flag(_ name: String) -> Bool { text(name) == "true" }

  func place(_ name: String) -> Coordinate? {
    text(name).flatMap { Parameter.numbers($0, count: 2) }.map { Coordinate(x: $0[0], y: $0[1]) }
  }
}

struct RequestToken {
  static let name = "token"

  let shown: String?
  /// Whether it is in the address, so that links need it too.
  let isInQuery: Bool

  init(_ request: ServiceRequest, _ target: Target) {
    // Credentials of another scheme are for a proxy.
    let scheme = "bearer "
    if let header = request.headers["authorization"], header.lowercased().hasPrefix(scheme) {
      shown = String(header.dropFirst(scheme.count))
      isInQuery = false
    } else {
      shown = target.query.first { $0.name == RequestToken.name }?.value
      isInQuery = shown != nil
    }
  }
}

package struct Parameter: Sendable {
  enum Kind: Sendable {
    case text
    case shaped(String, otherwise: String)
    /// A global id, row:TABLE/ROW or origin:NAME.
    case feature
    case integer(ClosedRange<Int>)
    case number(most: Double)
    case flag
    /// X,Y.
    case place
    /// XMIN,YMIN,XMAX,YMAX.
    case extent
    /// Four or six numbers: the minima of two or three axes, then the maxima.
    case box
    case choice([String])
  }

  package let name: String
  let kind: Kind
  let summary: String
  package let isInPath: Bool
  let isRequired: Bool
  let isRepeated: Bool
  let standard: JSONValue?

  init(
    _ name: String,
    _ kind: Kind,
    _ summary: String,
    isInPath: Bool = false,
    isRequired: Bool = false,
    isRepeated: Bool = false,
    standard: JSONValue? = nil
  ) {
    (self.name, self.kind, self.summary, self.standard) = (name, kind, summary, standard)
    (self.isInPath, self.isRequired, self.isRepeated) = (isInPath, isRequired, isRepeated)
  }

  func check(_ value: String) throws(ServiceRefusal) {
    guard value.utf8.count <= 8_192 else { throw wrong(value.prefix(40) + "...", "too long") }
    switch kind {
    case .text:
      guard !value.isEmpty else { throw .badRequest("\(name) is empty: \(summary)") }
    case .shaped(let pattern, let otherwise):
      guard Self.matches(pattern, value) else { throw wrong(value, otherwise) }
    case .feature:
      guard Self.namesFeature(value) else {
        throw wrong(value, "neither a global id nor row:TABLE/ROW nor origin:NAME")
      }
    case .integer(let range):
      guard let number = Int(value), range.contains(number) else {
        throw wrong(value, "not a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
    case .number(let most):
      guard let number = Double(value), number >= 0, number <= most else {
        throw wrong(value, "not a number from 0 to \(most)")
      }
    case .flag:
      guard ["true", "false"].contains(value) else { throw wrong(value, "neither true nor false") }
    case .place:
      guard Self.numbers(value, count: 2) != nil else { throw wrong(value, "not a place X,Y") }
    case .extent:
      guard let numbers = Self.numbers(value, count: 4) else {
        throw wrong(value, "not an extent XMIN,YMIN,XMAX,YMAX")
      }
      guard numbers[0] <= numbers[2], numbers[1] <= numbers[3] else {
        throw .noAnswer("\(name) is \(value): a minimum is greater than its maximum.")
      }
    case .box:
      guard Self.numbers(value, count: 4) ?? Self.numbers(value, count: 6) != nil else {
        throw wrong(value, "neither four numbers nor six")
      }
    case .choice(let words):
      guard words.contains(value) else { throw wrong(value, "not one of \(Words.names(words))") }
    }
  }

  private func wrong(_ value: some StringProtocol, _ why: String) -> ServiceRefusal {
    .badRequest("\(name) is \(value): \(why).")
  }

  /// The finite numbers in a comma-separated list of `count`; nil for any other text.
  static func numbers(_ text: String, count: Int) -> [Double]? {
    finiteNumbers(text).flatMap { $0.count == count ? $0 : nil }
  }

  var schema: JSONValue {
    var one: [String: JSONValue] =
      switch kind {
      case .text: ["type": "string", "minLength": 1]
      case .shaped(let pattern, _): ["type": "string", "pattern": .string("^(\(pattern))$")]
      case .feature: ["type": "string", "pattern": .string("^(\(Self.featurePattern))$")]
      case .integer(let range):
        [
          "type": "integer", "minimum": .integer(range.lowerBound),
          "maximum": .integer(range.upperBound),
        ]
      case .number(let most): ["type": "number", "minimum": 0, "maximum": .number(most)]
      case .flag: ["type": "boolean"]
      case .place, .extent: Self.numberList(kind)
      case .box: Self.boxSchema
      case .choice(let words): ["type": "string", "enum": JSONValue(words)]
      }
    one["default"] = standard
    return .object(isRepeated ? ["type": "array", "items": .object(one)] : one)
  }

  private static let globalIDPattern = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
  private static let featurePattern =
    #"\#(globalIDPattern)|\{\#(globalIDPattern)\}|row:[^/]+/[0-9]{1,18}|origin:[^;][\s\S]*"#
  /// Whether it matches `featurePattern`, without the cost of matching it: a request may have a thousand values.
  private static func namesFeature(_ value: String) -> Bool {
    func rest(behind prefix: String) -> Substring? {
      guard value.utf8.starts(with: prefix.utf8) else { return nil }
      return Substring(value.utf8.dropFirst(prefix.utf8.count))
    }
    if let origin = rest(behind: "origin:") {
      return !origin.isEmpty && origin.utf8.first != UInt8(ascii: ";")
    }
    if let row = rest(behind: "row:") {
      let parts = row.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      return parts.count == 2 && !parts[0].isEmpty && (1...18).contains(parts[1].count)
        && parts[1].allSatisfy { (0x30...0x39).contains($0) }
    }
    return GlobalID(value) != nil
  }

  private static func matches(_ pattern: String, _ value: String) -> Bool {
    // Matches as readers of the description do: a character that combines with a colon is separate from it.
    (try? Regex(pattern).matchingSemantics(.unicodeScalar).wholeMatch(in: value)) != nil
  }

  private static func numberList(_ kind: Kind) -> [String: JSONValue] {
    let count = if case .place = kind { 2 } else { 4 }
    return [
      "type": "array", "items": .object(["type": "number"]), "minItems": .integer(count),
      "maxItems": .integer(count),
    ]
  }

  /// The schema of OGC API - Features, which also excludes five numbers.
  private static let boxSchema: [String: JSONValue] = {
    let counts: [JSONValue] = [4, 6]
    return [
      "type": "array", "items": .object(["type": "number"]), "minItems": 4, "maxItems": 6,
      "oneOf": .objects(counts) { ["minItems": $0, "maxItems": $0] },
    ]
  }()

  var document: JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(name), "in": isInPath ? "path" : "query",
      "required": .bool(isRequired || isInPath), "description": .string(summary), "schema": schema,
    ]
    if isInPath { return .object(members) }
    // Numbers in a list are separated by commas; repeated parameters are repeated.
    members["style"] = "form"
    members["explode"] = .bool(isRepeated)
    return .object(members)
  }
}

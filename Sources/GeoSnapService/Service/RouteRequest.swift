import GeoSnap

/// The parameters of a request, checked by those of its route.
struct RouteRequest: Sendable {
  let request: ServiceRequest
  private let values: [String: [String]]
  /// Query parameters that the route does not declare; empty unless the route allows them.
  let others: [(name: String, value: String)]

  /// Reads the values of a route's parameters.
  ///
  /// - Throws: A refusal that says which parameter is wrong, missing or unknown.
  init(
    _ request: ServiceRequest,
    _ target: Target,
    of route: Route
  ) throws(ServiceRefusal) {
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
    text(name).flatMap { Parameter.numbers($0, count: 2) }
      .map { Coordinate(x: $0[0], y: $0[1]) }
  }
}

/// The token of a request.
struct RequestToken {
  static let name = "token"

  /// The token; nil when the request has none.
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

/// Who may ask what: the token, and the names under which the service is reached.
package struct AccessRules: Sendable {
  /// What has to be shown.
  package let token: String
  /// Whether reading needs no token.
  package let isPublic: Bool
  /// Whether nothing may be written, whatever is shown.
  package let isReadOnly: Bool
  /// The hosts, in lower case, under which the service answers: a name, with a port or for every port.
  private let hosts: Set<String>

  /// - Parameters:
  ///   - token: What has to be shown.
  ///   - port: The port that the service listens on.
  ///   - hosts: Further names under which it is reached, with a port or for every port.
  ///   - isPublic: Whether reading needs no token.
  ///   - isReadOnly: Whether nothing may be written.
  package init(
    token: String,
    port: Int,
    hosts: [String] = [],
    isPublic: Bool = false,
    isReadOnly: Bool = false
  ) {
    self.token = token
    self.isPublic = isPublic
    self.isReadOnly = isReadOnly
    self.hosts = Set(
      ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"] + hosts.map { $0.lowercased() }
    )
  }

  /// The token as it stands in an address.
  package var query: String { "token=\(token.inQuery)" }

  /// A token that nobody guesses: 128 bits from the system.
  package static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(UInt32.random(in: 0...UInt32.max, using: &random), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Refuses what another site's page, or a name that was bound to this machine behind a browser's back, asks.
  func checkPlace(_ request: ServiceRequest) throws(ServiceRefusal) {
    guard let host = request.headers["host"] else {
      throw .badRequest("The request has no Host.")
    }
    guard isKnown(host) else {
      throw ServiceRefusal(
        status: 421,
        code: "unknownHost",
        message: "The service does not answer under the name \(host): "
          + "start it with --host \(host) if it is to."
      )
    }
    if let origin = request.headers["origin"] {
      let name = ["http://", "https://"].first { origin.hasPrefix($0) }
        .map { String(origin.dropFirst($0.count)) }
      guard let name, isKnown(name) else {
        throw ServiceRefusal(
          status: 403,
          code: "foreignOrigin",
          message: "Pages of \(origin) may not ask this service."
        )
      }
    }
    let site = request.headers["sec-fetch-site"]
    let isForeign = site == "cross-site" || site == "same-site"
    if isForeign, request.headers["sec-fetch-mode"] != "navigate" {
      throw ServiceRefusal(
        status: 403,
        code: "foreignOrigin",
        message: "Pages of other sites may not ask this service."
      )
    }
    guard request.headers["upgrade"] == nil else {
      throw .badRequest("The service speaks HTTP alone: leave out Upgrade.")
    }
  }

  private func isKnown(_ host: String) -> Bool {
    let host = host.lowercased()
    if hosts.contains(host) { return true }
    // A name that was given without a port stands for all.
    guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return false }
    return hosts.contains(String(host[..<colon]))
  }

  /// Refuses who shows no token or another one, and what writes where nothing may be written.
  ///
  /// - Parameters:
  ///   - shown: The token that was shown; nil for none.
  ///   - writes: Whether something is written.
  /// - Throws: A refusal.
  func checkToken(_ shown: String?, writes: Bool) throws(ServiceRefusal) {
    if writes, isReadOnly {
      throw ServiceRefusal(
        status: 403,
        code: "readOnly",
        message: "The service was started with --read-only: nothing can be written."
      )
    }
    guard writes || !isPublic || shown != nil else { return }
    guard let shown else {
      throw unauthorized("This needs the token that the service printed when it started.")
    }
    guard AccessRules.isSame(shown, token) else {
      throw unauthorized("This is not the token of the service.")
    }
  }

  private func unauthorized(_ message: String) -> ServiceRefusal {
    ServiceRefusal(
      status: 401,
      code: "unauthorized",
      message: "\(message) Give it as Authorization: Bearer TOKEN, or as token= in the query.",
      headers: [("www-authenticate", "Bearer")]
    )
  }

  /// Whether what is shown is a secret; how long this takes tells nothing of it.
  static func isSame(_ shown: String, _ secret: String) -> Bool {
    let (shown, token) = (Array(shown.utf8), Array(secret.utf8))
    guard shown.count == token.count else { return false }
    var difference: UInt8 = 0
    for index in token.indices { difference |= shown[index] ^ token[index] }
    return difference == 0
  }
}

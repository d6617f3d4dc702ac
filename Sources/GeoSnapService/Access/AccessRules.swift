/// Who may ask what: the token, and the names under which the service is reached.
public struct AccessRules: Sendable {
  /// What has to be shown.
  public let token: String
  /// Whether reading needs no token.
  public let isPublic: Bool
  /// Whether nothing may be written, whatever is shown.
  public let isReadOnly: Bool
  /// The hosts, in lower case, under which the service answers by itself: names with its port.
  private let ownHosts: Set<String>
  /// Those that were given: a name, with a port or for every port.
  private let givenHosts: Set<String>

  /// - Parameters:
  ///   - token: What has to be shown.
  ///   - port: The port that the service listens on.
  ///   - address: The host in the address that people open; nil for this machine alone.
  ///   - hosts: Further names under which it is reached, with a port or for every port.
  ///   - isPublic: Whether reading needs no token.
  ///   - isReadOnly: Whether nothing may be written.
  public init(
    token: String,
    port: Int,
    address: String? = nil,
    hosts: [String] = [],
    isPublic: Bool = false,
    isReadOnly: Bool = false
  ) {
    self.token = token
    self.isPublic = isPublic
    self.isReadOnly = isReadOnly
    let own = ["127.0.0.1", "localhost", "[::1]"] + (address.map { [$0.lowercased()] } ?? [])
    ownHosts = Set(own.map { "\($0):\(port)" })
    givenHosts = Set(hosts.map { $0.lowercased() })
  }

  /// The token as it stands in an address.
  public var query: String { "token=\(token.inQuery)" }

  /// A token that nobody guesses: 128 bits from the system.
  public static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(UInt32.random(in: 0...UInt32.max, using: &random), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Refuses what another site's page, or a name that was bound to this machine behind a browser's back, asks.
  package func checkPlace(_ request: ServiceRequest) throws(ServiceRefusal) {
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
      let scheme = ["http://", "https://"].first { origin.hasPrefix($0) }
      guard let scheme,
        isKnown(String(origin.dropFirst(scheme.count)), isPlain: scheme == "http://")
      else {
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

  /// Whether the service answers under a name.
  ///
  /// - Parameters:
  ///   - host: The name, with a port or without.
  ///   - isPlain: Whether it is reached without TLS, so that no port means 80.
  /// - Returns: Whether it does.
  private func isKnown(_ host: String, isPlain: Bool = true) -> Bool {
    ownHosts.contains(AccessRules.withPort(host.lowercased(), isPlain)) || isGiven(host, isPlain)
  }

  private func isGiven(_ host: String, _ isPlain: Bool) -> Bool {
    let host = host.lowercased()
    if givenHosts.contains(host) || givenHosts.contains(AccessRules.withPort(host, isPlain)) {
      return true
    }
    // A name that was given without a port stands for all.
    return AccessRules.portColon(host).map { givenHosts.contains(String(host[..<$0])) } ?? false
  }

  /// Clients leave the port out that is the usual one.
  private static func withPort(_ host: String, _ isPlain: Bool) -> String {
    portColon(host) == nil ? "\(host):\(isPlain ? 80 : 443)" : host
  }

  private static func portColon(_ host: String) -> String.Index? {
    host.hasSuffix("]") ? nil : host.lastIndex(of: ":")
  }

  /// How a request reaches the service: `http`, or `https` by way of a proxy.
  ///
  /// What a request says of itself is believed under a name that was given alone: where there is a proxy in front.
  func scheme(of request: ServiceRequest) -> String {
    guard request.headers["x-forwarded-proto"]?.lowercased() == "https",
      let host = request.headers["host"], isGiven(host, false)
    else { return "http" }
    return "https"
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

import GeoSnap
import Synchronization

/// The access rules of the service: the token, and the host names under which it answers.
public struct AccessRules: Sendable {
  /// The token that clients have to send.
  let token: String
  let isPublic: Bool
  let isReadOnly: Bool
  /// The service's default host names, in lower case with its port.
  private let ownHosts: Set<String>
  /// The configured host names, with a port, or without for every port.
  private let givenHosts: Set<String>

  /// Creates access rules.
  ///
  /// - Parameters:
  ///   - token: The token that clients have to send.
  ///   - port: The port of the service.
  ///   - address: The host in the address that users open; nil for this machine only.
  ///   - hosts: Further host names, with a port, or without for every port.
  ///   - isPublic: Whether reading needs no token.
  ///   - isReadOnly: Whether all writing is refused.
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

  /// The token as a query parameter.
  public var query: String { "token=\(token.inQuery)" }

  /// A new token: 128 random bits from the system.
  public static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...UInt8.max, using: &random) }
    return HexDigits.text(bytes, inCapitals: false)
  }

  /// Refuses requests from pages of other sites, and requests under unknown host names (DNS rebinding).
  package func checkPlace(_ request: ServiceRequest) throws(ServiceRefusal) {
    guard let host = request.headers["host"] else {
      throw .badRequest("The request has no Host header.")
    }
    guard isKnown(host) else {
      throw ServiceRefusal(
        421,
        "unknownHost",
        "The service does not answer under the name \(host): "
          + "start it with --host \(host) to allow this name."
      )
    }
    if let origin = request.headers["origin"] {
      let scheme = ["http://", "https://"].first { origin.hasPrefix($0) }
      guard let scheme,
        isKnown(String(origin.dropFirst(scheme.count)), isPlain: scheme == "http://")
      else {
        throw ServiceRefusal(
          403,
          "foreignOrigin",
          "Pages of \(origin) are not allowed to use this service."
        )
      }
    }
    let site = request.headers["sec-fetch-site"]
    let isForeign = site == "cross-site" || site == "same-site"
    if isForeign, request.headers["sec-fetch-mode"] != "navigate" {
      throw ServiceRefusal(
        403,
        "foreignOrigin",
        "Pages of other sites are not allowed to use this service."
      )
    }
    guard request.headers["upgrade"] == nil else {
      throw .badRequest("The service speaks only HTTP: leave out Upgrade.")
    }
  }

  /// Whether the service answers under a host name; `isPlain` says that a missing port means 80, not 443.
  private func isKnown(_ host: String, isPlain: Bool = true) -> Bool {
    ownHosts.contains(AccessRules.withPort(host.lowercased(), isPlain)) || isGiven(host, isPlain)
  }

  private func isGiven(_ host: String, _ isPlain: Bool) -> Bool {
    let host = host.lowercased()
    if givenHosts.contains(host) || givenHosts.contains(AccessRules.withPort(host, isPlain)) {
      return true
    }
    // A name without a port stands for all ports.
    return AccessRules.portColon(host).map { givenHosts.contains(String(host[..<$0])) } ?? false
  }

  private static func withPort(_ host: String, _ isPlain: Bool) -> String {
    portColon(host) == nil ? "\(host):\(isPlain ? 80 : 443)" : host
  }

  private static func portColon(_ host: String) -> String.Index? {
    host.hasSuffix("]") ? nil : host.lastIndex(of: ":")
  }

  /// The scheme of a request: `http`, or `https` through a proxy.
  ///
  /// The header X-Forwarded-Proto counts only under a configured name, which a proxy may use.
  func scheme(of request: ServiceRequest) -> String {
    guard request.headers["x-forwarded-proto"]?.lowercased() == "https",
      let host = request.headers["host"], isGiven(host, false)
    else { return "http" }
    return "https"
  }

  func checkToken(_ shown: String?, writes: Bool) throws(ServiceRefusal) {
    if writes, isReadOnly {
      throw ServiceRefusal(
        403,
        "readOnly",
        "The service was started with --read-only: nothing can be written."
      )
    }
    guard writes || !isPublic || shown != nil else { return }
    guard let shown else {
      throw unauthorized("The request needs the token that the service printed when it started.")
    }
    guard AccessRules.isSame(shown, token) else {
      throw unauthorized("The token of the request is wrong.")
    }
  }

  private func unauthorized(_ message: String) -> ServiceRefusal {
    ServiceRefusal(
      401,
      "unauthorized",
      "\(message) Give it as Authorization: Bearer TOKEN, or as token= in the query.",
      headers: [("www-authenticate", "Bearer")]
    )
  }

  /// Compares a secret in constant time.
  static func isSame(_ shown: String, _ secret: String) -> Bool {
    let (shown, token) = (Array(shown.utf8), Array(secret.utf8))
    guard shown.count == token.count else { return false }
    var difference: UInt8 = 0
    for index in token.indices { difference |= shown[index] ^ token[index] }
    return difference == 0
  }
}

/// A key that opens the page once.
///
/// All users of the machine can see the address with which a browser is started. It has this key instead of the
/// token. The key is invalid after its first use, or after a minute.
public final class OpeningKey: Sendable {
  /// The key's text in the address.
  public let text = AccessRules.newToken()
  private let isUsed = Mutex(false)
  private let end: ContinuousClock.Instant

  /// Creates a key that is valid for `life`.
  public init(for life: Duration = .seconds(60)) { end = .now + life }

  package func opens(_ shown: String) -> Bool {
    AccessRules.isSame(shown, text) && .now < end
      && isUsed.withLock { isUsed in
        defer { isUsed = true }
        return !isUsed
      }
  }
}

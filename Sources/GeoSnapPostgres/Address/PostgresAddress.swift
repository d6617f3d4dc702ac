internal import Foundation
public import GeoSnapStore

/// The address of a network in a PostgreSQL database: `postgresql://user@host/database?schema=town`.
///
/// It may have everything that libpq accepts, including services and TLS. Parts that it leaves out come from libpq's
/// environment, such as `PGHOST` and `PGSERVICE`. `schema` names the schema of the network; without it, the database
/// has to hold one network only. A password is passed to libpq only: ``description`` leaves it out. Source: the
/// manual of PostgreSQL, "Connection URIs".
public struct PostgresAddress: Hashable, Sendable, CustomStringConvertible {
  /// The schema of the network; nil for the only network of the database.
  package let schema: String?
  /// The address for libpq, without the parameter `schema`.
  let connection: String

  package static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
  }

  /// Reads an address.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen` when it is malformed.
  public init(_ text: String) throws(StoreError) {
    guard Self.isAddress(text) else {
      let message =
        "This is not the address of a database, such as postgresql://USER@HOST/DATABASE?schema=NAME."
      throw StoreError(.cannotOpen, path: Self.withoutPassword(text), message: message)
    }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var schema: String?
    var parameters: [Substring] = []
    for parameter in parts.dropFirst().first?.split(separator: "&") ?? [] {
      guard parameter.hasPrefix("schema=") else {
        parameters.append(parameter)
        continue
      }
      guard schema == nil, let name = parameter.dropFirst(7).removingPercentEncoding, !name.isEmpty,
        name.utf8.count <= 63
      else {
        let message =
          "The parameter schema must occur once, with a percent-encoded name of 1 to 63 bytes, such as schema=town."
        throw StoreError(.cannotOpen, path: Self.withoutPassword(text), message: message)
      }
      schema = name
    }
    try Self.check(parts[0], parameters, text)
    self.schema = schema
    connection = parts[0] + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
  }

  private init(schema: String, connection: String) {
    self.schema = schema
    self.connection = connection
  }

  func naming(_ schema: String) -> PostgresAddress {
    PostgresAddress(schema: schema, connection: connection)
  }

  /// Refuses addresses that libpq would misread, or whose password it would print in part.
  private static func check(
    _ place: Substring,
    _ parameters: [Substring],
    _ text: String
  ) throws(StoreError) {
    let start = place.range(of: "://")?.upperBound ?? place.startIndex
    let rest = place[start...]
    let authority = rest.prefix { $0 != "/" }
    let isMeant =
      authority.contains("@")
      ? authority.count { $0 == "@" } == 1
      : !rest.contains("@") && !hasPassword(beforeTheLastAt: text)
    let isEncoded = ([place] + parameters).allSatisfy { part in
      part.removingPercentEncoding.map { !$0.contains("\0") } ?? false
    }
    guard isMeant, isEncoded else {
      let message =
        "The address cannot be read: in names and passwords, write @ as %40, / as %2F, ? as %3F, : as %3A and "
        + "% as %25."
      throw StoreError(.cannotOpen, path: withoutPassword(text), message: message)
    }
  }

  /// Whether the text before the first slash has a colon without a port, and an @ follows later.
  private static func hasPassword(beforeTheLastAt text: String) -> Bool {
    guard let start = text.range(of: "://")?.upperBound else { return false }
    let rest = text[start...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@"), !authority.hasPrefix("["), rest.contains("@") else {
      return false
    }
    return authority.split(separator: ",").contains { host in
      host.firstIndex(of: ":").map { !host[host.index(after: $0)...].allSatisfy(\.isNumber) }
        ?? false
    }
  }

  static func withoutPassword(_ text: String) -> String {
    var text = text
    if let start = text.range(of: "://")?.upperBound {
      // The user precedes the last @ before the next slash. Without such an @, a password may contain a slash or a
      // question mark.
      let end = text[start...].firstIndex { $0 == "/" || $0 == "?" } ?? text.endIndex
      let isHidden = hasPassword(beforeTheLastAt: text)
      let path = text[start...].firstIndex { $0 == "?" } ?? text.endIndex
      let at =
        isHidden
        ? text.lastIndex(of: "@")
        : text[start..<end].lastIndex(of: "@") ?? text[start..<path].lastIndex(of: "@")
      if let at, let colon = text[start..<at].firstIndex(of: ":") {
        text.removeSubrange(colon..<at)
      }
    }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return text }
    let parameters = parts[1].split(separator: "&").filter { parameter in
      let name = parameter.prefix { $0 != "=" }
      let key = (name.removingPercentEncoding ?? String(name)).lowercased()
      return key != "password" && key != "sslpassword"
    }
    return parts[0] + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
  }

  package static func withoutPasswords(in text: String) -> String {
    guard text.contains("://") else { return text }
    return text.replacing(#/postgres(?:ql)?:\/\/[^\s'"`]*/#) {
      withoutPassword(String($0.output))
    }
  }

  /// The address, without a password.
  public var description: String {
    let address = Self.withoutPassword(connection)
    guard let schema else { return address }
    var allowed = CharacterSet.urlQueryAllowed
    allowed.remove(charactersIn: "&+")
    let name = schema.addingPercentEncoding(withAllowedCharacters: allowed) ?? schema
    return "\(address)\(address.contains("?") ? "&" : "?")schema=\(name)"
  }
}

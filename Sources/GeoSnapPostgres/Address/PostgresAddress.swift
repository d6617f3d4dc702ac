internal import Foundation
public import GeoSnapStore

/// Where a network in a PostgreSQL database is: `postgresql://user@host/database?schema=town`.
///
/// All that libpq takes in such an address is taken, services and TLS as well, and what the address leaves out comes from
/// libpq's environment, such as `PGHOST` and `PGSERVICE`. `schema` names the schema of the network. Without it the
/// database's only network is meant. Source: the manual of PostgreSQL, "Connection URIs".
///
/// A password is handed to libpq and told to nobody: ``description`` has none.
public struct PostgresAddress: Hashable, Sendable {
  /// The schema that the network is in; nil for the only network of the database.
  public let schema: String?
  /// What libpq is given: the address without what it does not know.
  let connection: String

  /// Whether a text is meant as an address, and not as the name of a file.
  public static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
  }

  /// Reads an address.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen` when it is none.
  public init(_ text: String) throws(StoreError) {
    guard Self.isAddress(text) else {
      throw StoreError(
        .cannotOpen,
        path: Self.withoutPassword(text),
        message: "This is no address of a database: it begins with postgresql://."
      )
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
        throw StoreError(
          .cannotOpen,
          path: Self.withoutPassword(text),
          message: "The address names one schema, of 1 to 63 bytes, such as schema=town."
        )
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

  /// The same database with a schema.
  func naming(_ schema: String) -> PostgresAddress {
    PostgresAddress(schema: schema, connection: connection)
  }

  /// Refuses what libpq would tell a part of the password of, or take for something else.
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
      throw StoreError(
        .cannotOpen,
        path: withoutPassword(text),
        message:
          "The address cannot be read: in names and passwords @ is written %40, / %2F, ? %3F, : %3A and % %25."
      )
    }
  }

  /// Whether what stands before the first slash is a name and no port, with an @ somewhere behind it.
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

  /// A text that may be an address, without a password.
  static func withoutPassword(_ text: String) -> String {
    var text = text
    if let start = text.range(of: "://")?.upperBound {
      // What comes before the last @ of the part up to the next slash is who connects. Where there is none, a password
      // may have been written with a slash or a question mark in it.
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

  /// A text that may name addresses, with the passwords taken out of them.
  public static func withoutPasswords(in text: String) -> String {
    guard text.contains("://") else { return text }
    return text.replacing(#/postgres(?:ql)?:\/\/[^\s'"`]*/#) {
      withoutPassword(String($0.output))
    }
  }
}

extension PostgresAddress: CustomStringConvertible {
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

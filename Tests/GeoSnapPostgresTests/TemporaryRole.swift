import Foundation
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapTestSupport
import Testing

/// A role that is no superuser and may log in; it is gone with the value, with all that it owns.
final class TemporaryRole: Sendable {
  let name: String

  init(_ beginning: String) throws {
    name = "\(beginning)\(UUID().uuidString.prefix(8))"
    try TemporarySchema.psql("CREATE ROLE \(quoted) LOGIN")
  }

  deinit { _ = try? TemporarySchema.psql("DROP OWNED BY \(quoted) CASCADE; DROP ROLE \(quoted)") }

  var quoted: String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  var literal: String { name.replacing("'", with: "''") }

  private static func encoded(_ text: String) -> String {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._~")
    return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
  }

  /// How the role connects to the database of the tests, or to another one of that cluster.
  func url(_ database: String? = nil) throws -> String {
    let url = try #require(TestDatabase.url)
    let start = "\(url)\(url.contains("?") ? "&" : "?")user=\(Self.encoded(name))"
    return database.map { "\(start)&dbname=\(Self.encoded($0))" } ?? start
  }

  func address(_ schema: String, _ database: String? = nil) throws -> PostgresAddress {
    try PostgresAddress("\(try url(database))&schema=\(Self.encoded(schema))")
  }

  @discardableResult
  func execute(
    _ sql: String,
    in schema: String? = nil,
    _ database: String? = nil
  ) throws -> String {
    let path = schema.map { "SET search_path = \"\($0.replacing("\"", with: "\"\""))\", public; " }
    return try TemporarySchema.psql((path ?? "") + sql, at: try url(database))
  }
}

import Foundation
public import GeoSnapPostgres
public import Testing

/// The database of the tests, as `Scripts/with-postgres` gives it.
public enum TestDatabase {
  public static let url = ProcessInfo.processInfo.environment["GEOSNAP_POSTGRES"].flatMap {
    $0.isEmpty || $0 == "none" ? nil : $0
  }

  public static let isThere: ConditionTrait = .enabled(
    if: url != nil,
    "make test runs the tests that need a database beside one"
  )
}

/// A separate schema, which is dropped with the value.
public final class TemporarySchema: Sendable {
  public let name: String
  public let address: PostgresAddress

  public init(_ name: String = "town") throws {
    self.name = "\(name) \(UUID().uuidString.prefix(8))"
    let url = try #require(TestDatabase.url)
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._~")
    let encoded = try #require(self.name.addingPercentEncoding(withAllowedCharacters: allowed))
    address = try PostgresAddress("\(url)\(url.contains("?") ? "&" : "?")schema=\(encoded)")
  }

  deinit { _ = try? Self.psql("DROP SCHEMA IF EXISTS \(quoted) CASCADE") }

  public var quoted: String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  /// Runs SQL as its owner could, in another program; gives what that prints.
  @discardableResult
  public func execute(_ sql: String, as role: String? = nil) throws -> String {
    try Self.psql("SET search_path = \(quoted), public; \(sql)", as: role)
  }

  /// Forgets all of the history, as soon as no transaction of another test is under way that is older.
  public func forgetHistory() throws {
    for _ in 0..<2000 {
      try execute("SELECT un_forget(1000000)")
      if try execute("SELECT count(*) FROM un_history") == "0" { return }
      Thread.sleep(forTimeInterval: 0.01)
    }
    throw SQLFailure(message: "Another transaction keeps the history.")
  }

  @discardableResult
  public static func psql(
    _ sql: String,
    as role: String? = nil,
    at url: String? = nil
  ) throws -> String {
    // Roles that other tests make and drop at the same time are in the way of rights now and then: nothing was done.
    for _ in 0..<10 {
      do {
        return try runPsql(sql, as: role, at: url)
      } catch let error as SQLFailure where error.message.contains("tuple concurrently updated") {
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
    return try runPsql(sql, as: role, at: url)
  }

  private static func runPsql(_ sql: String, as role: String?, at url: String?) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c",
      (role.map { "SET ROLE \"\($0)\"; " } ?? "") + sql, try url ?? #require(TestDatabase.url),
    ]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(),
      as: UTF8.self
    )
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw SQLFailure(message: complaint) }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

public struct SQLFailure: Error {
  public let message: String

  public init(message: String) { self.message = message }
}

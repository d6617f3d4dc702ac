import ArgumentParser
import Foundation
import GeoSnapPostgres

/// The database that GEOSNAP_POSTGRES names; throws `ValidationError` without one.
func databaseURL() throws -> String {
  guard let url = ProcessInfo.processInfo.environment["GEOSNAP_POSTGRES"], !url.isEmpty else {
    throw ValidationError("GEOSNAP_POSTGRES names no database: use Scripts/with-postgres.")
  }
  return url
}

extension PostgresAddress {
  /// A schema of a database, as a user of it.
  init(_ url: String, schema: String, user: String? = nil) throws {
    let user = user.map { "&user=\($0)" } ?? ""
    try self.init("\(url)\(url.contains("?") ? "&" : "?")schema=\(schema)\(user)")
  }
}

/// What psql prints for SQL, unless its output is not kept.
@discardableResult
func psql(_ sql: String, at url: String, keeps: Bool = true) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, url]
  let output = Pipe()
  process.standardOutput = keeps ? output : FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  process.standardInput = FileHandle.nullDevice
  try process.run()
  let data = keeps ? output.fileHandleForReading.readDataToEndOfFile() : Data()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw BenchError("psql does not do: \(sql)") }
  return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}

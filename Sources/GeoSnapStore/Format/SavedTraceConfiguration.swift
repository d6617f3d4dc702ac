internal import GRDB
public import GeoSnap

/// A named trace configuration in a network's file.
public struct SavedTraceConfiguration: Equatable, Sendable {
  /// The name, unique in the file; compared without case.
  public var name: String
  /// The purpose; may be empty.
  public var summary: String
  /// The type of trace that it is for; nil for any.
  public var type: TraceType?
  /// The configuration.
  public var configuration: TraceConfiguration

  /// Creates a saved configuration.
  public init(
    name: String,
    summary: String = "",
    type: TraceType? = nil,
    configuration: TraceConfiguration
  ) {
    (self.name, self.summary) = (name, summary)
    (self.type, self.configuration) = (type, configuration)
  }

  package func checkName(at path: String) throws(StoreError) {
    guard name.contains(where: { !$0.isWhitespace }), !name.contains("\0") else {
      let message = "NAME is blank or contains a NUL character."
      throw StoreError(path: path, table: Profile.traceConfigurations, message)
    }
  }
}

struct TraceConfigurationTable {
  let database: Database

  private static let table = Profile.traceConfigurations

  func create() throws {
    try GeoPackageMetadata(database: database, srsID: 0).create(Self.table)
  }

  /// Adds a row at the end, or under `key`.
  func insert(_ saved: SavedTraceConfiguration, key: Int64? = nil) throws {
    let names =
      (key == nil ? [] : ["OBJECTID"])
      + Profile.columns(of: Self.table).map(\.name.quotedIdentifier)
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    try database.execute(
      sql: "INSERT INTO \(Self.table) (\(names.joined(separator: ", "))) VALUES (\(marks))",
      arguments: StatementArguments(try (key.map { [$0.databaseValue] } ?? []) + values(saved))
    )
  }

  func update(_ saved: SavedTraceConfiguration, key: Int64, of table: TableSchema) throws {
    let list = Profile.columns(of: Self.table).map { "\($0.name.quotedIdentifier) = ?" }
    try database.execute(
      sql: """
        UPDATE \(Self.table) SET \(list.joined(separator: ", ")) \(condition(table))
        """,
      arguments: StatementArguments(try values(saved) + [key.databaseValue])
    )
  }

  func delete(key: Int64, of table: TableSchema) throws {
    try database.execute(sql: "DELETE FROM \(Self.table) \(condition(table))", arguments: [key])
  }

  private func condition(_ table: TableSchema) -> String {
    "WHERE \((table.primaryKey ?? "OBJECTID").quotedIdentifier) = ?"
  }

  private func values(_ saved: SavedTraceConfiguration) throws -> [DatabaseValue] {
    [
      saved.name.databaseValue, saved.summary.databaseValue,
      saved.type?.rawValue.databaseValue ?? .null,
      try sortedJSON(saved.configuration).databaseValue,
    ]
  }
}

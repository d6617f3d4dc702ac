internal import GRDB
internal import GeoSnap
internal import GeoSnapSupport

/// A network with all further data of its file or database, for copies without loss.
package struct CompleteNetwork: Sendable {
  package var stored: StoredNetwork
  /// The steps to undo and redo, oldest first.
  package var steps: [StoredStep]
  package var keys: RowKeys
  package var otherTables: [String] = []

  package init(_ stored: StoredNetwork, steps: [StoredStep], keys: RowKeys) {
    self.stored = stored
    self.steps = steps
    self.keys = keys
  }
}

extension GeoPackage {
  /// Reads a network with its history from one state of the file; a row that cannot be read is an error.
  package static func openWhole(
    _ path: String,
    progress: ProgressHandler?
  ) async throws -> CompleteNetwork {
    let monitor = RowMonitor(progress)
    return try await onThread(stop: monitor.cancel) {
      try readRows(path, .refused, monitor) { reader in
        let stored = try reader.read()
        var whole = CompleteNetwork(
          stored,
          steps: reader.schema.kind(of: Profile.history) == nil
            ? [] : try HistoryTable(database: reader.database).raw(),
          keys: try reader.keys()
        )
        whole.otherTables = try reader.otherTables(than: stored.network)
        return whole
      }
    }
  }

  package static func write(
    _ whole: CompleteNetwork,
    to path: String,
    replacing: Bool,
    progress: ProgressHandler?
  ) async throws {
    try await reporting(progress, shareOfRows: 0.95) { monitor in
      try write(
        whole.stored,
        keys: whole.keys,
        steps: whole.steps,
        to: path,
        replacing: replacing,
        monitor
      )
    }
  }

  /// Copies a file with all its content, network or not.
  package static func copy(_ path: String, to target: String, replacing: Bool) throws(StoreError) {
    let file = try DatabaseFile(path)
    let draft = try DatabaseDraft(target, replacing: replacing)
    try file.copy(into: draft)
    // The header was copied, and may declare a write-ahead log.
    try draft.withoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = MEMORY") }
    try draft.write { try DerivedDataWriter(database: $0).mend() }
    try draft.publish()
  }
}

extension GeoPackageReader {
  fileprivate mutating func keys() throws -> RowKeys {
    var keys = RowKeys()
    if let table = try schema.table(Profile.associations) {
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT \((table.primaryKey ?? "OBJECTID").quotedIdentifier),
            \(table.column("STATUS")?.quotedIdentifier ?? "0")
          FROM \(table.name.quotedIdentifier) ORDER BY 1
          """
      )
      keys.associations = rows.compactMap { $0.integer(0) }
      keys.statuses = rows.map { $0.integer(1) ?? 0 }
    }
    for row in try Row.fetchAll(
      database,
      sql: "SELECT table_name, description FROM gpkg_contents WHERE description <> ''"
    ) {
      if let name = row.text(0) { keys.descriptions[name.lowercased()] = row.text(1) }
    }
    keys.traceConfigurations = try readTraceConfigurations().map(\.key)
    return keys
  }

  fileprivate func otherTables(than network: UtilityNetwork) throws -> [String] {
    let own = Set(network.tables.map { $0.name.lowercased() })
    return try String.fetchAll(
      database,
      sql: "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name"
    ).filter { name in
      let name = name.lowercased()
      // The checkout record is valid for this file only.
      if name == Profile.checkout { return true }
      return !own.contains(name) && Profile.tables[name] == nil
        && !["gpkg_", "rtree_", "sqlite_"].contains { name.hasPrefix($0) }
    }
  }
}

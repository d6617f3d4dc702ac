internal import GeoSnap
internal import GeoSnapStore
internal import GeoSnapSupport

extension PostGIS {
  /// Reads a network with its history from one state; a row that cannot be read is an error.
  static func openWhole(
    _ address: PostgresAddress,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> (whole: CompleteNetwork, history: CopiedHistory) {
    let stop: @Sendable () -> Bool = { true }
    let read = try await onThread(stop: stop) {
      try reading(address, readsAll: true) { connection, catalogue in
        let stored = try NetworkReader.read(connection, catalogue, isStrict: true)
        let keys = try RowKeys(connection, catalogue.schema)
        guard keys.associations.count == stored.network.associations.count else {
          throw StoreError(
            path: "\(catalogue.address)",
            table: "un_associations",
            "Rows that cannot be read: \(keys.associations.count - stored.network.associations.count)."
          )
        }
        return (
          CompleteNetwork(
            stored,
            steps: try StoredStep.read(connection, catalogue.schema),
            keys: keys
          ),
          try CopiedHistory(connection, catalogue)
        )
      }
    }
    progress?(1)
    return read
  }
}

extension RowKeys {
  fileprivate init(_ connection: Connection, _ schema: String) throws {
    self.init()
    let rows = try connection.query(
      "SELECT objectid, status FROM \(schema).un_associations ORDER BY objectid"
    )
    associations = (0..<rows.count).compactMap { rows[$0, 0].flatMap { Int64($0) } }
    statuses = (0..<rows.count).map { rows[$0, 1].flatMap { Int64($0) } ?? 0 }
    let saved = try connection.query(
      "SELECT objectid FROM \(schema).un_trace_configurations ORDER BY objectid"
    )
    let tables = try connection.query(
      """
      SELECT t.name, obj_description(c.oid, 'pg_class') FROM \(schema).un_tables AS t
      JOIN pg_class AS c ON c.relname = t.relation AND c.relnamespace = to_regnamespace($1::text)
      WHERE obj_description(c.oid, 'pg_class') <> ''
      """,
      [.text(schema)]
    )
    for row in 0..<tables.count {
      if let name = tables[row, 0] { descriptions[name.lowercased()] = tables[row, 1] }
    }
    traceConfigurations = (0..<saved.count).compactMap { saved[$0, 0].flatMap { Int64($0) } }
  }
}

extension StoredStep {
  /// The steps of all editors to undo and redo, oldest first.
  fileprivate static func read(_ connection: Connection, _ schema: String) throws -> [StoredStep] {
    let rows = try connection.query(
      """
      SELECT h.number, h.name, to_char(h.time, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), h.edits, coalesce(h.inverse, '[]'),
        h.undone, max(o.revision)
      FROM \(schema).un_history AS h JOIN \(schema).un_history AS o ON o.step = h.number
      WHERE h.kind = 'commit' AND h.undone IN ('no', 'yes')
      GROUP BY h.revision ORDER BY h.number
      """
    )
    return (0..<rows.count).map { row in
      StoredStep(
        number: rows[row, 0].flatMap { Int64($0) } ?? 0,
        name: rows[row, 1] ?? "",
        time: rows[row, 2] ?? "",
        edits: rows[row, 3] ?? "[]",
        inverse: rows[row, 4] ?? "[]",
        isUndone: rows[row, 5] == "yes",
        revision: rows[row, 6].flatMap { Int64($0) } ?? 0
      )
    }
  }
}

internal import GeoSnap
package import GeoSnapStore
internal import GeoSnapSupport

package struct NetworkCopy: Sendable {
  package let stored: StoredNetwork
  /// The number of steps in its history that can be undone or redone.
  package let stepCount: Int
  /// Tables of the file that are not part of the network, and were not copied.
  package let leftOut: [String]
}

extension NetworkPlace {
  /// Copies the network to another place without loss: all rows, the definition, rules, associations, import records,
  /// trace configurations, and the history.
  @discardableResult
  package func copy(
    to target: NetworkPlace,
    replacing: Bool = false,
    progress: ProgressHandler? = nil
  ) async throws -> NetworkCopy {
    let reading: @Sendable (Double) -> Void = { progress?($0 / 2) }
    let writing: @Sendable (Double) -> Void = { progress?(0.5 + $0 / 2) }
    var whole: CompleteNetwork
    var history: CopiedHistory?
    switch self {
    case .file(let path):
      whole = try await GeoPackage.openWhole(path, progress: reading)
      if case .file(let copy) = target {
        try GeoPackage.copy(path, to: copy, replacing: replacing)
        whole.otherTables = []
        progress?(1)
      }
    case .database(let address):
      (whole, history) = try await PostGIS.openWhole(address, progress: reading)
    }
    switch (self, target) {
    case (.file, .file): break
    case (_, .file(let path)):
      try await GeoPackage.write(whole, to: path, replacing: replacing, progress: writing)
    case (_, .database(let address)):
      try await PostGIS.write(
        whole.stored,
        to: address,
        CopiedData(
          steps: history == nil ? whole.steps : [],
          keys: whole.keys,
          history: history
        ),
        replacing: replacing,
        progress: writing
      )
    }
    return NetworkCopy(
      stored: whole.stored,
      stepCount: whole.steps.count,
      leftOut: whole.otherTables
    )
  }
}

extension PostGIS {
  /// Reads a network with its history from one state; a row that cannot be read is an error.
  static func openWhole(
    _ address: PostgresAddress,
    progress: ProgressHandler?
  ) async throws -> (whole: CompleteNetwork, history: CopiedHistory) {
    let stop: @Sendable () -> Bool = { true }
    let read = try await onThread(stop: stop) {
      try reading(address, readsAll: true) { connection, catalogue in
        let stored = try NetworkReader.read(connection, catalogue, isStrict: true)
        let keys = try RowKeys(connection, catalogue.schema)
        guard keys.associations.count == stored.network.associations.count else {
          let message =
            "Rows that cannot be read: \(keys.associations.count - stored.network.associations.count)."
          throw StoreError(path: "\(catalogue.address)", table: "un_associations", message)
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

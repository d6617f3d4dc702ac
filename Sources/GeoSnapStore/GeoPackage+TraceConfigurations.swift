internal import GRDB
internal import GeoSnap

extension GeoPackage {
  /// Stores a trace configuration in a network's file, and replaces one of the same name.
  ///
  /// - Parameters:
  ///   - saved: The configuration with its name.
  ///   - path: The file; its other content does not change.
  ///   - timeout: How long to wait for other programs.
  /// - Throws: ``StoreError`` with code `inUse`, `cannotOpen`, `cannotWrite`, or `badData` when the name is empty,
  ///   the table is damaged, or the configuration has no JSON form.
  public static func save(
    _ saved: SavedTraceConfiguration,
    in path: String,
    timeout: Duration = .seconds(5)
  ) throws(StoreError) {
    try saved.checkName(at: path)
    try change(path, timeout) { database, table, rows in
      let writer = TraceConfigurationTable(database: database)
      if let table, let key = rows.key(named: saved.name) {
        try writer.update(saved, key: key, of: table)
      } else {
        if table == nil { try writer.create() }
        try writer.insert(saved)
      }
    }
  }

  /// Removes a trace configuration from a network's file.
  ///
  /// - Parameters:
  ///   - name: The name, compared without case.
  ///   - path: The file; its other content does not change.
  ///   - timeout: How long to wait for other programs.
  /// - Returns: Whether there was one.
  /// - Throws: ``StoreError`` as ``save(_:in:timeout:)``.
  @discardableResult
  public static func removeTraceConfiguration(
    named name: String,
    from path: String,
    timeout: Duration = .seconds(5)
  ) throws(StoreError) -> Bool {
    try change(path, timeout) { database, table, rows in
      guard let table, let key = rows.key(named: name) else { return false }
      try TraceConfigurationTable(database: database).delete(key: key, of: table)
      return true
    }
  }

  private typealias Rows = [(key: Int64, value: SavedTraceConfiguration)]

  private static func change<Value>(
    _ path: String,
    _ timeout: Duration,
    _ body: (Database, TableSchema?, Rows) throws -> Value
  ) throws(StoreError) -> Value {
    let file = try EditingFile(path, timeout: timeout)
    let (content, version) = try file.read { database in
      var reader = try GeoPackageReader(database)
      let rows = try reader.readTraceConfigurationRows()
      guard reader.problems.problems.isEmpty else {
        throw NetworkError(reader.problems.problems)
      }
      return (rows, try reader.schema.table(Profile.traceConfigurations))
    }
    return try file.edit(version) { try body($0, content.1, content.0) }
  }
}

extension [(key: Int64, value: SavedTraceConfiguration)] {
  fileprivate func key(named name: String) -> Int64? {
    first { $0.value.name.lowercased() == name.lowercased() }?.key
  }
}

internal import GeoSnapStore

extension Connection {
  /// Connects to the database of an address.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen`, or `inUse` when the server takes no more connections.
  convenience init(_ address: PostgresAddress, timeout: Duration = .seconds(10)) throws(StoreError)
  {
    do throws(ServerError) {
      try self.init(
        address: address.connection,
        timeout: Int(max(2, timeout.components.seconds))
      )
      // Settings of a role or a database could change the format of texts and numbers.
      try run(
        """
        SET SESSION search_path = pg_catalog; SET SESSION extra_float_digits = 1; SET SESSION bytea_output = 'hex';
        SET SESSION datestyle = 'ISO'; SET SESSION timezone = 'UTC'; SET SESSION intervalstyle = 'postgres';
        SET SESSION standard_conforming_strings = on; SET SESSION default_transaction_isolation = 'read committed';
        """
      )
    } catch {
      throw StoreError(error, address, otherwise: .cannotOpen)
    }
  }
}

extension Connection {
  /// Whether a schema exists.
  func hasSchema(_ name: String) throws(ServerError) -> Bool {
    try query("SELECT FROM pg_namespace WHERE nspname = $1", [.text(name)]).count > 0
  }

  /// Whether a quoted schema holds a network.
  func hasNetwork(_ schema: String) throws(ServerError) -> Bool {
    try query("SELECT to_regclass($1::text)::text", [.text("\(schema).un_network")])[0, 0] != nil
  }

  /// Reads within one transaction, which sees one state.
  ///
  /// `readsAll` says that tables are read as a whole. Their rows are nearly always in the order of their keys, so a
  /// walk along the index is faster than a sort.
  func readingOneState<Value>(readsAll: Bool, _ body: () throws -> Value) throws -> Value {
    try run(
      """
      BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL enable_sort = \(readsAll ? "off" : "on");
      SET LOCAL jit = off
      """
    )
    do {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      if !isLost { _ = try? run("ROLLBACK") }
      throw error
    }
  }
}

package import GeoSnapStore

extension PostGIS {
  /// Sets the right of a role on a network.
  ///
  /// - Parameters:
  ///   - right: The right; nil revokes all rights.
  ///   - role: An existing role that does not own the network.
  ///   - address: The network.
  /// - Throws: ``StoreError`` with code `cannotWrite` when the current role is no administrator, or `role` does not
  ///   exist.
  package static func grant(
    _ right: NetworkRight?,
    to role: String,
    on address: PostgresAddress
  ) throws(StoreError) {
    try administering(address) { connection, catalogue in
      // The server would truncate it to the name of another role.
      guard role.utf8.count <= 63 else {
        throw StoreError(
          .cannotWrite,
          path: "\(catalogue.address)",
          message: "There is no role \(role): the names of roles have at most 63 bytes."
        )
      }
      try connection.grant(right, to: role, catalogue.schema)
    }
  }

  /// Allows or forbids changes of features with SQL, which are recorded with their authors.
  ///
  /// - Throws: ``StoreError`` with code `cannotWrite` when the current role is no administrator.
  package static func allowForeignEdits(
    _ isAllowed: Bool,
    on address: PostgresAddress
  ) throws(StoreError) {
    _ = try administering(address) { connection, catalogue in
      try connection.query(
        "UPDATE \(catalogue.schema).un_network SET foreign_edits = $1",
        [.text(isAllowed ? "recorded" : "refused")]
      )
    }
  }

  /// Deletes the history up to a revision: its steps can no longer be undone, and their authors are lost.
  ///
  /// Entries later than the oldest open transaction in the cluster are kept.
  ///
  /// - Parameters:
  ///   - revision: The last revision to delete.
  ///   - address: The network.
  /// - Returns: The number of deleted entries.
  /// - Throws: ``StoreError`` with code `cannotWrite` when the current role is no administrator.
  /// - Complexity: Linear in the deleted entries.
  @discardableResult
  package static func forgetHistory(
    upTo revision: Int,
    of address: PostgresAddress
  ) throws(StoreError) -> Int {
    try administering(address) { connection, catalogue in
      let rows = try connection.query(
        "SELECT \(catalogue.schema).un_forget($1)",
        [.integer(Int64(revision))]
      )
      return rows[0, 0].flatMap { Int($0) } ?? 0
    }
  }

  private static func administering<Value>(
    _ address: PostgresAddress,
    _ body: (Connection, Catalogue) throws -> Value
  ) throws(StoreError) -> Value {
    let connection: Connection
    let catalogue: Catalogue
    (connection, catalogue) = try StoreError.telling(address, otherwise: .cannotOpen) {
      let connection = try Connection(address)
      return (connection, try Catalogue(connection, address))
    }
    return try StoreError.telling(catalogue.address, otherwise: .cannotWrite) {
      try body(connection, catalogue)
    }
  }
}

extension Connection {
  /// Sets the right of a role on the network of a quoted schema; nil revokes all rights.
  func grant(_ right: NetworkRight?, to role: String, _ schema: String) throws(ServerError) {
    try query(
      "SELECT \(schema).un_grant($1::name, $2::text)",
      [.text(role), .text(right?.rawValue ?? "none")]
    )
  }
}

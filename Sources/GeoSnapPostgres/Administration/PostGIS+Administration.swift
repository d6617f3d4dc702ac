public import GeoSnapStore

extension PostGIS {
  /// Lets a role read, edit or administer a network, and no more than that.
  ///
  /// - Parameters:
  ///   - right: What it may do; nil takes all from it.
  ///   - role: The role, which is there already and does not own the network.
  ///   - address: Where the network is.
  /// - Throws: ``StoreError`` with code `cannotWrite` when the asking role is no administrator, or there is no such role.
  public static func grant(
    _ right: NetworkRight?,
    to role: String,
    on address: PostgresAddress
  ) throws(StoreError) {
    try administering(address) { connection, catalogue in
      // The server would take the beginning of it for the name of another role.
      guard role.utf8.count <= 63 else {
        throw StoreError(
          .cannotWrite,
          path: "\(catalogue.address)",
          message: "There is no role \(role): names have at most 63 bytes."
        )
      }
      try connection.grant(right, to: role, catalogue.schema)
    }
  }

  /// Says whether features may be changed with SQL besides sessions; it is recorded who did it where they may.
  ///
  /// - Parameters:
  ///   - isAllowed: Whether they may.
  ///   - address: Where the network is.
  /// - Throws: ``StoreError`` with code `cannotWrite` when the asking role is no administrator.
  public static func allowForeignEdits(
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

  /// Forgets the history up to a revision: its steps can no longer be undone, and nothing says any more who did them.
  ///
  /// What is younger than the oldest transaction under way in the cluster stays.
  ///
  /// - Parameters:
  ///   - revision: The last revision to forget.
  ///   - address: Where the network is.
  /// - Returns: How many entries are gone.
  /// - Throws: ``StoreError`` with code `cannotWrite` when the asking role is no administrator.
  /// - Complexity: Linear in what is forgotten.
  @discardableResult
  public static func forgetHistory(
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
  /// Gives a role a right on the network of a schema, quoted; nil takes all.
  func grant(_ right: NetworkRight?, to role: String, _ schema: String) throws(ServerError) {
    try query(
      "SELECT \(schema).un_grant($1::name, $2::text)",
      [.text(role), .text(right?.rawValue ?? "none")]
    )
  }
}

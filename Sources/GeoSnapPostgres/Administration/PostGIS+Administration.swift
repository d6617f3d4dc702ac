internal import GeoSnap
package import GeoSnapStore

extension PostGIS {
  package static func grant(
    _ right: NetworkRight?,
    to role: String,
    on address: PostgresAddress
  ) throws(StoreError) {
    try administering(address) { connection, catalogue in
      // The server would truncate it to the name of another role.
      guard role.utf8.count <= 63 else {
        let message = "There is no role \(role): the names of roles have at most 63 bytes."
        throw catalogue.address.error(.cannotWrite, message)
      }
      try connection.grant(right, to: role, catalogue.schema)
    }
  }

  /// Allows or forbids changes of features with SQL, which are recorded with their authors.
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

  /// Upgrades the schema of a network to the version of this library, with its functions, triggers and rights.
  @discardableResult
  package static func upgrade(_ address: PostgresAddress) throws(StoreError) -> Int {
    try upgrade(address, by: SchemaMigration.all)
  }

  package static func upgrade(
    _ given: PostgresAddress,
    by migrations: [SchemaMigration]
  ) throws(StoreError) -> Int {
    try StoreError.telling(given, otherwise: .cannotWrite) {
      let connection = try Connection(given)
      let address = try Catalogue.place(connection, given)
      let script = try Catalogue.script(connection, address)
      let schema = script.schema
      guard try connection.hasNetwork(schema) else { throw Catalogue.missing(address) }
      try connection.run("BEGIN")
      try connection.becomeOwner(of: address, for: "brings the network's schema up to date")
      // Commits share this lock, so none runs while functions and tables change.
      try connection.query(
        "SELECT pg_advisory_xact_lock(hashtextextended('definition', \(script.seed)))"
      )
      let rows = try connection.query("SELECT version FROM \(schema).un_network FOR UPDATE")
      let old = rows[0, 0].flatMap { Int($0) } ?? 0
      var version = old
      while version < SchemaScript.version,
        let next = migrations.first(where: { $0.version == version })
      {
        try connection.run(next.sql(schema))
        version += 1
      }
      if version != old {
        try connection.query(
          "UPDATE \(schema).un_network SET version = $1",
          [.small(Int32(version))]
        )
      }
      guard version >= SchemaScript.version else {
        let message =
          "This program cannot upgrade version \(version) of the schema to version \(SchemaScript.version): copy the "
          + "network into a file with the program that made the schema, and from there into a new schema with "
          + "this program."
        throw address.error(.cannotOpen, message)
      }
      // It refuses a newer version.
      let catalogue = try Catalogue(connection, address)
      let roles = try DatabaseRole.read(connection, schema)
      try connection.run(script.functions)
      for relation in catalogue.relations { try connection.run(relation.triggers(script)) }
      try connection.run(Relation.associationTriggers(script) + script.watching)
      for role in roles where role.right != .owner && role.name != "PUBLIC" {
        try connection.grant(role.right, to: role.name, schema)
      }
      if version != old {
        try connection.query(
          "SELECT \(schema).un_note('definition', '[]', ARRAY['definition'], '{}')"
        )
      }
      try connection.run("COMMIT")
      return old
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

  /// Acts as the owner of a schema until the end of the open transaction, so that the owner gets the created objects.
  func becomeOwner(of address: PostgresAddress, for deed: String) throws {
    let rows = try query(
      """
      SELECT session_user, pg_get_userbyid(nspowner), pg_has_role(nspowner, 'USAGE'), pg_get_userbyid(nspowner) = current_user
        OR NOT has_database_privilege(nspowner, current_database(), 'CREATE')
      FROM pg_namespace WHERE nspname = $1
      """,
      [.text(address.schema ?? "")]
    )
    guard let role = rows[0, 0], let owner = rows[0, 1] else { return }
    guard rows[0, 2] == "t" else {
      let message =
        "Only the role \(owner), which owns the network, or a member of that role \(deed): \(role) is "
        + "neither. A superuser, or a role with ADMIN OPTION on \(owner), can make \(role) a member: "
        + "GRANT \(owner.quotedIdentifier) TO \(role.quotedIdentifier)"
      throw address.error(.cannotWrite, message)
    }
    if rows[0, 3] == "t" { return }
    try run("SAVEPOINT becoming")
    do throws(ServerError) {
      try run("SET LOCAL ROLE \(owner.quotedIdentifier)")
    } catch {
      // This member has the rights of the role but cannot act as it, so it owns what it creates.
      if error.isLost { throw error }
      try run("ROLLBACK TO SAVEPOINT becoming")
    }
  }
}

/// The step from one version of the schema to the next.
package struct SchemaMigration: Sendable {
  package let version: Int
  /// The statements, for a quoted schema.
  package let sql: @Sendable (_ schema: String) -> String

  package init(from version: Int, _ sql: @escaping @Sendable (_ schema: String) -> String) {
    self.version = version
    self.sql = sql
  }

  /// All steps; none yet, since this library has the first version of the schema.
  static let all: [SchemaMigration] = []
}

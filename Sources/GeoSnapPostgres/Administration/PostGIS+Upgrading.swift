internal import GeoSnap
package import GeoSnapStore

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

extension PostGIS {
  /// Upgrades the schema of a network to the version of this library, with its functions, triggers and rights.
  ///
  /// It runs in one transaction. If the version changed, sessions read the network again.
  ///
  /// - Parameter address: The network.
  /// - Returns: The version that the schema had.
  /// - Throws: ``StoreError`` with code `cannotWrite` when the role does not own the network, `cannotOpen` when there
  ///   is no network, or it has a version that cannot be upgraded.
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
        throw StoreError(
          .cannotOpen,
          path: "\(address)",
          message:
            "This program cannot upgrade version \(version) of the schema to version \(SchemaScript.version): copy the "
            + "network into a file with the program that made the schema, and from there into a new schema with "
            + "this program."
        )
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

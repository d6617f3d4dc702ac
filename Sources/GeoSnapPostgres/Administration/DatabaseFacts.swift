internal import GeoSnap
package import GeoSnapStore

/// Facts about a network in a database: its version, its size, and its users.
package struct DatabaseFacts: Sendable {
  /// A session that is open, or a program that has not closed one.
  package struct Session: Hashable, Sendable {
    /// The role that opened it.
    package let role: String
    /// The program's name and host; empty when the server hides them.
    package let program: String
    /// The address of the client; empty for the same machine.
    package let client: String
    /// The start of the connection in UTC; empty when the server hides it.
    package let since: String
  }

  /// The version of the schema that this library reads and writes.
  package static let knownVersion = SchemaScript.version

  /// The network, with its schema.
  package let address: PostgresAddress
  /// The version of the schema.
  package let version: Int
  /// The network's identifier.
  package let network: String
  /// The version of PostgreSQL.
  package let server: String
  /// The version of PostGIS, and the schema that it is in.
  package let postGIS: String
  /// The number of features.
  package let featureCount: Int
  /// The number of associations.
  package let associationCount: Int
  /// The number of rules.
  package let ruleCount: Int
  /// The number of entries in the history.
  package let historyCount: Int
  /// The greatest revision of the history.
  package let revision: Int
  /// The last revision that was deleted from the history; 0 for none.
  package let forgotten: Int
  /// The size of the history in bytes, with its indexes.
  package let historyBytes: Int
  /// Whether features may be changed with SQL, in addition to sessions.
  package let allowsForeignEdits: Bool
  /// The roles and their rights, the owner first.
  package let roles: [DatabaseRole]
  /// The sessions of the network.
  package let sessions: [Session]
}

extension PostGIS {
  /// Reads the facts about a network, also when its schema has another version.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen`.
  /// - Complexity: Linear in the number of rows, which are counted.
  package static func facts(of address: PostgresAddress) throws(StoreError) -> DatabaseFacts {
    try StoreError.telling(address, otherwise: .cannotOpen) {
      let connection = try Connection(address)
      return try connection.readingOneState(readsAll: true) {
        try DatabaseFacts(connection, address)
      }
    }
  }
}

extension DatabaseFacts {
  fileprivate init(_ connection: Connection, _ given: PostgresAddress) throws {
    let address = try Catalogue.place(connection, given)
    let script = try Catalogue.script(connection, address)
    let schema = script.schema
    guard try connection.hasNetwork(schema) else { throw Catalogue.missing(address) }
    let rows = try connection.query(
      """
      SELECT n.version, n.network, n.forgotten, n.foreign_edits = 'recorded', count(h.revision), max(h.revision),
        pg_total_relation_size($1::text::regclass), current_setting('server_version'),
        (SELECT format('%s in the schema %s', extversion, extnamespace::regnamespace) FROM pg_extension
          WHERE extname = 'postgis'),
        (SELECT count(*) FROM \(schema).un_associations), (SELECT count(*) FROM \(schema).un_rules)
      FROM \(schema).un_network AS n LEFT JOIN \(schema).un_history AS h ON true GROUP BY n.singleton
      """,
      [.text("\(schema).un_history")]
    )
    func number(_ column: Int) -> Int { rows[0, column].flatMap { Int($0) } ?? 0 }
    guard rows.count == 1 else { throw Catalogue.missing(address) }
    let tables = try connection.query("SELECT relation FROM \(schema).un_tables ORDER BY position")
    var features = 0
    for row in 0..<tables.count {
      guard let relation = tables[row, 0] else { continue }
      let counted = try connection.query(
        "SELECT count(*) FROM \(schema).\(relation.quotedIdentifier)"
      )
      features += counted[0, 0].flatMap { Int($0) } ?? 0
    }
    let sessions = try connection.query(
      """
      SELECT a.usename, a.application_name, host(a.client_addr),
        to_char(a.backend_start, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
      FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid,
        (SELECT hashtextextended('session', \(script.seed)) AS key) AS k
      WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND a.datname = current_database()
        AND l.classid::bigint = k.key >> 32 & 4294967295 AND l.objid::bigint = k.key & 4294967295
      ORDER BY a.backend_start
      """
    )
    self.init(
      address: address,
      version: number(0),
      network: rows[0, 1] ?? "",
      server: rows[0, 7] ?? "",
      postGIS: rows[0, 8] ?? "",
      featureCount: features,
      associationCount: number(9),
      ruleCount: number(10),
      historyCount: number(4),
      revision: number(5),
      forgotten: number(2),
      historyBytes: number(6),
      allowsForeignEdits: rows[0, 3] == "t",
      roles: try DatabaseRole.read(connection, schema),
      sessions: (0..<sessions.count).map { row in
        Session(
          role: sessions[row, 0] ?? "",
          program: sessions[row, 1] ?? "",
          client: sessions[row, 2] ?? "",
          since: sessions[row, 3] ?? ""
        )
      }
    )
  }
}

package import GeoSnap
package import GeoSnapStore

/// Facts about a network in a database: its version, its size, and its users.
package struct DatabaseFacts: Sendable {
  /// A session that is open, or a program that has not closed one.
  package struct Session: Hashable, Sendable {
    package let role: String
    /// The program's name and host; empty when the server hides them.
    package let program: String
    /// The address of the client; empty for the same machine.
    package let client: String
    /// The start of the connection in UTC; empty when the server hides it.
    package let since: String
  }

  package static let knownVersion = SchemaScript.version

  /// The network, with its schema.
  package let address: PostgresAddress
  package let version: Int
  package let network: String
  package let server: String
  /// The version of PostGIS, and the schema that it is in.
  package let postGIS: String
  package let featureCount: Int
  package let associationCount: Int
  package let ruleCount: Int
  package let historyCount: Int
  /// The greatest revision of the history.
  package let revision: Int
  /// The last revision that was deleted from the history; 0 for none.
  package let forgotten: Int
  package let historyBytes: Int
  /// Whether features may be changed with SQL, in addition to sessions.
  package let allowsForeignEdits: Bool
  package let roles: [DatabaseRole]
  package let sessions: [Session]
}

extension PostGIS {
  package static func facts(of address: PostgresAddress) throws(StoreError) -> DatabaseFacts {
    try StoreError.telling(address, otherwise: .cannotOpen) {
      let connection = try Connection(address)
      return try connection.readingOneState(readsAll: true) {
        try DatabaseFacts(connection, address)
      }
    }
  }

  /// The last changes of features and associations, by their global ids; those without a change in the history are
  /// left out.
  package static func lastChanges(
    of ids: Set<GlobalID>,
    in address: PostgresAddress
  ) throws(StoreError) -> [GlobalID: LastChange] {
    if ids.isEmpty { return [:] }
    return try reading(address, readsAll: true) { connection, catalogue in
      let schema = catalogue.schema
      // Entries from another schema or a file have no lock keys; their edits name the changed objects.
      let rows = try connection.query(
        """
        WITH wanted AS (SELECT id, hashtextextended(kind || id, \(catalogue.script.seed)) AS key
            FROM unnest($1::text::text[]) AS id, unnest(ARRAY['feature/', 'association/']) AS kind),
          touched AS (
            SELECT w.id, h.revision FROM \(schema).un_history AS h, unnest(h.changed) AS k JOIN wanted AS w ON w.key = k
            UNION ALL SELECT w.id, h.revision FROM \(schema).un_history AS h,
              regexp_matches(lower(h.edits), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') AS m
              JOIN wanted AS w ON w.id = m[1]
            WHERE h.changed = '{}'),
          last AS (SELECT id, max(revision) AS revision FROM touched GROUP BY id)
        SELECT l.id, \(HistoryEntry.columns) FROM last AS l JOIN \(schema).un_history AS h ON h.revision = l.revision
        """,
        [.words(ids.map { "\($0)".lowercased() })]
      )
      var changes: [GlobalID: LastChange] = [:]
      for row in 0..<rows.count {
        if let id = rows[row, 0].flatMap({ GlobalID($0) }) {
          changes[id] = HistoryEntry(rows, row, from: 1).map { LastChange(entry: $0) }
        }
      }
      return changes
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

/// The right of a role on a network in a database; each right includes those before it.
package enum NetworkRight: String, Sendable, CaseIterable {
  /// Opens, traces, exports, and follows commits of others.
  case reader
  /// Edits features and associations, with sessions and with SQL, and undoes its own steps.
  case editor
  /// Changes definition, rules, trace configurations and rights, and deletes history.
  case administrator
  /// Adds fields, replaces the network, and upgrades its schema: the role that created it, and members of that role.
  case owner
}

package struct DatabaseRole: Hashable, Sendable {
  package let name: String
  package let right: NetworkRight

  /// The roles with rights on the network of a quoted schema, by name, the owner first.
  static func read(_ connection: Connection, _ schema: String) throws -> [DatabaseRole] {
    let rows = try connection.query(
      """
      WITH rights AS (
        SELECT r.grantee, 1 AS rank FROM pg_class AS c, aclexplode(c.relacl) AS r
          WHERE c.oid = to_regclass($1::text || '.un_history') AND r.privilege_type = 'SELECT'
        UNION ALL SELECT r.grantee, CASE p.proname WHEN 'un_commit' THEN 2 ELSE 3 END FROM pg_proc AS p, aclexplode(p.proacl) AS r
          WHERE p.pronamespace = to_regnamespace($1::text) AND p.proname IN ('un_commit', 'un_grant')
        UNION ALL SELECT nspowner, 4 FROM pg_namespace WHERE oid = to_regnamespace($1::text))
      SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(grantee) END, max(rank) FROM rights
      GROUP BY grantee ORDER BY max(rank) = 4 DESC, 1
      """,
      [.text(schema)]
    )
    return (0..<rows.count).compactMap { row in
      guard let name = rows[row, 0], let rank = rows[row, 1].flatMap({ Int($0) }) else {
        return nil
      }
      return DatabaseRole(name: name, right: NetworkRight.allCases[rank - 1])
    }
  }
}

/// The last change of a feature or an association in the history of a network.
package struct LastChange: Sendable, CustomStringConvertible {
  fileprivate let entry: HistoryEntry

  /// The database's role.
  package var author: String { entry.author.name }
  /// The machine of a session, or the application name of a program that used SQL; empty when it has none.
  package var place: String { entry.author.place }
  package var time: String { entry.author.time }
  package var name: String { entry.name }
  package var revision: Int { Int(entry.revision) }
  /// Whether it was made with SQL rather than by a session.
  package var isBySQL: Bool { entry.kind == .foreign }

  /// `anna on ws12 at 2026-03-01T12:00:00Z (Move valve 17)`, or `by SQL` in place of the name.
  package var description: String { "\(entry.author) " + (isBySQL ? "by SQL" : "(\(name))") }
}

internal import GeoSnap
public import GeoSnapStore

/// What a database holds of a network: its version, its size, and who works on it.
public struct DatabaseFacts: Sendable {
  /// A session that is open, or a program that has not closed one.
  public struct Session: Hashable, Sendable {
    /// Who has opened it.
    public let role: String
    /// What the program calls itself, and from where it has connected; empty where the server does not tell.
    public let program: String
    /// Where from: an address, or nothing for the same machine.
    public let client: String
    /// Since when it is connected, in UTC; empty where the server does not tell.
    public let since: String
  }

  /// The version of the schema that this library reads and writes.
  public static let knownVersion = SchemaScript.version

  /// Where the network is; it names the schema.
  public let address: PostgresAddress
  /// The version of the schema.
  public let version: Int
  /// The network's own identifier.
  public let network: String
  /// The version of PostgreSQL, and of PostGIS with the schema it is in.
  public let server: String
  /// The version of PostGIS.
  public let postGIS: String
  /// The numbers of rows.
  public let featureCount: Int
  /// The number of associations.
  public let associationCount: Int
  /// The number of rules.
  public let ruleCount: Int
  /// The entries of the history, the revision of the last, and up to which revision it is forgotten; 0 where there is none.
  public let historyCount: Int
  /// The greatest revision of the history.
  public let revision: Int
  /// Up to which revision the history is forgotten.
  public let forgotten: Int
  /// How many bytes the history takes, with its indexes.
  public let historyBytes: Int
  /// Whether features may be changed with SQL besides sessions.
  public let allowsForeignEdits: Bool
  /// Who may what, the owner first.
  public let roles: [DatabaseRole]
  /// The sessions of the network.
  public let sessions: [Session]
}

extension PostGIS {
  /// Tells what a database holds of a network, of whatever version its schema is.
  ///
  /// - Parameter address: Where the network is.
  /// - Returns: What the database holds.
  /// - Throws: ``StoreError`` with code `cannotOpen`.
  /// - Complexity: Linear in the number of rows, which are counted.
  public static func facts(of address: PostgresAddress) throws(StoreError) -> DatabaseFacts {
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
    let there = try connection.query(
      "SELECT to_regclass($1::text)::text",
      [.text("\(schema).un_network")]
    )
    guard there[0, 0] != nil else { throw Catalogue.missing(address) }
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

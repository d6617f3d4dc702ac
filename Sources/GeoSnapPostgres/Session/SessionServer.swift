internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

/// A session's connection to its database, and the part of the history that was taken over.
final class SessionServer {
  var catalogue: Catalogue
  var connection: Connection
  let timeout: Duration
  /// The snapshot whose visible history was taken over.
  var known: String
  /// The revisions of the session's own commits since, which are known too.
  var ownRevisions: [Int64] = []
  /// The greatest revision when changes were last taken over.
  ///
  /// The session's own later commits do not count: after a crash, commits of others may have smaller revisions, under
  /// transaction numbers that were seen to fail before.
  var taken: Int64
  var status: SessionStatus
  /// The reserved ids for new rows of each table.
  var reserved: [Range<Int64>?]

  var channel = ""
  /// The server process of the connection, and the role.
  var backend: Backend?
  /// Whether the network must be read again, because the last entries could not be taken over.
  var isBehind = false
  var writing: Writing?

  var address: PostgresAddress { catalogue.address }

  /// The greatest known revision, including the session's own commits.
  var revision: Int64 { ownRevisions.reduce(taken) { max($0, $1) } }

  /// A server process; its number may be reused, so its start is recorded too.
  struct Backend {
    let process: Int32
    let start: String
    let role: String
  }

  private init(
    _ catalogue: Catalogue,
    _ connection: Connection,
    _ timeout: Duration,
    known: String,
    revision: Int64
  ) {
    (self.catalogue, self.connection) = (catalogue, connection)
    (self.timeout, self.known) = (timeout, known)
    taken = revision
    status = SessionStatus(revision: revision)
    reserved = Array(repeating: nil, count: catalogue.relations.count)
  }

  static func open(
    _ address: PostgresAddress,
    isStrict: Bool,
    images: ImageCache,
    extent: Envelope?,
    timeout: Duration,
    monitor: RowMonitor?
  ) throws -> (server: SessionServer, snapshot: StoredSnapshot) {
    let connection = try Connection(address, timeout: timeout)
    monitor?.begin { connection.cancel() }
    let read = try NetworkOpening(
      connection,
      address,
      isStrict: isStrict,
      images: images,
      extent: extent,
      monitor: monitor
    )
    let server = SessionServer(
      read.catalogue,
      connection,
      timeout,
      known: read.stamp.known,
      revision: read.stamp.revision
    )
    try server.beginListening()
    try server.findSteps()
    return (server, read.snapshot)
  }

  func readAnew(isStrict: Bool, extent: Envelope?) throws -> StoredNetwork {
    let read = try reconnecting {
      try NetworkOpening(connection, address, isStrict: isStrict, images: .none, extent: extent)
    }
    let isOther = catalogue.network != read.catalogue.network
    catalogue = read.catalogue
    known = read.stamp.known
    (taken, ownRevisions) = (read.stamp.revision, [])
    status.revision = taken
    isBehind = false
    reserved = Array(repeating: nil, count: catalogue.relations.count)
    // Another network has replaced it, with another notification channel.
    if isOther {
      try reconnecting {
        try connection.run("UNLISTEN *")
        try beginListening()
      }
    }
    // Failure is harmless: the next call looks again.
    try? findSteps()
    return read.snapshot.stored
  }

  /// Records that all changes up to a revision were taken over.
  func take(upTo revision: Int64) {
    taken = max(revision, self.revision)
    ownRevisions = []
    status.revision = taken
  }

  // MARK: The connection

  /// Runs `body`, and connects again within the timeout when the connection is lost.
  func reconnecting<Value>(_ body: () throws -> Value) throws -> Value {
    let deadline = ContinuousClock.now + timeout
    while true {
      do {
        if connection.isLost { try reconnect() }
        return try body()
      } catch let error as ServerError where isLost(error) {
        guard ContinuousClock.now < deadline else { throw error }
        try reconnect()
      }
    }
  }

  func isLost(_ error: ServerError) -> Bool {
    error.isLost || error.isShutdown || connection.isLost
  }

  func reconnect() throws {
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    var pause = 0.02
    while true {
      do {
        let last = backend
        connection = try Connection(address, timeout: timeout)
        try beginListening()
        if let last { try end(last) }
        if try !isSame() { isBehind = true }
        return
      } catch {
        guard clock.now < deadline else { throw error }
        Thread.sleep(forTimeInterval: pause)
        pause = min(pause * 2, 0.5)
      }
    }
  }

  func beginListening() throws {
    // A read-only database, such as a standby, sends no notifications: the session looks at intervals.
    channel = try connection.query("SELECT \(catalogue.schema).un_channel()")[0, 0] ?? ""
    _ = try? connection.run("LISTEN \(channel.quotedIdentifier)")
    let rows = try connection.query(
      """
      SELECT pg_backend_pid(), a.backend_start, session_user, CASE current_setting('synchronous_commit')
        WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END,
        -- By this others see that there is a session.
        pg_advisory_lock_shared(hashtextextended('session', \(catalogue.script.seed)))
      FROM (VALUES (1)) AS v LEFT JOIN pg_stat_activity AS a ON a.pid = pg_backend_pid()
      """
    )
    backend = rows[0, 0].flatMap { Int32($0) }.map {
      Backend(process: $0, start: rows[0, 1] ?? "", role: rows[0, 2] ?? "")
    }
  }

  /// Terminates the process of a lost connection, which may not have noticed the loss, and may hold locks.
  func end(_ backend: Backend) throws {
    try connection.query(
      """
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE pid = $1 AND backend_start = $2::text::timestamptz AND usename = session_user
      """,
      [.small(backend.process), .text(backend.start.isEmpty ? "epoch" : backend.start)]
    )
  }

  /// Whether the database still has the last state that was taken over: it may have been replaced or restored.
  func isSame() throws -> Bool {
    let schema = catalogue.schema
    let rows = try connection.query(
      """
      SELECT n.cluster = $1::text AND n.network = $2::text::uuid AND n.cluster = \(schema).un_cluster()
        AND ($3::bigint <= n.forgotten OR EXISTS (SELECT FROM \(schema).un_history WHERE revision = $3::bigint))
      FROM \(schema).un_network AS n
      """,
      [.text(catalogue.cluster), .text(catalogue.network), .integer(revision)]
    )
    return rows[0, 0] == "t"
  }

  /// Whether others have sent notifications since the last call.
  func isTold() -> Bool {
    let known = ownRevisions
    return connection.notifications().contains { revision in
      !known.contains { "\($0)" == revision }
    }
  }

  func reserving(_ network: EditedNetwork) -> EditedNetwork {
    network.reserving(rowIDs: reserved.map { $0?.lowerBound })
  }

  /// Reserves row ids for all rows that a transaction may insert, since later ids may belong to others.
  func reserve(for transaction: NetworkTransaction, of network: EditedNetwork) throws {
    var counts: [Int: Int] = [:]
    for edit in transaction.edits {
      switch edit {
      case .insertFeature(let feature, let name):
        guard feature.rowID == nil, let table = network.table(named: name) else { continue }
        counts[table, default: 0] += 1
      case .splitLine(let key, let places, _):
        guard let line = network.feature(key) else { continue }
        counts[Int(line.table), default: 0] += places.count
      default: continue
      }
    }
    for (table, count) in counts where (reserved[table]?.count ?? 0) < count {
      reserved[table] = try reconnecting { try reserve(count, of: catalogue.relations[table]) }
    }
  }

  /// Whether the row ids of new rows are reserved for the session, except those in `given`, which the transaction
  /// sets.
  func holds(_ commit: NetworkCommit, given: Set<FeatureKey>) throws -> Bool {
    var isHeld = true
    var counts: [Int: Int] = [:]
    for case .insertFeature(let feature, let name) in commit.transaction.edits {
      guard let rowID = feature.rowID, let table = commit.after.table(named: name),
        !given.contains(.row(table: name.lowercased(), rowID: rowID))
      else { continue }
      counts[table, default: 0] += 1
      if reserved[table]?.contains(rowID) != true { isHeld = false }
    }
    if isHeld { return true }
    for (table, count) in counts where (reserved[table]?.count ?? 0) < count {
      reserved[table] = try reconnecting { try reserve(count, of: catalogue.relations[table]) }
    }
    return false
  }

  func reserve(_ count: Int, of relation: Relation) throws -> Range<Int64> {
    var blocks = (count + Int(Relation.idsAtOnce) - 1) / Int(Relation.idsAtOnce)
    let table = "\(catalogue.schema).\(relation.relation.quotedIdentifier)"
    for _ in 0..<100 {
      let rows = try connection.queryPrepared(
        """
        SELECT nextval(pg_get_serial_sequence($1::text, 'objectid')) FROM generate_series(1, $2::integer)
        """,
        [.text(table), .small(Int32(blocks))]
      )
      let starts = (0..<rows.count).compactMap { rows[$0, 0].flatMap { Int64($0) } }
      guard let first = starts.first else { break }
      // Concurrent reservations of others may lie in between.
      let isOne = starts.indices.allSatisfy { starts[$0] == first + Int64($0) * Relation.idsAtOnce }
      guard isOne else { continue }
      let range = first..<first + Int64(blocks) * Relation.idsAtOnce
      // SQL may have used these ids, and many after them, so the next step is wider.
      let taken = try connection.query(
        "SELECT max(objectid) FROM \(table) WHERE objectid >= $1 AND objectid < $2",
        [.integer(range.lowerBound), .integer(range.upperBound)]
      )
      guard let greatest = taken[0, 0].flatMap({ Int64($0) }) else { return range }
      if range.upperBound - greatest - 1 >= Int64(count) { return greatest + 1..<range.upperBound }
      blocks = min(blocks * 2, 1 << 20)
    }
    let message = "Other users are taking row ids of \(relation.name) at the same time: try again."
    throw address.error(.inUse, message)
  }

  func noteRowIDs(of commit: NetworkCommit) {
    for case .insertFeature(let feature, let name) in commit.transaction.edits {
      guard let rowID = feature.rowID, let table = commit.after.table(named: name),
        let range = reserved[table], range.contains(rowID)
      else { continue }
      reserved[table] = rowID + 1 < range.upperBound ? rowID + 1..<range.upperBound : nil
    }
  }

  /// Drops the reserved ids, because another client has used one of them.
  func dropRowIDs() { reserved = Array(repeating: nil, count: reserved.count) }

  /// One of some global ids that a row of the database already has; nil for none.
  func taken(_ ids: Set<GlobalID>) throws -> UsedID? {
    if ids.isEmpty { return nil }
    let question = taking(ids)
    return Self.usedID(try connection.queryPrepared(question.sql, question.values))
  }

  static func usedID(_ rows: Rows) -> UsedID? {
    guard let id = rows[0, 0], let table = rows[0, 1] else { return nil }
    return (id.uppercased(), table)
  }

  func taking(_ ids: Set<GlobalID>) -> (sql: String, values: [ServerValue]) {
    let tables =
      catalogue.relations.map { ($0.name, $0.relation) } + [("un_associations", "un_associations")]
    let parts = tables.map { name, relation in
      "SELECT globalid::text, '\(name.literal)' FROM \(catalogue.schema).\(relation.quotedIdentifier) "
        + "WHERE globalid = ANY ($1::text::uuid[])"
    }
    return (parts.joined(separator: " UNION ALL ") + " LIMIT 1", [.words(ids.map { "\($0)" })])
  }
}

/// The session's status, which is available without the server, also during a commit.
struct SessionStatus: Sendable {
  /// Whether the user's own last step can be undone or redone.
  var canUndo = false
  var canRedo = false
  var revision: Int64
}

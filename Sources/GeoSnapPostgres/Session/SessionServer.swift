internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

/// A session's way to its database: the connection, and how much of the history has been taken over.
///
/// One thread at a time makes use of it.
final class SessionServer {
  let address: PostgresAddress
  var catalogue: Catalogue
  var connection: Connection
  let timeout: Duration
  /// All of the history that this snapshot of the database sees was taken over.
  var known: String
  /// What was taken over besides: the session's own commits since.
  var besides: [Int64] = []
  /// The greatest revision that was there when it was taken over last.
  ///
  /// Commits of one's own since do not count: after a crash others may have less than these, under numbers of transactions
  /// that were seen to fail before.
  var taken: Int64
  /// What the session says of itself.
  var standing: Standing
  /// For each table the ids that the session may give to new rows.
  var reserved: [Range<Int64>?]

  var channel = ""
  /// The server's process at the other end, and the role.
  var backend: Backend?
  /// Whether all has to be read anew: what was taken over last was not all.
  var isBehind = false
  /// What is being written.
  var writing: Writing?

  /// The greatest revision that is known, one's own included.
  var revision: Int64 { besides.reduce(taken) { max($0, $1) } }

  /// A process of the server that serves a connection: numbers of processes are given anew, so with when it began.
  struct Backend {
    let process: Int32
    let start: String
    let role: String
  }

  /// What is read of a database when a session begins.
  struct Opening {
    let server: SessionServer
    let snapshot: StoredSnapshot
  }

  private init(
    _ catalogue: Catalogue,
    _ connection: Connection,
    _ timeout: Duration,
    known: String,
    revision: Int64
  ) {
    address = catalogue.address
    self.catalogue = catalogue
    self.connection = connection
    self.timeout = timeout
    self.known = known
    taken = revision
    standing = Standing(revision: revision)
    reserved = Array(repeating: nil, count: catalogue.relations.count)
  }

  /// Connects and reads the network.
  static func open(
    _ address: PostgresAddress,
    isStrict: Bool,
    images: ImageCache,
    extent: Envelope?,
    timeout: Duration,
    monitor: RowMonitor?
  ) throws -> Opening {
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
    return Opening(server: server, snapshot: read.snapshot)
  }

  /// Reads all rows anew.
  func readAnew(isStrict: Bool, extent: Envelope?) throws -> StoredNetwork {
    let read = try reconnecting {
      try NetworkOpening(connection, address, isStrict: isStrict, images: .none, extent: extent)
    }
    let isOther = catalogue.network != read.catalogue.network
    catalogue = read.catalogue
    known = read.stamp.known
    (taken, besides) = (read.stamp.revision, [])
    standing.revision = taken
    isBehind = false
    reserved = Array(repeating: nil, count: catalogue.relations.count)
    // Another one was put in its place, which tells of its changes elsewhere.
    if isOther {
      try reconnecting {
        try connection.run("UNLISTEN *")
        try beginListening()
      }
    }
    // Nothing depends on it: the next question asks again.
    try? findSteps()
    return read.snapshot.stored
  }

  /// Notes that all is taken over that is there, up to a revision.
  func take(upTo revision: Int64) {
    taken = max(revision, self.revision)
    besides = []
    standing.revision = taken
  }

  // MARK: The connection

  /// Does something, and connects again when the connection is gone, for as long as the timeout lets it try.
  ///
  /// - Parameter body: Only reads, or may be done twice.
  /// - Returns: What `body` gives.
  /// - Throws: What the server, or the file, has to say; what `body` throws.
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

  /// Connects again, for as long as the timeout lets it try.
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
    // A database that answers questions alone, such as a standby, tells of nothing: there the session looks.
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

  /// Ends the process that a lost connection had: it may know nothing of that, and hold what it has locked.
  func end(_ backend: Backend) throws {
    try connection.query(
      """
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE pid = $1 AND backend_start = $2::text::timestamptz AND usename = session_user
      """,
      [.small(backend.process), .text(backend.start.isEmpty ? "epoch" : backend.start)]
    )
  }

  /// Whether the database has what was taken over last: it may be another one, or one that has lost something.
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

  /// Whether others have told of a change since it was asked last.
  func isTold() -> Bool {
    let known = besides
    return connection.notifications().contains { revision in
      !known.contains { "\($0)" == revision }
    }
  }
}

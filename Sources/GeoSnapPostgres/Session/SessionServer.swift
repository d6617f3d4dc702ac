internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

/// A session's way to its database: the connection, and how much of the history has been taken over.
///
/// One thread at a time makes use of it.
final class SessionServer {
  let address: PostgresAddress
  private(set) var catalogue: Catalogue
  private(set) var connection: Connection
  private let timeout: Duration
  /// All of the history that this snapshot of the database sees was taken over.
  private var known: String
  /// What was taken over besides: the session's own commits since.
  private var besides: [Int64] = []
  /// The greatest revision that was taken over.
  private(set) var revision: Int64
  /// For each table the ids that the session may give to new rows.
  private var reserved: [Range<Int64>?]

  private var channel = ""
  /// The server's process at the other end, and the role.
  private var backend: Backend?
  /// Whether all has to be read anew: what was taken over last was not all.
  private(set) var isBehind = false
  /// What is being written.
  private var writing: Writing?

  /// Whether the last step of one's own can be undone, or done again.
  private(set) var canUndo = false
  private(set) var canRedo = false

  /// A process of the server that serves a connection: numbers of processes are given anew, so with when it began.
  private struct Backend {
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
    self.revision = revision
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
    revision = read.stamp.revision
    besides = []
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

  private func isLost(_ error: ServerError) -> Bool {
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

  private func beginListening() throws {
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
  private func end(_ backend: Backend) throws {
    try connection.query(
      """
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE pid = $1 AND backend_start = $2::text::timestamptz AND usename = session_user
      """,
      [.small(backend.process), .text(backend.start.isEmpty ? "epoch" : backend.start)]
    )
  }

  /// Whether the database has what was taken over last: it may be another one, or one that has lost something.
  private func isSame() throws -> Bool {
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

  // MARK: What others have done

  /// What has come to the history since it was asked last, oldest first: what one transaction did in one piece.
  ///
  /// - Returns: The entries; nil when some are forgotten, so that all must be read anew.
  func takeEntries() throws -> [[HistoryEntry]]? {
    try reconnecting {
      if isBehind { return nil }
      // What is told from here on is looked for again.
      _ = connection.notifications()
      let rows = try connection.queryPrepared(
        HistoryEntry.selection(in: catalogue.schema),
        [.text(known), .integers(besides), .integer(revision), .text(catalogue.network)]
      )
      if rows[0, 1] == "t" { return nil }
      known = rows[0, 0] ?? known
      besides = []
      var pieces: [[HistoryEntry]] = []
      var last: String?
      for row in 0..<rows.count {
        guard let entry = HistoryEntry(rows, row, from: 3) else { continue }
        if rows[row, 2] == last {
          pieces[pieces.count - 1].append(entry)
        } else {
          pieces.append([entry])
        }
        last = rows[row, 2]
        revision = max(revision, entry.revision)
      }
      let isOwn = pieces.joined().contains {
        $0.author.name == backend?.role && $0.author.place == ThisMachine.name
      }
      // Nothing depends on it: what was taken must not be lost for it.
      if isOwn { try? findSteps() }
      return pieces
    }
  }

  /// Notes that what was taken last could not be taken over entry by entry.
  func fallBehind() { isBehind = true }

  // MARK: Row ids

  /// The network with the ids that the session may give.
  func reserving(_ network: EditedNetwork) -> EditedNetwork {
    network.reserving(rowIDs: reserved.map { $0?.lowerBound })
  }

  /// Sees to it that there are ids for all rows that a transaction may insert: behind the last one lie those of others.
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

  /// Makes sure that a commit gives new rows ids of its own.
  ///
  /// `given`: The ids that the transaction itself gave.
  /// - Returns: Whether it does; otherwise ids were asked for, and the commit has to be made again.
  /// - Throws: What the server has to say.
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

  private func reserve(_ count: Int, of relation: Relation) throws -> Range<Int64> {
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
      // Others may ask at the same time: what they got lies between.
      let isOne = starts.indices.allSatisfy { starts[$0] == first + Int64($0) * Relation.idsAtOnce }
      guard isOne else { continue }
      let range = first..<first + Int64(blocks) * Relation.idsAtOnce
      // Who gives ids with SQL may have given these, and many after them: the wider the next step is.
      let taken = try connection.query(
        "SELECT max(objectid) FROM \(table) WHERE objectid >= $1 AND objectid < $2",
        [.integer(range.lowerBound), .integer(range.upperBound)]
      )
      guard let greatest = taken[0, 0].flatMap({ Int64($0) }) else { return range }
      if range.upperBound - greatest - 1 >= Int64(count) { return greatest + 1..<range.upperBound }
      blocks = min(blocks * 2, 1 << 20)
    }
    throw StoreError(
      .inUse,
      path: "\(address)",
      message: "Others take row ids of \(relation.name) at the same time: try again."
    )
  }

  private func noteRowIDs(of commit: NetworkCommit) {
    for case .insertFeature(let feature, let name) in commit.transaction.edits {
      guard let rowID = feature.rowID, let table = commit.after.table(named: name),
        let range = reserved[table], range.contains(rowID)
      else { continue }
      reserved[table] = rowID + 1 < range.upperBound ? rowID + 1..<range.upperBound : nil
    }
  }

  /// Forgets which ids were reserved, as somebody else has one of them.
  func dropRowIDs() { reserved = Array(repeating: nil, count: reserved.count) }

  /// Which of some global ids features or associations have that a session of an extent may not have read.
  func taken(_ ids: Set<GlobalID>) throws -> (id: String, table: String)? {
    if ids.isEmpty { return nil }
    let tables =
      catalogue.relations.map { ($0.name, $0.relation) } + [("un_associations", "un_associations")]
    let parts = tables.map { name, relation in
      "SELECT globalid::text, '\(name.literal)' FROM \(catalogue.schema).\(relation.quotedIdentifier) "
        + "WHERE globalid = ANY ($1::text::uuid[])"
    }
    let rows = try connection.queryPrepared(
      parts.joined(separator: " UNION ALL ") + " LIMIT 1",
      [.words(ids.map { "\($0)" })]
    )
    return rows[0, 0].flatMap { id in rows[0, 1].map { (id.uppercased(), $0) } }
  }

  // MARK: Writing

  /// How writing a commit has ended.
  enum Outcome {
    case written(Int64)
    /// Others have changed what it concerns: it has to be looked at what they did first.
    case outdated
    /// The same may be tried again at once.
    case tryAgain
    /// Somebody else has a row id or a global id that it gives.
    case taken(ServerError)
    /// A row is not what the history says.
    case unexplained(String)
  }

  /// A commit that is being written.
  private struct Writing {
    let commit: NetworkCommit
    let id: GlobalID
    let kind: HistoryEntry.Kind
    let rows: [RowStatements.RowChange]
    /// What has gone wrong already.
    var failure: ServerError?
  }

  /// Begins to write a commit in one transaction, and does not wait for the server.
  ///
  /// - Parameters:
  ///   - commit: What to write.
  ///   - id: What the commit is found by when its answer is lost: the same for each try.
  ///   - kind: What the history calls it.
  ///   - step: The step that is undone or done again.
  /// - Throws: What the server has to say.
  func begin(
    _ commit: NetworkCommit,
    id: GlobalID,
    kind: HistoryEntry.Kind,
    step: Int64?
  ) throws {
    let footprint = Footprint(commit, catalogue)
    let rows = RowStatements(commit, catalogue).statements
    if connection.isLost { try reconnect() }
    let begin: [(sql: String, values: [Cell])] = [
      ("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", []),
      (
        """
        SELECT \(catalogue.schema).un_commit($1::uuid, $13::text::uuid, $2::text::pg_snapshot, $12::bigint, $3::bigint[], $4::text::text[],
          $5::text::text[], $6::text, $7::text, $8::text, $9::text, $10::text, $11::bigint)
        """,
        [
          .globalID(id), .text(known), .integers(besides), .words(footprint.changed),
          .words(footprint.seen), .text(kind.rawValue), .text(commit.transaction.name),
          .text(ThisMachine.name), .text(try HistoryEntry.encode(commit.transaction.edits)),
          .text(try HistoryEntry.encode(commit.inverse.edits)), step.map { .integer($0) } ?? .null,
          .integer(revision), .text(catalogue.network),
        ]
      ),
    ]
    var writing = Writing(commit: commit, id: id, kind: kind, rows: rows)
    do throws(ServerError) {
      try connection.prepareTogether(Self.ending)
      try connection.sendTogether(begin + rows.map { ($0.sql, $0.values) })
    } catch {
      writing.failure = error
    }
    self.writing = writing
  }

  /// What ends the transaction, and tells the others.
  ///
  /// They are told in a transaction of its own: in the same one all commits would wait for each other.
  private static let ending = ["COMMIT", "SELECT pg_notify($1::text, $2::text)"]

  /// Takes back what was begun.
  func abandon() {
    guard writing != nil else { return }
    writing = nil
    _ = try? connection.answers()
    _ = try? connection.run("ROLLBACK")
  }

  /// Ends the transaction that was begun; it is on the server's disk when this returns.
  func end() throws -> Outcome {
    guard let writing else { preconditionFailure("What ends was begun before") }
    self.writing = nil
    var isEnding = false
    do {
      if let failure = writing.failure { throw failure }
      let answers = try connection.answers()
      for (row, answer) in zip(writing.rows, answers.dropFirst(2)) where answer.changed != 1 {
        _ = try? connection.run("ROLLBACK")
        // Somebody has changed it and the history does not say so.
        fallBehind()
        return .unexplained(row.row)
      }
      guard answers.count > 1, let revision = answers[1][0, 0].flatMap({ Int64($0) }) else {
        _ = try? connection.run("ROLLBACK")
        // Another network is there now.
        return .outdated
      }
      isEnding = true
      try connection.endTogether([
        (Self.ending[0], []), (Self.ending[1], [.text(channel), .text("\(revision)")]),
      ])
      return done(writing.commit, revision, writing.kind)
    } catch let error as ServerError {
      return try outcome(of: error, writing, isDoubtful: isEnding)
    }
  }

  /// Writes a commit, as ``begin(_:id:kind:step:)`` and ``end()``.
  func write(
    _ commit: NetworkCommit,
    id: GlobalID,
    kind: HistoryEntry.Kind,
    step: Int64?
  ) throws -> Outcome {
    try begin(commit, id: id, kind: kind, step: step)
    return try end()
  }

  private func outcome(
    of error: ServerError,
    _ writing: Writing,
    isDoubtful: Bool
  ) throws -> Outcome {
    if isLost(error) {
      guard isDoubtful else {
        try reconnect()
        return .tryAgain
      }
      // It may have been committed, and only the answer is lost.
      do {
        try reconnect()
        if let revision = try find(writing.id) {
          return done(writing.commit, revision, writing.kind)
        }
        return .tryAgain
      } catch {
        throw StoreError(
          .cannotOpen,
          path: "\(address)",
          message:
            "The connection was lost while \(writing.commit.transaction.name) was written, and the server cannot be "
            + "asked whether it was: \(error). The session shows it when the server answers again, or it was not written."
        )
      }
    }
    _ = try? connection.run("ROLLBACK")
    switch error.state {
    case "UN001": return .outdated
    case "40001", "40P01", "55P03", "57014": return .tryAgain
    case "23505": return .taken(error)
    default: throw StoreError(error, address, otherwise: .cannotWrite)
    }
  }

  /// The revision under which a commit is in the history; nil when it is not there, and will not be.
  ///
  /// Who still writes it has been ended; until that has happened it is waited for.
  private func find(_ id: GlobalID) throws -> Int64? {
    try reconnecting {
      try connection.queryPrepared(
        "SELECT pg_advisory_xact_lock(hashtextextended($1::text, \(catalogue.script.seed)))",
        [.text("commit/\("\(id)".lowercased())")]
      )
      let rows = try connection.queryPrepared(
        "SELECT revision FROM \(catalogue.schema).un_history WHERE \"commit\" = $1::uuid",
        [.globalID(id)]
      )
      return rows[0, 0].flatMap { Int64($0) }
    }
  }

  /// The commit of an identifier in the history; nil when it is not there, and will not be.
  func entry(of id: GlobalID) throws -> HistoryEntry? {
    guard let revision = try find(id) else { return nil }
    return try reconnecting {
      HistoryEntry(
        try connection.query(
          "SELECT \(HistoryEntry.columns) FROM \(catalogue.schema).un_history AS h WHERE h.revision = $1",
          [.integer(revision)]
        ),
        0,
        from: 0
      )
    }
  }

  /// The commits of some identifiers in the history, as far as they are there now.
  func entries(of ids: [GlobalID]) throws -> [GlobalID: HistoryEntry] {
    if ids.isEmpty { return [:] }
    return try reconnecting {
      let rows = try connection.query(
        """
        SELECT \(HistoryEntry.columns), h."commit" FROM \(catalogue.schema).un_history AS h
        WHERE h."commit" = ANY ($1::text::uuid[])
        """,
        [.words(ids.map { "\($0)" })]
      )
      var found: [GlobalID: HistoryEntry] = [:]
      for row in 0..<rows.count {
        if let id = rows[row, 7].flatMap({ GlobalID($0) }) {
          found[id] = HistoryEntry(rows, row, from: 0)
        }
      }
      return found
    }
  }

  private func done(
    _ commit: NetworkCommit,
    _ revision: Int64,
    _ kind: HistoryEntry.Kind
  ) -> Outcome {
    besides.append(revision)
    self.revision = max(self.revision, revision)
    noteRowIDs(of: commit)
    if kind == .commit {
      (canUndo, canRedo) = (true, false)
    } else {
      // Nothing depends on it: the next question asks again.
      try? findSteps()
    }
    return .written(revision)
  }

  // MARK: One's own steps

  /// One of the session's own steps.
  struct Step {
    let number: Int64
    let name: String
    let transaction: NetworkTransaction
    let inverse: NetworkTransaction
  }

  private func findSteps() throws {
    let rows = try connection.queryPrepared(
      """
      SELECT EXISTS (SELECT FROM \(catalogue.schema).un_history WHERE kind = 'commit' AND author = session_user
          AND place = $1 AND undone = 'no'),
        EXISTS (SELECT FROM \(catalogue.schema).un_history WHERE kind = 'commit' AND author = session_user
          AND place = $1 AND undone = 'yes')
      """,
      [.text(ThisMachine.name)]
    )
    (canUndo, canRedo) = (rows[0, 0] == "t", rows[0, 1] == "t")
  }

  /// The step that undo would undo, or redo would do again; nil when there is none.
  func step(toUndo isUndo: Bool) throws -> Step? {
    try reconnecting {
      let rows = try connection.query(
        """
        SELECT number, name, edits, inverse FROM \(catalogue.schema).un_history
        WHERE kind = 'commit' AND author = session_user AND place = $1 AND undone = $2
        ORDER BY number \(isUndo ? "DESC" : "ASC") LIMIT 1
        """,
        [.text(ThisMachine.name), .text(isUndo ? "no" : "yes")]
      )
      guard let number = rows[0, 0].flatMap({ Int64($0) }), let name = rows[0, 1] else {
        return nil
      }
      func edits(_ column: Int) throws -> NetworkTransaction {
        do {
          return NetworkTransaction(
            name,
            try JSONDecoder().decode(
              [NetworkEdit].self,
              from: Data((rows[0, column] ?? "[]").utf8)
            )
          )
        } catch {
          throw StoreError(
            path: "\(address)",
            problems: [
              NetworkProblem(
                table: "un_history",
                row: "\(number)",
                message: DecodingExplanation.of(error)
              )
            ]
          )
        }
      }
      return Step(number: number, name: name, transaction: try edits(2), inverse: try edits(3))
    }
  }

  /// Who of the others has changed one of some features since a step; nil when nobody has.
  ///
  /// `places`: When given, only what has changed the geometry or the asset type of what lies there counts.
  /// - Returns: The last entry of such a change; nil when there is none.
  /// - Throws: What the server has to say.
  func changer(
    of features: [FeatureKey],
    at places: [Geometry]? = nil,
    since step: Int64
  ) throws -> HistoryEntry? {
    if features.isEmpty { return nil }
    var cells = LockCells(tolerance: catalogue.tolerance)
    for place in places ?? [] { cells.add(place) }
    return try reconnecting {
      let rows = try connection.query(
        """
        SELECT \(HistoryEntry.columns) FROM \(catalogue.schema).un_history AS h
        WHERE h.revision > $1 AND NOT (h.author = session_user AND h.place = $2)
          AND h.changed && \(catalogue.schema).un_keys($3::text::text[])
          AND ($4::boolean OR h.kind = 'foreign' OR h.changed && \(catalogue.schema).un_keys($5::text::text[]))
        ORDER BY h.revision DESC LIMIT 1
        """,
        [
          .integer(step), .text(ThisMachine.name),
          .words(features.map { Footprint.word($0, catalogue) }), .bool(places == nil),
          .words(Array(cells.changed)),
        ]
      )
      return HistoryEntry(rows, 0, from: 0)
    }
  }

  /// Who has changed last what a key names, whoever it was but for some commits.
  ///
  /// Steps that only associate a feature count when there is no other.
  func lastChange(of key: FeatureKey, besides commits: [GlobalID]) throws -> HistoryEntry? {
    var words = [Footprint.word(key, catalogue)]
    if case .globalID(let id) = key { words.append(Footprint.word(association: id)) }
    return try reconnecting {
      let rows = try connection.query(
        """
        SELECT \(HistoryEntry.columns) FROM \(catalogue.schema).un_history AS h
        WHERE h.changed && \(catalogue.schema).un_keys($1::text::text[]) AND h."commit" <> ALL ($2::text::uuid[])
        ORDER BY h.revision DESC LIMIT 20
        """,
        [.words(words), .words(commits.map { "\($0)" })]
      )
      let entries = (0..<rows.count).compactMap { HistoryEntry(rows, $0, from: 0) }
      return entries.first { $0.changes(key, catalogue) } ?? entries.first
    }
  }

  /// The steps of all, oldest first.
  func history() throws -> [HistoryStep] {
    try reconnecting {
      let rows = try connection.query(
        """
        SELECT revision, name, to_char(time, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), edits, undone, author, place FROM \(catalogue.schema).un_history AS h
        WHERE kind IN ('commit', 'foreign') ORDER BY revision
        """
      )
      return (0..<rows.count).map { row in
        let edits =
          (try? JSONDecoder().decode([NetworkEdit].self, from: Data((rows[row, 3] ?? "").utf8)))
        return HistoryStep(
          number: rows[row, 0].flatMap { Int64($0) } ?? 0,
          name: rows[row, 1] ?? "",
          time: rows[row, 2] ?? "",
          editCount: edits?.count ?? 1,
          isUndone: rows[row, 4] != "no",
          author: [rows[row, 5], rows[row, 6]].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: " on ")
        )
      }
    }
  }
}

extension Cell {
  /// An array of texts as PostgreSQL writes it.
  static func words(_ words: [String]) -> Cell {
    let items = words.map {
      "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    return .text("{\(items.joined(separator: ","))}")
  }
}

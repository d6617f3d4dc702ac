internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

extension SessionServer {
  enum Outcome {
    case written(Int64)
    /// Others have changed related objects, and their changes have to be taken over first.
    case outdated
    /// The same commit may be tried again at once.
    case tryAgain
    /// Another row has an inserted row id or global id.
    case taken(ServerError)
    /// An object that the session has not read has an inserted global id.
    case idInUse(UsedID)
    /// A row differs from the history.
    case unexplained(String)
  }

  struct Writing {
    let commit: NetworkCommit
    let id: GlobalID
    let kind: HistoryEntry.Kind
    /// Whether a query for taken global ids precedes the rows.
    let isAsking: Bool
    let rows: [RowStatements.RowChange]
    var failure: ServerError?
  }

  /// Begins to write a commit in one transaction, without waiting for the server.
  ///
  /// The identifier `id`, the same for each try, finds the commit when its answer is lost. `step` is the step that is
  /// undone or redone. `newIDs` are global ids that no other object may have, including those that the session has
  /// not read.
  func begin(
    _ commit: NetworkCommit,
    id: GlobalID,
    kind: HistoryEntry.Kind,
    step: Int64?,
    newIDs: Set<GlobalID> = []
  ) throws {
    let locks = CommitLocks(commit, catalogue)
    let rows = RowStatements(commit, catalogue).statements
    if connection.isLost { try reconnect() }
    let begin: [(sql: String, values: [ServerValue])] = [
      ("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", []),
      (
        """
        SELECT \(catalogue.schema).un_commit($1::uuid, $13::text::uuid, $2::text::pg_snapshot, $12::bigint, $3::bigint[], $4::text::text[],
          $5::text::text[], $6::text, $7::text, $8::text, $9::text, $10::text, $11::bigint)
        """,
        [
          .globalID(id), .text(known), .integers(ownRevisions), .words(locks.changed),
          .words(locks.seen), .text(kind.rawValue), .text(commit.transaction.name),
          .text(ThisMachine.name), .text(try sortedJSON(commit.transaction.edits)),
          .text(try sortedJSON(commit.inverse.edits)), step.map { .integer($0) } ?? .null,
          .integer(taken), .text(catalogue.network),
        ]
      ),
    ]
    let asking = newIDs.isEmpty ? [] : [taking(newIDs)]
    var writing = Writing(commit: commit, id: id, kind: kind, isAsking: !asking.isEmpty, rows: rows)
    do throws(ServerError) {
      try connection.prepareTogether(Self.ending)
      try connection.sendTogether(begin + asking + rows.map { ($0.sql, $0.values) })
    } catch {
      writing.failure = error
    }
    self.writing = writing
  }

  /// The statements that end the transaction and notify the others.
  ///
  /// The notification is a separate transaction: in the same one, all commits would wait for each other.
  static let ending = ["COMMIT", "SELECT pg_notify($1::text, $2::text)"]

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
      if writing.isAsking, answers.count > 2, let taken = Self.usedID(answers[2]) {
        _ = try? connection.run("ROLLBACK")
        return .idInUse(taken)
      }
      let first = writing.isAsking ? 3 : 2
      for (row, answer) in zip(writing.rows, answers.dropFirst(first)) where answer.changed != 1 {
        _ = try? connection.run("ROLLBACK")
        // The row was changed without an entry in the history.
        fallBehind()
        return .unexplained(row.row)
      }
      guard answers.count > 1, let revision = answers[1][0, 0].flatMap({ Int64($0) }) else {
        _ = try? connection.run("ROLLBACK")
        // The schema has another network now.
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

  func write(
    _ commit: NetworkCommit,
    id: GlobalID,
    kind: HistoryEntry.Kind,
    step: Int64?
  ) throws -> Outcome {
    try begin(commit, id: id, kind: kind, step: step)
    return try end()
  }

  func outcome(of error: ServerError, _ writing: Writing, isDoubtful: Bool) throws -> Outcome {
    if isLost(error) {
      guard isDoubtful else {
        try reconnect()
        return .tryAgain
      }
      // It may have been committed although the answer was lost.
      do {
        try reconnect()
        if let revision = try find(writing.id) {
          return done(writing.commit, revision, writing.kind)
        }
        return .tryAgain
      } catch {
        let message =
          "The connection was lost while \(writing.commit.transaction.name) was being written: \(error). When "
          + "the server answers again, the history shows whether the transaction was written."
        throw address.error(.cannotOpen, message)
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

  /// The revision of a commit; nil when the history does not have it, and will not get it.
  ///
  /// A process that still writes it has been terminated, and this waits for its end.
  func find(_ id: GlobalID) throws -> Int64? {
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

  /// The commit with an identifier; nil when the history does not have it, and will not get it.
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

  /// The commits with given identifiers that the history has now.
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

  func done(_ commit: NetworkCommit, _ revision: Int64, _ kind: HistoryEntry.Kind) -> Outcome {
    ownRevisions.append(revision)
    status.revision = self.revision
    noteRowIDs(of: commit)
    if kind == .commit {
      note(canUndo: true, canRedo: false)
    } else {
      // Failure is harmless: the next call looks again.
      try? findSteps()
    }
    return .written(revision)
  }

  func findSteps() throws {
    let rows = try connection.queryPrepared(
      """
      SELECT EXISTS (SELECT FROM \(catalogue.schema).un_history WHERE kind = 'commit' AND author = session_user
          AND place = $1 AND undone = 'no'),
        EXISTS (SELECT FROM \(catalogue.schema).un_history WHERE kind = 'commit' AND author = session_user
          AND place = $1 AND undone = 'yes')
      """,
      [.text(ThisMachine.name)]
    )
    note(canUndo: rows[0, 0] == "t", canRedo: rows[0, 1] == "t")
  }

  func note(canUndo: Bool, canRedo: Bool) {
    (status.canUndo, status.canRedo) = (canUndo, canRedo)
  }

  func step(toUndo isUndo: Bool) throws -> DecodedStep? {
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
      do {
        let (edits, inverse) = (rows[0, 2] ?? "[]", rows[0, 3] ?? "[]")
        return try DecodedStep(number: number, name: name, edits: edits, inverse: inverse)
      } catch {
        throw StoreError(
          path: "\(address)",
          table: "un_history",
          row: "\(number)",
          DecodingExplanation.of(error)
        )
      }
    }
  }

  /// The last change by others of some features since a step; nil when there is none.
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
          .words(features.map { CommitLocks.word($0, catalogue) }), .bool(places == nil),
          .words(Array(cells.changed)),
        ]
      )
      return HistoryEntry(rows, 0, from: 0)
    }
  }

  /// The last change of an object by commits other than `commits`.
  func lastChange(of key: FeatureKey, except commits: [GlobalID]) throws -> HistoryEntry? {
    var words = [CommitLocks.word(key, catalogue)]
    if case .globalID(let id) = key { words.append(CommitLocks.word(association: id)) }
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

  func history() throws -> [HistoryStep] {
    try reconnecting {
      let rows = try connection.query(
        """
        SELECT revision, name, to_char(time, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), edits, undone, author, place FROM \(catalogue.schema).un_history AS h
        WHERE kind IN ('commit', 'foreign') AND undone <> 'for good' ORDER BY revision
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

  /// The new entries of the history, oldest first, grouped by transaction; nil when some were deleted, so that the
  /// network must be read again.
  func takeEntries() throws -> [[HistoryEntry]]? {
    try reconnecting {
      if isBehind { return nil }
      // Later notifications lead to another look.
      _ = connection.notifications()
      let rows = try connection.queryPrepared(
        HistoryEntry.selection(in: catalogue.schema),
        [.text(known), .integers(ownRevisions), .integer(taken), .text(catalogue.network)]
      )
      if rows[0, 1] == "t" { return nil }
      known = rows[0, 0] ?? known
      var greatest = taken
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
        greatest = max(greatest, entry.revision)
      }
      take(upTo: greatest)
      let isOwn = pieces.joined().contains {
        $0.author.name == backend?.role && $0.author.place == ThisMachine.name
      }
      // The entries must not be lost because of an error here; the next call tries again.
      if isOwn { try? findSteps() }
      return pieces
    }
  }

  /// Whether the session has so many own commits since the last look that taking over changes is faster than skipping
  /// them at each commit.
  var isCrowded: Bool { ownRevisions.count >= 32 }

  /// Records that the last entries could not be taken over one by one.
  func fallBehind() { isBehind = true }
}

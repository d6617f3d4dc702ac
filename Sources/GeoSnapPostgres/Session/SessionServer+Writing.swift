internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

extension SessionServer {
  /// The result of writing a commit.
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
  ///
  /// - Throws: The server's error.
  func begin(
    _ commit: NetworkCommit,
    id: GlobalID,
    kind: HistoryEntry.Kind,
    step: Int64?,
    newIDs: Set<GlobalID> = []
  ) throws {
    let footprint = Footprint(commit, catalogue)
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
          .globalID(id), .text(known), .integers(ownRevisions), .words(footprint.changed),
          .words(footprint.seen), .text(kind.rawValue), .text(commit.transaction.name),
          .text(ThisMachine.name), .text(try sortedJSON(commit.transaction.edits)),
          .text(try sortedJSON(commit.inverse.edits)), step.map { .integer($0) } ?? .null,
          .integer(taken), .text(catalogue.network),
        ]
      ),
    ]
    let asking = newIDs.isEmpty ? [] : [taking(newIDs)]
    var writing = Writing(
      commit: commit,
      id: id,
      kind: kind,
      isAsking: !asking.isEmpty,
      rows: rows
    )
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
      if writing.isAsking, answers.count > 2, let taken = UsedID(answers[2]) {
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

  func outcome(
    of error: ServerError,
    _ writing: Writing,
    isDoubtful: Bool
  ) throws -> Outcome {
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
        throw StoreError(
          .cannotOpen,
          path: "\(address)",
          message:
            "The connection was lost while \(writing.commit.transaction.name) was being written: \(error). When "
            + "the server answers again, the history shows whether the transaction was written."
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

  func done(
    _ commit: NetworkCommit,
    _ revision: Int64,
    _ kind: HistoryEntry.Kind
  ) -> Outcome {
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
}

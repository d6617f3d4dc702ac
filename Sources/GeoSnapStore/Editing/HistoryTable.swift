internal import Foundation
internal import GRDB
package import GeoSnap

struct HistoryTable {
  let database: Database

  struct Position: Sendable {
    var exists = false
    /// The step to undo; 0 when there is none.
    var last: Int64 = 0
    var canRedo = false
    var revision: Int64 = 0
  }

  private static let table = Profile.history

  func position(exists: Bool) throws -> Position {
    guard exists else { return Position() }
    let revision = try Int64.fetchOne(database, sql: "SELECT max(REVISION) FROM \(Self.table)") ?? 0
    guard (0..<Int64.max / 2).contains(revision) else {
      throw Self.broken(
        nil,
        "REVISION \(revision) is not a count of steps: the history was changed by hand."
      )
    }
    return Position(
      exists: true,
      last: try Int64.fetchOne(
        database,
        sql: "SELECT max(OBJECTID) FROM \(Self.table) WHERE NOT UNDONE"
      ) ?? 0,
      canRedo: try Bool.fetchOne(
        database,
        sql: "SELECT count(*) > 0 FROM \(Self.table) WHERE UNDONE"
      ) ?? false,
      revision: revision
    )
  }

  private func create() throws {
    try GeoPackageMetadata(database: database, srsID: 0).create(Self.table)
  }

  /// Adds a step, and deletes undone steps and all but the newest `limit` steps.
  func add(
    _ commit: NetworkCommit,
    after position: Position,
    keeping limit: Int
  ) throws -> Position {
    guard !commit.transaction.edits.isEmpty else { return position }
    if !position.exists { try create() }
    if position.canRedo { try database.execute(sql: "DELETE FROM \(Self.table) WHERE UNDONE") }
    let revision = position.revision + 1
    try database.insert(
      Self.table,
      [
        nil, commit.transaction.name, Date().formatted(.iso8601),
        try sortedJSON(commit.transaction.edits), try sortedJSON(commit.inverse.edits), 0, revision,
      ]
    )
    let last = database.lastInsertedRowID
    // Ids are consecutive, unless another program has deleted steps.
    try database.execute(
      sql: "DELETE FROM \(Self.table) WHERE OBJECTID <= ?",
      arguments: [last - Int64(limit)]
    )
    return Position(exists: true, last: last, canRedo: false, revision: revision)
  }

  func stepToUndo(_ position: Position) throws -> DecodedStep? {
    guard position.last > 0 else { return nil }
    return try step("WHERE OBJECTID = \(position.last)")
  }

  func stepToRedo(_ position: Position) throws -> DecodedStep? {
    guard position.canRedo else { return nil }
    return try step("WHERE OBJECTID > \(position.last) ORDER BY OBJECTID LIMIT 1")
  }

  func note(_ step: DecodedStep, isUndone: Bool, at position: Position) throws -> Position {
    var position = position
    position.revision += 1
    try database.execute(
      sql: "UPDATE \(Self.table) SET UNDONE = ?, REVISION = ? WHERE OBJECTID = ?",
      arguments: [isUndone ? 1 : 0, position.revision, step.number]
    )
    if isUndone {
      position.canRedo = true
      position.last =
        try Int64.fetchOne(
          database,
          // In a copy of a database, undone steps of several users may lie between others.
          sql: """
            SELECT max(OBJECTID) FROM \(Self.table) WHERE OBJECTID < \(step.number) AND NOT UNDONE
            """
        ) ?? 0
    } else {
      position.last = step.number
      position.canRedo =
        try Bool.fetchOne(
          database,
          sql: "SELECT count(*) > 0 FROM \(Self.table) WHERE OBJECTID > \(step.number)"
        ) ?? false
    }
    return position
  }

  /// All steps in their stored form, oldest first.
  func raw() throws -> [StoredStep] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT OBJECTID, NAME, TIME, EDITS, INVERSE, UNDONE, REVISION FROM \(Self.table) ORDER BY OBJECTID
        """
    )
    return try rows.map { row in
      guard let number = row.integer(0), let name = row.text(1), let time = row.text(2),
        let edits = row.text(3), let inverse = row.text(4), let revision = row.integer(6)
      else { throw Self.broken(row.integer(0), "A cell holds another type of value.") }
      return StoredStep(
        number: number,
        name: name,
        time: time,
        edits: edits,
        inverse: inverse,
        isUndone: row.integer(5) == 1,
        revision: revision
      )
    }
  }

  func write(_ steps: [StoredStep]) throws {
    if steps.isEmpty { return }
    try create()
    for step in steps {
      try database.insert(
        Self.table,
        [
          step.number, step.name, step.time, step.edits, step.inverse, step.isUndone ? 1 : 0,
          step.revision,
        ]
      )
    }
  }

  func all() throws -> [HistoryStep] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT OBJECTID, NAME, TIME, EDITS, UNDONE, REVISION FROM \(Self.table) ORDER BY OBJECTID
        """
    )
    return try rows.map { row in
      guard let number = row.integer(0), let name = row.text(1), let edits = row.text(3) else {
        throw Self.broken(row.integer(0), "NAME or EDITS is not a text.")
      }
      return HistoryStep(
        number: number,
        name: name,
        time: row.text(2) ?? "",
        editCount: try Self.decode(edits, number).count,
        isUndone: row.integer(4) == 1
      )
    }
  }

  private func step(_ condition: String) throws -> DecodedStep? {
    guard
      let row = try Row.fetchOne(
        database,
        sql: "SELECT OBJECTID, NAME, EDITS, INVERSE FROM \(Self.table) \(condition)"
      )
    else { return nil }
    guard let number = row.integer(0), let name = row.text(1), let edits = row.text(2),
      let inverse = row.text(3)
    else { throw Self.broken(row.integer(0), "NAME, EDITS or INVERSE is not a text.") }
    do {
      return try DecodedStep(number: number, name: name, edits: edits, inverse: inverse)
    } catch {
      throw Self.broken(number, DecodingExplanation.of(error))
    }
  }

  // MARK: Edits as JSON

  private static func decode(_ text: String, _ number: Int64) throws -> [NetworkEdit] {
    do {
      return try JSONDecoder().decode([NetworkEdit].self, from: Data(text.utf8))
    } catch {
      throw broken(number, DecodingExplanation.of(error))
    }
  }

  private static func broken(_ number: Int64?, _ message: String) -> NetworkError {
    NetworkError([NetworkProblem(table: table, row: number.map { "\($0)" }, message: message)])
  }
}

/// One step in the history of a stored network.
public struct HistoryStep: Hashable, Sendable {
  /// The number of the step; later steps have greater numbers.
  public let number: Int64
  /// A description of the step for users.
  public let name: String
  /// The time of the commit in ISO 8601, UTC.
  public let time: String
  /// The number of single edits.
  public let editCount: Int
  /// Whether it was undone and can be redone.
  public let isUndone: Bool
  /// The user and machine that committed it; nil in a file, which does not record them.
  public let author: String?

  package init(
    number: Int64,
    name: String,
    time: String,
    editCount: Int,
    isUndone: Bool,
    author: String? = nil
  ) {
    (self.number, self.name, self.time, self.author) = (number, name, time, author)
    (self.editCount, self.isUndone) = (editCount, isUndone)
  }
}

/// A history step with decoded edits.
package struct DecodedStep {
  package let number: Int64
  package let name: String
  package let transaction: NetworkTransaction
  package let inverse: NetworkTransaction

  package init(number: Int64, name: String, edits: String, inverse: String) throws {
    func decode(_ text: String) throws -> NetworkTransaction {
      NetworkTransaction(name, try JSONDecoder().decode([NetworkEdit].self, from: Data(text.utf8)))
    }
    (self.number, self.name) = (number, name)
    transaction = try decode(edits)
    self.inverse = try decode(inverse)
  }

  package func replayed(on network: EditedNetwork, isUndo: Bool) throws -> NetworkCommit {
    try isUndo
      ? network.replaying(inverse, undoing: transaction)
      : network.replaying(transaction, undoing: inverse)
  }
}

/// A history step in its stored form, with edits as JSON.
package struct StoredStep: Equatable, Sendable {
  package let number: Int64
  package let name: String
  package let time: String
  package let edits: String
  package let inverse: String
  package let isUndone: Bool
  package let revision: Int64

  package init(
    number: Int64,
    name: String,
    time: String,
    edits: String,
    inverse: String,
    isUndone: Bool,
    revision: Int64
  ) {
    (self.number, self.name, self.time, self.revision) = (number, name, time, revision)
    (self.edits, self.inverse, self.isUndone) = (edits, inverse, isUndone)
  }
}

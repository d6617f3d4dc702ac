internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

extension SessionServer {
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

  func noteRowIDs(of commit: NetworkCommit) {
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
  func taken(_ ids: Set<GlobalID>) throws -> TakenID? {
    if ids.isEmpty { return nil }
    let question = taking(ids)
    return TakenID(try connection.queryPrepared(question.sql, question.values))
  }

  /// What asks so.
  func taking(_ ids: Set<GlobalID>) -> (sql: String, values: [ServerValue]) {
    let tables =
      catalogue.relations.map { ($0.name, $0.relation) } + [("un_associations", "un_associations")]
    let parts = tables.map { name, relation in
      "SELECT globalid::text, '\(name.literal)' FROM \(catalogue.schema).\(relation.quotedIdentifier) "
        + "WHERE globalid = ANY ($1::text::uuid[])"
    }
    return (
      parts.joined(separator: " UNION ALL ") + " LIMIT 1", [.words(ids.map { "\($0)" })]
    )
  }
}

/// A global id that something in the database has.
struct TakenID {
  let id: String
  let table: String

  /// What the database says of it; nil when nothing has one.
  init?(_ rows: Rows) {
    guard let id = rows[0, 0], let table = rows[0, 1] else { return nil }
    (self.id, self.table) = (id.uppercased(), table)
  }
}

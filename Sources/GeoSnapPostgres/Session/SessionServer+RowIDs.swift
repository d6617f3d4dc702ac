internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

extension SessionServer {
  /// The network with the row ids that are reserved for the session.
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
  ///
  /// If they are not, it reserves ids, and the commit has to be made again.
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
    throw StoreError(
      .inUse,
      path: "\(address)",
      message: "Other users are taking row ids of \(relation.name) at the same time: try again."
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

  /// Drops the reserved ids, because another client has used one of them.
  func dropRowIDs() { reserved = Array(repeating: nil, count: reserved.count) }

  /// One of some global ids that a row of the database already has; nil for none.
  func taken(_ ids: Set<GlobalID>) throws -> UsedID? {
    if ids.isEmpty { return nil }
    let question = taking(ids)
    return UsedID(try connection.queryPrepared(question.sql, question.values))
  }

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

extension UsedID {
  init?(_ rows: Rows) {
    guard let id = rows[0, 0], let table = rows[0, 1] else { return nil }
    self.init(id: id.uppercased(), table: table)
  }
}

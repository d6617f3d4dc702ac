package import GeoSnapStore

/// Identifies the state of a network, to detect later changes.
package enum NetworkStamp: Sendable {
  case file(GeoPackageFacts)
  case database(DatabaseStamp)
}

/// Identifies the state of a network in a database.
package struct DatabaseStamp: Sendable {
  /// The network's identifier, its cluster, the last deleted revision, and digests of tables without a history.
  fileprivate let besides: String
  /// The snapshot of the database's transactions.
  fileprivate let snapshot: String
}

/// The result of a look for changes of a network.
package enum NetworkLook: Sendable {
  /// The network is unchanged.
  case same
  /// The network has to be read. The stamp of this look detects later changes; it is nil for a file whose facts are
  /// unknown.
  case other(NetworkStamp?)
}

extension NetworkPlace {
  /// Looks for changes of the network since the look that returned `old`; nil for the first look.
  ///
  /// - Throws: ``StoreError`` when the database cannot be reached.
  package func look(since old: NetworkStamp? = nil) throws(StoreError) -> NetworkLook {
    switch self {
    case .file(let path):
      let facts = GeoPackageFacts.settled(path)
      if let facts, case .file(let known)? = old, known == facts { return .same }
      return .other(facts.map { .file($0) })
    case .database(let address):
      let known: DatabaseStamp? = if case .database(let stamp)? = old { stamp } else { nil }
      let (stamp, isSame) = try PostGIS.stamp(of: address, since: known)
      return isSame ? .same : .other(.database(stamp))
    }
  }
}

extension PostGIS {
  fileprivate static func stamp(
    of address: PostgresAddress,
    since old: DatabaseStamp?
  ) throws(StoreError) -> (stamp: DatabaseStamp, isSame: Bool) {
    try reading(address) { connection, catalogue in
      let schema = catalogue.schema
      // A commit that was running then is not in that snapshot, whatever its revision.
      let rows = try connection.query(
        """
        SELECT concat_ws('/', n.network, n.cluster, n.forgotten,
            (SELECT md5(string_agg(t::text, '' ORDER BY t.objectid)) FROM \(schema).un_trace_configurations AS t),
            (SELECT md5(string_agg(i::text, '' ORDER BY i.objectid)) FROM \(schema).un_import AS i)),
          pg_current_snapshot()::text,
          EXISTS (SELECT FROM \(schema).un_history AS h WHERE h.xid >= pg_snapshot_xmin(s.known)
            AND NOT pg_visible_in_snapshot(h.xid, s.known))
        FROM \(schema).un_network AS n,
          (SELECT coalesce($1::text::pg_snapshot, pg_current_snapshot()) AS known) AS s
        """,
        [old.map { .text($0.snapshot) } ?? .null]
      )
      let stamp = DatabaseStamp(besides: rows[0, 0] ?? "", snapshot: rows[0, 1] ?? "")
      return (stamp, old?.besides == stamp.besides && rows[0, 2] == "f")
    }
  }
}

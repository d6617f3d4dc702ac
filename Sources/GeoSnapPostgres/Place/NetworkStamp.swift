package import GeoSnapStore

/// What tells whether somebody has written to a network since it was read.
package enum NetworkStamp: Sendable {
  case file(GeoPackageFacts)
  case database(DatabaseStamp)
}

/// What tells of which state a network in a database is.
package struct DatabaseStamp: Sendable {
  /// The network's own identifier, its cluster, up to where its history is forgotten, and what is kept beside the
  /// network without a history.
  fileprivate let besides: String
  /// What the database had committed.
  fileprivate let snapshot: String
}

/// What a look at a network has found.
package enum NetworkLook: Sendable {
  /// Nobody has written to it since.
  case same
  /// It has to be read; what tells later whether somebody has written to it since this look, nil when nothing does.
  case other(NetworkStamp?)
}

extension NetworkPlace {
  /// Looks whether somebody has written to the network since it was read.
  ///
  /// - Parameter old: What was told when it was read last; nil when it was not.
  /// - Returns: Whether it has to be read anew.
  /// - Throws: ``StoreError`` when the database cannot be asked.
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
      // A commit that was under way then is not in that snapshot, whatever its revision.
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

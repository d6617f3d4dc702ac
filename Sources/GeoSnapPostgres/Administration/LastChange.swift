package import GeoSnap
package import GeoSnapStore

/// The last change of a feature or an association in the history of a network.
package struct LastChange: Hashable, Sendable {
  /// The database's role.
  package let author: String
  /// The machine of a session, or the application name of a program that used SQL; empty when it has none.
  package let place: String
  /// The time, in UTC.
  package let time: String
  /// The name of the transaction.
  package let name: String
  /// The revision of the change.
  package let revision: Int
  /// Whether it was made with SQL rather than by a session.
  package let isBySQL: Bool
}

extension LastChange: CustomStringConvertible {
  /// `anna on ws12 at 2026-03-01T12:00:00Z (Move valve 17)`, or `by SQL` in place of the name.
  package var description: String {
    let who = "\(Author(name: author, place: place, time: time))"
    return isBySQL ? "\(who) by SQL" : "\(who) (\(name))"
  }
}

extension PostGIS {
  /// The last changes of features and associations, by their global ids; those without a change in the history are
  /// left out.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen`.
  /// - Complexity: Linear in the history.
  package static func lastChanges(
    of ids: Set<GlobalID>,
    in address: PostgresAddress
  ) throws(StoreError) -> [GlobalID: LastChange] {
    if ids.isEmpty { return [:] }
    return try reading(address, readsAll: true) { connection, catalogue in
      let schema = catalogue.schema
      // Entries from another schema or a file have no lock keys; their edits name the changed objects.
      let rows = try connection.query(
        """
        WITH wanted AS (SELECT id, hashtextextended(kind || id, \(catalogue.script.seed)) AS key
            FROM unnest($1::text::text[]) AS id, unnest(ARRAY['feature/', 'association/']) AS kind),
          touched AS (
            SELECT w.id, h.revision FROM \(schema).un_history AS h, unnest(h.changed) AS k JOIN wanted AS w ON w.key = k
            UNION ALL SELECT w.id, h.revision FROM \(schema).un_history AS h,
              regexp_matches(lower(h.edits), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') AS m
              JOIN wanted AS w ON w.id = m[1]
            WHERE h.changed = '{}'),
          last AS (SELECT id, max(revision) AS revision FROM touched GROUP BY id)
        SELECT l.id, \(HistoryEntry.columns) FROM last AS l JOIN \(schema).un_history AS h ON h.revision = l.revision
        """,
        [.words(ids.map { "\($0)".lowercased() })]
      )
      var changes: [GlobalID: LastChange] = [:]
      for row in 0..<rows.count {
        guard let id = rows[row, 0].flatMap({ GlobalID($0) }),
          let entry = HistoryEntry(rows, row, from: 1)
        else { continue }
        changes[id] = LastChange(
          author: entry.author.name,
          place: entry.author.place,
          time: entry.author.time,
          name: entry.name,
          revision: Int(entry.revision),
          isBySQL: entry.kind == .foreign
        )
      }
      return changes
    }
  }
}

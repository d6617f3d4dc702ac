public import GeoSnap
public import GeoSnapStore

/// Who has changed something last, as the history of a network in a database says it.
public struct LastChange: Hashable, Sendable {
  /// The database's role.
  public let author: String
  /// The machine of a session, or what a program that has used SQL calls itself; empty where it does not.
  public let place: String
  /// The time, in UTC.
  public let time: String
  /// What was done: the name of the transaction.
  public let name: String
  /// The revision under which it is in the history.
  public let revision: Int
  /// Whether it was done with SQL, and not by a session.
  public let isBySQL: Bool
}

extension LastChange: CustomStringConvertible {
  /// `anna on ws12 at 2026-03-01T12:00:00Z (Move valve 17)`, with `by SQL` where it was.
  public var description: String {
    let who = "\(Author(name: author, place: place, time: time))"
    return isBySQL ? "\(who) by SQL" : "\(who) (\(name))"
  }
}

extension PostGIS {
  /// Who has changed features and associations last; what nobody has changed since the history begins is left out.
  ///
  /// - Parameters:
  ///   - ids: Global ids of features and associations.
  ///   - address: Where the network is.
  /// - Returns: The last change of each that the history knows.
  /// - Throws: ``StoreError`` with code `cannotOpen`.
  /// - Complexity: Linear in the history.
  public static func lastChanges(
    of ids: Set<GlobalID>,
    in address: PostgresAddress
  ) throws(StoreError) -> [GlobalID: LastChange] {
    if ids.isEmpty { return [:] }
    return try reading(address, readsAll: true) { connection, catalogue in
      let schema = catalogue.schema
      // What came from another schema or a file has no words that it was locked by; there the text of the edits names
      // what they touch.
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

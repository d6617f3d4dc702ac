internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

extension SessionServer {
  struct Step {
    let number: Int64
    let name: String
    let transaction: NetworkTransaction
    let inverse: NetworkTransaction
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

  /// The step to undo or redo; nil when there is none.
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
            table: "un_history",
            row: "\(number)",
            DecodingExplanation.of(error)
          )
        }
      }
      return Step(number: number, name: name, transaction: try edits(2), inverse: try edits(3))
    }
  }

  /// The last change by others of some features since a step; nil when there is none.
  ///
  /// With `places`, only changes of the geometry or the asset type at these places count.
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

  /// The last change of an object by commits other than `commits`.
  ///
  /// Changes that only associate a feature count when there is no other.
  func lastChange(of key: FeatureKey, except commits: [GlobalID]) throws -> HistoryEntry? {
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
}

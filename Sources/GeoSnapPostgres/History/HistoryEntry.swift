internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

/// One change in the history of a network, as a session takes it over.
struct HistoryEntry: Sendable {
  enum Kind: String, Sendable {
    case commit, undo, redo, foreign, definition
  }

  let revision: Int64
  let kind: Kind
  let name: String
  let author: Author
  let edits: String

  /// What selects the entries that a snapshot of the database does not see, oldest first, with the snapshot that does.
  ///
  /// Its parameters are that snapshot, the revisions that are known besides, the greatest revision that is known, and
  /// the network, in the place of which another one counts as forgotten.
  /// Columns are the new snapshot, whether some are forgotten, the number of the transaction, and ``columns``.
  static func selection(in schema: String) -> String {
    "SELECT * FROM \(schema).un_entries($1::text::pg_snapshot, $2::bigint[], $3::bigint, $4::text::uuid)"
  }

  /// The columns that ``init(_:_:_:)`` reads.
  static let columns =
    "h.revision, h.kind, h.name, h.author, h.place, "
    + "to_char(h.time, 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), h.edits"

  /// Reads a row of ``columns``, which begin at a column.
  init?(_ rows: Rows, _ row: Int, from column: Int) {
    guard let revision = rows[row, column].flatMap({ Int64($0) }),
      let kind = rows[row, column + 1].flatMap({ Kind(rawValue: $0) })
    else { return nil }
    self.revision = revision
    self.kind = kind
    name = rows[row, column + 2] ?? ""
    author = Author(
      name: rows[row, column + 3] ?? "",
      place: rows[row, column + 4] ?? "",
      time: rows[row, column + 5] ?? ""
    )
    edits = rows[row, column + 6] ?? "[]"
  }

  /// The edits of a session; nil when they cannot be read.
  var decoded: [NetworkEdit]? {
    try? JSONDecoder().decode([NetworkEdit].self, from: Data(edits.utf8))
  }

  /// What the entry does to a network that has taken over all before it; nil when that cannot be said edit by edit.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - catalogue: What the database says of it.
  ///   - edge: Where the network ends, when it is an extent: what lies beyond is left out.
  /// - Returns: The commit.
  func commit(
    on network: EditedNetwork,
    _ catalogue: Catalogue,
    within edge: NetworkEdge? = nil
  ) -> NetworkCommit? {
    var edits =
      switch kind {
      case .definition: nil as [NetworkEdit]?
      case .foreign: ForeignEdit(self.edits, catalogue)?.edits(of: network)
      case .commit, .undo, .redo: decoded
      }
    if let edge {
      edits = edits.flatMap { ExtentEdits(network, edge, catalogue.tolerance).edits($0) }
    }
    return edits.flatMap { try? network.replaying(NetworkTransaction(name, $0)) }
  }

  /// Edits as the history has them.
  static func encode(_ edits: [NetworkEdit]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(edits), as: UTF8.self)
  }
}

/// Who changed something, and when.
struct Author: Hashable, Sendable {
  /// The database's role.
  let name: String
  /// The machine, or the program.
  let place: String
  /// The time, in UTC.
  let time: String
}

extension Author: CustomStringConvertible {
  var description: String {
    "\(name)\(place.isEmpty ? "" : " on \(place)")\(time.isEmpty ? "" : " at \(time)")"
  }
}

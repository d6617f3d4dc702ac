internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

/// One change in the history of a network.
struct HistoryEntry: Sendable {
  enum Kind: String, Sendable {
    case commit, undo, redo, foreign, definition
  }

  let revision: Int64
  let kind: Kind
  let name: String
  let author: Author
  let edits: String

  /// The query for the entries that a snapshot of the database does not see, oldest first, with the new snapshot.
  ///
  /// Its parameters are that snapshot, the revisions that are also known, the greatest known revision, and the
  /// network; if another network has replaced it, entries count as deleted. Its columns are the new snapshot, whether
  /// entries were deleted, the number of the transaction, and ``columns``.
  static func selection(in schema: String) -> String {
    "SELECT * FROM \(schema).un_entries($1::text::pg_snapshot, $2::bigint[], $3::bigint, $4::text::uuid)"
  }

  /// The columns that ``init(_:_:from:)`` reads.
  static let columns =
    "h.revision, h.kind, h.name, h.author, h.place, "
    + "to_char(h.time, 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), h.edits"

  /// Reads a row of ``columns``, from a first column on.
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

  var decoded: [NetworkEdit]? {
    try? JSONDecoder().decode([NetworkEdit].self, from: Data(edits.utf8))
  }

  /// The commit of the entry on a network that has all earlier entries; nil when single edits cannot express it.
  ///
  /// With an `edge`, edits outside the extent are left out.
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
}

struct Author: Hashable, Sendable {
  let name: String
  let place: String
  let time: String
}

extension Author: CustomStringConvertible {
  var description: String {
    "\(name)\(place.isEmpty ? "" : " on \(place)")\(time.isEmpty ? "" : " at \(time)")"
  }
}

internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

extension SessionServer {
  /// The new entries of the history, oldest first, grouped by transaction; nil when some were deleted, so that the
  /// network must be read again.
  func takeEntries() throws -> [[HistoryEntry]]? {
    try reconnecting {
      if isBehind { return nil }
      // Later notifications lead to another look.
      _ = connection.notifications()
      let rows = try connection.queryPrepared(
        HistoryEntry.selection(in: catalogue.schema),
        [.text(known), .integers(ownRevisions), .integer(taken), .text(catalogue.network)]
      )
      if rows[0, 1] == "t" { return nil }
      known = rows[0, 0] ?? known
      var greatest = taken
      var pieces: [[HistoryEntry]] = []
      var last: String?
      for row in 0..<rows.count {
        guard let entry = HistoryEntry(rows, row, from: 3) else { continue }
        if rows[row, 2] == last {
          pieces[pieces.count - 1].append(entry)
        } else {
          pieces.append([entry])
        }
        last = rows[row, 2]
        greatest = max(greatest, entry.revision)
      }
      take(upTo: greatest)
      let isOwn = pieces.joined().contains {
        $0.author.name == backend?.role && $0.author.place == ThisMachine.name
      }
      // The entries must not be lost because of an error here; the next call tries again.
      if isOwn { try? findSteps() }
      return pieces
    }
  }

  /// Whether the session has so many own commits since the last look that taking over changes is faster than skipping
  /// them at each commit.
  var isCrowded: Bool { ownRevisions.count >= 32 }

  /// Records that the last entries could not be taken over one by one.
  func fallBehind() { isBehind = true }
}

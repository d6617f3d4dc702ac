internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

extension SessionServer {
  /// What has come to the history since it was asked last, oldest first: what one transaction did in one piece.
  ///
  /// - Returns: The entries; nil when some are forgotten, so that all must be read anew.
  func takeEntries() throws -> [[HistoryEntry]]? {
    try reconnecting {
      if isBehind { return nil }
      // What is told from here on is looked for again.
      _ = connection.notifications()
      let rows = try connection.queryPrepared(
        HistoryEntry.selection(in: catalogue.schema),
        [.text(known), .integers(besides), .integer(taken), .text(catalogue.network)]
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
      // Nothing depends on it: what was taken must not be lost for it.
      if isOwn { try? findSteps() }
      return pieces
    }
  }

  /// Whether each commit looks through so many of the session's own since, that it is quicker to ask what others did.
  var isCrowded: Bool { besides.count >= 32 }

  /// Notes that what was taken last could not be taken over entry by entry.
  func fallBehind() { isBehind = true }
}

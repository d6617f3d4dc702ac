internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  /// What was read of one piece of a table.
  private struct Piece: Sendable {
    var table: FeatureTable
    var problems = ProblemList()
  }

  /// Reads all rows of a table, many of them on two threads.
  mutating func read(_ rows: FeatureRows, into table: inout FeatureTable) throws {
    let keys = try rows.selection.keys(in: database)
    let estimate = takeRoom(for: keys, fieldCount: rows.fields.count)
    let empty = table
    table.reserveCapacity(estimate)
    guard let second else { return try rows.read(in: database, into: &table, &problems) }
    let pieces = KeyPieces(keys, rowCount: estimate)
    let shared = SharedPieces<Piece>(count: pieces.count)
    if pieces.count > 1 {
      second.submit { database in
        shared.helpFromBack { piece in
          var found = Piece(table: empty)
          found.table.reserveCapacity(KeyPieces.rowCount)
          let limits = pieces.limits(of: piece)
          try rows.read(limits, in: database, into: &found.table, &found.problems)
          return found
        }
      }
    }
    while let piece = shared.takeFirst() {
      try rows.read(pieces.limits(of: piece), in: database, into: &table, &problems)
    }
    for found in shared.foundFromBack {
      table.append(contentsOf: found.table)
      problems.append(found.problems)
    }
  }

  /// About how many rows a table has, by its keys; at most as many as the file has room for beside
  /// those that were expected of other tables.
  private mutating func takeRoom(for keys: ClosedRange<Int64>?, fieldCount: Int) -> Int {
    guard let keys else { return 0 }
    // A feature takes 64 bytes and more; with them goes memory for so many fields.
    let width = Int64(fieldCount + 4) * 16
    let (span, isTooMany) = keys.upperBound.subtractingReportingOverflow(keys.lowerBound)
    let count = min(isTooMany ? .max : span, room / width - 1) + 1
    room -= count * width
    return Int(count)
  }
}

internal import GRDB
package import GeoSnap

extension GeoPackageReader {
  private struct Piece: Sendable {
    var table: FeatureTable
    var problems = ProblemList()
  }

  /// Reads all rows of a table, on two threads if there are many.
  package mutating func read(_ rows: FeatureRows, into table: inout FeatureTable) throws {
    let keys = try rows.selection.keys(in: database)
    let estimate = takeRoom(
      for: try rows.selection.estimatedRowCount(of: keys, in: database),
      fieldCount: rows.fields.count
    )
    let empty = table
    table.reserveCapacity(estimate)
    guard let second else { return try rows.read(in: database, into: &table, &problems) }
    let pieces = KeyPieces(keys, rowCount: estimate)
    let shared = SharedPieces<Piece>(count: pieces.count)
    if pieces.count > 1 {
      second.submit { database in
        // Pieces have about as many rows as their neighbours.
        var expected = 0
        shared.helpFromBack { piece in
          var found = Piece(table: empty)
          found.table.reserveCapacity(expected)
          let limits = pieces.limits(of: piece)
          try rows.read(limits, in: database, into: &found.table, &found.problems)
          expected = found.table.count
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

  /// The number of rows, limited by the bytes of the file that are not yet assigned to other tables.
  private mutating func takeRoom(for rowCount: Int, fieldCount: Int) -> Int {
    // A feature takes at least 64 bytes, plus memory for its fields.
    let width = Int64(fieldCount + 4) * 16
    let count = min(Int64(rowCount), room / width)
    room -= count * width
    return Int(count)
  }
}

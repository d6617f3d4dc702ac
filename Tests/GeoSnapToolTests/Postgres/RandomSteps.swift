import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

extension RandomNetworkEdits {
  /// Edits a file, sometimes undoes and redoes, and repeats in a database what the file accepts;
  /// returns how many transactions were refused as they reach beyond the extent.
  mutating func commit(
    _ count: Int,
    to store: NetworkStore,
    and session: PostgresSession? = nil
  ) throws -> Int {
    var (refused, accepted) = (0, 0)
    // Steps that are there and were not there before: one that was brought in already must not be undone in the file.
    var fresh = 0
    for _ in 0..<count * 50 where accepted < count {
      if generator.oneIn(8), fresh > 0 {
        try store.undo()
        try session?.undo()
        fresh -= 1
        if generator.oneIn(2) {
          try store.redo()
          try session?.redo()
          fresh += 1
        }
      }
      guard let transaction = try? next(store.snapshot), !transaction.edits.isEmpty else {
        continue
      }
      do {
        guard try !store.commit(transaction).transaction.edits.isEmpty else { continue }
      } catch let error as TransactionError {
        if error.problems.contains(where: { $0.code == .beyondExtent }) { refused += 1 }
        continue
      }
      try session?.commit(transaction)
      accepted += 1
      fresh += 1
    }
    #expect(accepted == count)
    return refused
  }
}

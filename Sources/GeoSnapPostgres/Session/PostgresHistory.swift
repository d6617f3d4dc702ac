package import GeoSnap
package import GeoSnapStore

/// The whole history of a network, and the network of the same state, for programs that compare them.
package struct PostgresHistory: Sendable {
  package struct Entry: Sendable {
    package var revision: Int64 { entry.revision }
    /// `commit`, `undo`, `redo`, `foreign` or `definition`.
    package var kind: String { entry.kind.rawValue }
    package var name: String { entry.name }
    package var author: String { entry.author.name }
    /// The database's number of the transaction, whose entries all become visible at once.
    package let transaction: String
    fileprivate let entry: HistoryEntry
  }

  package let entries: [Entry]
  package let stored: StoredNetwork
  private let catalogue: Catalogue

  package init(_ address: PostgresAddress) throws(StoreError) {
    (entries, stored, catalogue) = try PostGIS.reading(address, readsAll: true) {
      connection,
      catalogue in
      let rows = try connection.query(
        "SELECT \(HistoryEntry.columns), h.xid FROM \(catalogue.schema).un_history AS h ORDER BY h.revision"
      )
      let entries = (0..<rows.count).compactMap { row in
        HistoryEntry(rows, row, from: 0).map { entry in
          Entry(transaction: rows[row, 7] ?? "", entry: entry)
        }
      }
      return (entries, try NetworkReader.read(connection, catalogue), catalogue)
    }
  }

  /// The effect of an entry on a network; nil when it cannot be read, or single edits cannot express it.
  package func transaction(of entry: Entry, on network: EditedNetwork) -> NetworkTransaction? {
    let edits =
      entry.entry.kind == .foreign
      ? ForeignEdit(entry.entry.edits, catalogue)?.edits(of: network) : entry.entry.decoded
    return edits.map { NetworkTransaction(entry.name, $0) }
  }
}

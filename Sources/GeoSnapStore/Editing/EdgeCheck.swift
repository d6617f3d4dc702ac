internal import GRDB
internal import GeoSnap

/// Refuses edits that what was not read may have to do with.
///
/// Everything that meets a feature which lies in the extent is there, so that what is known of such a feature is all
/// there is to know.
struct EdgeCheck: NetworkCommitCheck {
  let edge: NetworkEdge

  func problems(
    before: EditedNetwork,
    after: EditedNetwork,
    touched: [FeatureID]
  ) -> [TransactionProblem] {
    touched.compactMap { feature in
      if isSame(feature, before, after) { return nil }
      let wasEnclosed = !before.contains(feature) || edge.encloses(feature, in: before)
      let isEnclosed = !after.contains(feature) || edge.encloses(feature, in: after)
      if wasEnclosed && isEnclosed { return nil }
      let network = wasEnclosed ? after : before
      return TransactionProblem(
        .beyondExtent,
        features: [feature],
        "\(network.describe(feature)) "
          + (network.geometry(of: feature) == nil
            ? "has neither a place in the extent that was read nor an association with what is there: give it one."
            : "may be joined with what lies beyond the extent that was read: open more of the network to edit it, "
              + "or edit its attributes alone.")
      )
    }
  }

  /// Whether nothing but attributes is changed.
  private func isSame(
    _ feature: FeatureID,
    _ before: EditedNetwork,
    _ after: EditedNetwork
  ) -> Bool {
    before.contains(feature) && after.contains(feature)
      && before.geometry(of: feature) == after.geometry(of: feature)
      && before.assetTypeID(of: feature) == after.assetTypeID(of: feature)
      && before.associations(of: feature) == after.associations(of: feature)
  }
}

extension NetworkCommit {
  /// The global ids of features and associations that it has inserted.
  var insertedIDs: Set<GlobalID> {
    let features = touched.filter { !before.contains($0) }.compactMap { after.globalID(of: $0) }
    let associations = after.insertedAssociations.map(\.globalID)
      .filter { before.association(globalID: $0) == nil }
    return Set(features + associations)
  }
}

extension NetworkStore.Writer {
  /// A global id among some that a row of the file has, with its table; nil when none has.
  ///
  /// - Throws: `DatabaseError`.
  /// - Complexity: Linear in the number of rows.
  func taken(_ ids: Set<GlobalID>, in database: Database) throws -> (id: GlobalID, table: String)? {
    let columns =
      layouts.map { ($0.name, $0.globalID) }
      + [(associations.name, associations.column("GLOBALID"))]
    for case (let table, let column?) in columns {
      let cursor = try Row.fetchCursor(
        database,
        sql: "SELECT \(column.quotedIdentifier) FROM \(table.quotedIdentifier)"
      )
      let cells = RowCells(cursor._statement)
      while try cursor.next() != nil {
        if cells.kind(0) == .text, let id = cells.globalID(inText: 0), ids.contains(id) {
          return (id, table)
        }
      }
    }
    return nil
  }
}

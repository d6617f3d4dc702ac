internal import GRDB
package import GeoSnap

/// Refuses edits whose validity depends on features that were not read.
///
/// Everything that meets a feature inside the extent was read. Only chains of containers may lead out of the extent
/// and back into it.
package struct ExtentEdgeCheck: NetworkCommitCheck {
  let edge: ExtentEdge

  package static func checks(_ edge: ExtentEdge?) -> [any NetworkCommitCheck] {
    edge.map { [ExtentEdgeCheck(edge: $0)] } ?? []
  }

  package func problems(
    before: EditedNetwork,
    after: EditedNetwork,
    touched: [FeatureID]
  ) -> [TransactionProblem] {
    circles(before, after) + beyond(before, after, touched)
  }

  private func beyond(
    _ before: EditedNetwork,
    _ after: EditedNetwork,
    _ touched: [FeatureID]
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
            ? "has neither a place in the extent that was read nor an association with a feature there: give "
              + "the feature a place or an association there."
            : "may be connected to features beyond the extent that was read: read a larger extent to edit it, "
              + "or edit only its attributes.")
      )
    }
  }

  /// New containments that may close a cycle through features that were not read.
  private func circles(_ before: EditedNetwork, _ after: EditedNetwork) -> [TransactionProblem] {
    let cut = edge.associations.filter { $0.kind == .containment }
    // An association that reuses the global id of a deleted one counts as new if its ends differ.
    let new = after.insertedAssociations.filter { association in
      guard association.kind == .containment else { return false }
      let known = before.association(globalID: association.globalID)
      return known?.kind != .containment || known?.from != association.from
        || known?.to != association.to
    }
    if cut.isEmpty || new.isEmpty { return [] }
    let leadingOut = Set(cut.map(\.from.globalID))
    let leadingIn = Set(cut.map(\.to.globalID))
    return new.compactMap { association in
      guard
        let container = after.feature(globalID: association.from.globalID),
        let content = after.feature(globalID: association.to.globalID),
        leads(
          from: content,
          to: leadingOut,
          in: after,
          over: { ($0.from.globalID, $0.to.globalID) }
        ),
        leads(
          from: container,
          to: leadingIn,
          in: after,
          over: { ($0.to.globalID, $0.from.globalID) }
        )
      else { return nil }
      return TransactionProblem(
        .beyondExtent,
        features: [container, content],
        "\(after.describe(content)) may already contain \(after.describe(container)), through features that "
          + "were not read. Read a larger extent to associate the two."
      )
    }
  }

  /// Whether containments lead from a feature to one of `ends`, or it is one of them.
  private func leads(
    from feature: FeatureID,
    to ends: Set<GlobalID>,
    in network: EditedNetwork,
    over step: (GeoSnap.Association) -> (here: GlobalID, there: GlobalID)
  ) -> Bool {
    var seen: Set<FeatureID> = [feature]
    var found = [feature]
    while let next = found.popLast() {
      guard let id = network.globalID(of: next) else { continue }
      if ends.contains(id) { return true }
      for association in network.associations(of: next, kind: .containment) {
        let (here, there) = step(association)
        guard here == id, let other = network.feature(globalID: there) else { continue }
        if seen.insert(other).inserted { found.append(other) }
      }
    }
    return false
  }

  /// Whether at most attributes are changed.
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
  /// The global ids of inserted features and associations.
  package var insertedIDs: Set<GlobalID> {
    let features = touched.filter { !before.contains($0) }.compactMap { after.globalID(of: $0) }
    let associations = after.insertedAssociations.map(\.globalID)
      .filter { before.association(globalID: $0) == nil }
    return Set(features + associations)
  }

  /// The changed features in an order in which rows can be written: deletions, updates, insertions.
  package var changes: [FeatureChange] {
    let changes = touched.map {
      FeatureChange(id: $0, before: before.present($0), after: after.present($0))
    }
    return changes.filter { $0.before != nil && $0.after == nil }
      + changes.filter { $0.before != nil && $0.after != nil && $0.before != $0.after }
      + changes.filter { $0.before == nil && $0.after != nil }
  }
}

/// A global id that a row has already.
package typealias UsedID = (id: String, table: String)

extension TransactionError {
  /// The refusal of a commit that inserts a global id again.
  package init(_ commit: NetworkCommit, _ taken: UsedID) {
    self.init(
      commit.transaction.name,
      [TransactionProblem(.globalIDInUse, "Global id \(taken.id) is in use, in \(taken.table).")]
    )
  }
}

extension NetworkStore.Writer {
  func taken(_ ids: Set<GlobalID>, in database: Database) throws -> UsedID? {
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
          return ("\(id)", table)
        }
      }
    }
    return nil
  }
}

/// What a commit does to one feature: nil before an insertion, and after a deletion.
package struct FeatureChange {
  package let id: FeatureID
  package let before: Feature?
  package let after: Feature?
}

extension EditedNetwork {
  /// A feature in this network; nil when it was deleted, or does not exist yet.
  package func present(_ id: FeatureID) -> Feature? {
    Int(id.row) < rowCount(table: Int(id.table)) ? feature(id) : nil
  }
}

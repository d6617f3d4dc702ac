package import GeoSnap

/// What a commit does to one feature: nil before an insertion, and after a deletion.
package struct FeatureChange {
  package let id: FeatureID
  package let before: Feature?
  package let after: Feature?
}

extension NetworkCommit {
  /// The changed features in an order in which rows can be written: deletions, updates, insertions.
  ///
  /// Deletions come first, since insertions may reuse their row ids.
  package var changes: [FeatureChange] {
    let changes = touched.map {
      FeatureChange(id: $0, before: before.present($0), after: after.present($0))
    }
    return changes.filter { $0.before != nil && $0.after == nil }
      + changes.filter { $0.before != nil && $0.after != nil && $0.before != $0.after }
      + changes.filter { $0.before == nil && $0.after != nil }
  }
}

extension EditedNetwork {
  /// A feature in this network; nil when it was deleted, or does not exist yet.
  package func present(_ id: FeatureID) -> Feature? {
    Int(id.row) < rowCount(table: Int(id.table)) ? feature(id) : nil
  }
}

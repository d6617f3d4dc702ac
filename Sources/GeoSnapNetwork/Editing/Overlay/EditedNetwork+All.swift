internal import GeoSnapSupport

extension EditedNetwork {
  /// Calls `body` for every feature, in the order of tables and rows.
  public func forEachFeature<Thrown: Error>(
    _ body: (FeatureID) throws(Thrown) -> Void
  ) throws(Thrown) {
    for table in base.tables.indices {
      for row in 0..<rowCount(table: table) {
        let feature = FeatureID(table: table, row: row)
        if box == nil || !isDeleted(feature) { try body(feature) }
      }
    }
  }

  /// The features of a table, in the order of rows.
  public func features(table: Int) -> [FeatureID] {
    var features: [FeatureID] = []
    features.reserveCapacity(featureCount(table: table))
    for row in 0..<rowCount(table: table) {
      let feature = FeatureID(table: table, row: row)
      if box == nil || !isDeleted(feature) { features.append(feature) }
    }
    return features
  }

  /// The inserted, updated and deleted features, including those inserted and then deleted, by table and row.
  ///
  /// - Complexity: O(k log k) for k of them.
  public var changedFeatures: [FeatureID] {
    (box?.edits.rows.keys ?? []).inOrder
  }

  /// The associations, in the order of the base's list, inserted ones last, in linear time.
  public var associations: AssociationColumn {
    guard hasChangedAssociations else { return base.associations }
    let kept = base.associations.indices.lazy.compactMap { association(at: Int32($0)) }
    var associations = AssociationColumn(kept)
    for association in insertedAssociations { associations.append(association) }
    return associations
  }

  /// The associations that the ``base`` does not have, older ones first, including those deleted and inserted again.
  ///
  /// - Complexity: O(k log k) for k changed ones.
  public var insertedAssociations: [Association] {
    changedPositions.filter { Int($0) >= base.associations.count }
      .compactMap { association(at: $0) }
  }

  /// The deleted associations of the ``base``, in its order.
  ///
  /// - Complexity: O(k log k) for k changed ones.
  public var deletedAssociations: [Association] {
    changedPositions.filter { Int($0) < base.associations.count }
      .map { base.associations[Int($0)] }
  }

  private var hasChangedAssociations: Bool { box.map { !$0.edits.associations.isEmpty } ?? false }

  private var changedPositions: [Int32] {
    (box?.edits.associations.keys ?? []).ordered(by: <)
  }
}

extension [FeatureID] {
  var inOrder: [FeatureID] {
    ordered { $0.table == $1.table ? $0.row < $1.row : $0.table < $1.table }
  }
}

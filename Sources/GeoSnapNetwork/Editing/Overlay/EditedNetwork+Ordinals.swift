extension EditedNetwork {
  /// The feature's number among all features that were ever there: that of the ``base``, whatever is
  /// edited; features that are inserted have numbers behind.
  ///
  /// It is the number under which indexes and topologies of this network know the feature. It depends
  /// on table and row alone, so that all snapshots agree; not every number has a feature.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func ordinal(of feature: FeatureID) -> Int32 {
    packed.ordinal(of: feature)
  }

  /// Ordinals of features are below it.
  package var ordinalLimit: Int {
    let tables = base.tables.indices
    let added = tables.map { rowCount(table: $0) - base.tables[$0].count }.max() ?? 0
    return base.featureCount + added * tables.count
  }

  /// The feature that has an ordinal.
  ///
  /// - Complexity: O(log t) for t tables.
  @inlinable
  public func feature(ordinal: Int32) -> FeatureID {
    if ordinal < packed.featureCount { return packed.network.feature(ordinal: ordinal) }
    let firsts = packed.network.firstOrdinals
    let tableCount = firsts.count - 1
    let beyond = ordinal - firsts[tableCount]
    let table = Int(beyond) % tableCount
    let row = Int(beyond) / tableCount + Int(firsts[table + 1] - firsts[table])
    return FeatureID(table: table, row: row)
  }
}

extension EditingBase {
  /// The number that a feature has in all states of the network.
  @inlinable
  func ordinal(of feature: FeatureID) -> Int32 {
    let firsts = network.firstOrdinals
    let table = Int(feature.table)
    let tableCount = firsts.count - 1
    // An identifier of another network has a number that says nothing.
    guard table >= 0, table < tableCount else { return -1 }
    let first = firsts[table]
    let beyond = feature.row &- (firsts[table + 1] - first)
    if beyond < 0 { return first &+ feature.row }
    // Rows that edits add take turns, table by table.
    return firsts[tableCount] &+ beyond &* Int32(tableCount) &+ feature.table
  }
}

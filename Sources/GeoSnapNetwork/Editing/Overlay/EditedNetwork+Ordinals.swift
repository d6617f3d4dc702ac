extension EditedNetwork {
  /// The feature's number among all features that ever existed, in O(1).
  ///
  /// Features of the ``base`` keep their number in it; inserted features have later numbers. Indices and topologies
  /// use this number. It depends only on table and row, so that all snapshots agree; not every number has a feature.
  @inlinable
  public func ordinal(of feature: FeatureID) -> Int32 {
    packed.ordinal(of: feature)
  }

  /// An upper bound of the ordinals of features, exclusive.
  package var ordinalLimit: Int {
    let tables = base.tables.indices
    let added = tables.map { rowCount(table: $0) - base.tables[$0].count }.max() ?? 0
    return base.featureCount + added * tables.count
  }

  /// The feature with an ordinal, in O(log t) for t tables.
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
  /// The number of a feature in all states of the network.
  @inlinable
  func ordinal(of feature: FeatureID) -> Int32 {
    let firsts = network.firstOrdinals
    let table = Int(feature.table)
    let tableCount = firsts.count - 1
    // An identifier of another network has an undefined number.
    guard table >= 0, table < tableCount else { return -1 }
    let first = firsts[table]
    let beyond = feature.row &- (firsts[table + 1] - first)
    if beyond < 0 { return first &+ feature.row }
    // Added rows alternate between the tables.
    return firsts[tableCount] &+ beyond &* Int32(tableCount) &+ feature.table
  }
}

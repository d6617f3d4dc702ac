internal import GeoSnapSupport

extension EditedNetwork {
  /// Packs the network again, without an overlay, in linear time.
  ///
  /// Rows are in the order of their ids if those of the base are. Identifiers change in tables with deleted rows.
  public func rebased() -> UtilityNetwork { packedAnew().network }

  /// Works as ``rebased()``, and also returns the identifiers that features have in this network.
  package func packedAnew() -> RepackedNetwork {
    var isChanged = base.tables.indices.map { featureCount(table: $0) != rowCount(table: $0) }
    for feature in changedFeatures { isChanged[Int(feature.table)] = true }
    let originals = base.tables.indices.map { isChanged[$0] ? packedOrder(table: $0) : nil }
    let tables = base.tables.enumerated().map { number, table in
      originals[number].map { packed(table, $0) } ?? table
    }
    do {
      var problems: [NetworkProblem] = []
      let network = try UtilityNetwork(
        definition: definition,
        srid: srid,
        tables: tables,
        associations: associations,
        rules: rules,
        besides: setAside,
        toleratesAssetTypes: true,
        settingAside: &problems
      )
      // Features of unknown asset type stay as they were.
      if problems.allSatisfy(\.isAboutAssetType) {
        return RepackedNetwork(network: network, originals: originals)
      }
      throw NetworkError(problems)
    } catch {
      preconditionFailure("What was checked edit by edit is consistent: \(error)")
    }
  }

  private func packedOrder(table: Int) -> [FeatureID] {
    let features = features(table: table)
    guard packed.rows(table: table).isAscending else { return features }
    return features.ordered { rowID(of: $0) ?? 0 < rowID(of: $1) ?? 0 }
  }

  private func packed(_ old: FeatureTable, _ features: [FeatureID]) -> FeatureTable {
    var table = old.emptied
    for feature in features {
      if let value = self.feature(feature) { table.append(value) }
    }
    return table
  }
}

internal import GeoSnapSupport

extension EditedNetwork {
  /// The same network without an overlay: all packed anew.
  ///
  /// Rows stand in the order of their ids where those of the base do. Identifiers of features change
  /// where rows were deleted.
  ///
  /// - Complexity: Linear in the size of the network.
  public func rebased() -> UtilityNetwork { packedAnew().network }

  /// As ``rebased()``, with the identifiers that features have here.
  ///
  /// - Complexity: Linear in the size of the network.
  package func packedAnew() -> PackedAnew {
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
      // Those of unknown asset type are as they were.
      if problems.allSatisfy(\.isAboutAssetType) {
        return PackedAnew(network: network, originals: originals)
      }
      throw NetworkError(problems)
    } catch {
      preconditionFailure("What was checked edit by edit is consistent: \(error)")
    }
  }

  /// The features of a table in the order in which it is packed.
  private func packedOrder(table: Int) -> [FeatureID] {
    let features = features(table: table)
    guard packed.rows(table: table).isAscending else { return features }
    return features.ordered { rowID(of: $0) ?? 0 < rowID(of: $1) ?? 0 }
  }

  private func packed(_ old: FeatureTable, _ features: [FeatureID]) -> FeatureTable {
    var table = FeatureTable(
      name: old.name,
      sourceID: old.sourceID,
      geometryType: old.geometryType,
      fields: old.fields
    )
    for feature in features {
      if let value = self.feature(feature) { table.append(value) }
    }
    return table
  }
}

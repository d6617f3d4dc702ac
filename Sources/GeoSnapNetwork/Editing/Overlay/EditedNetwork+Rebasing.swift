internal import GeoSnapSupport

extension EditedNetwork {
  /// The same network without an overlay: all packed anew.
  ///
  /// Rows stand in the order of their ids where those of the base do. Identifiers of features change
  /// where rows were deleted.
  ///
  /// - Complexity: Linear in the size of the network.
  public func rebased() -> UtilityNetwork {
    var isChanged = base.tables.indices.map { featureCount(table: $0) != rowCount(table: $0) }
    for feature in changedFeatures { isChanged[Int(feature.table)] = true }
    do {
      var problems: [NetworkProblem] = []
      let network = try UtilityNetwork(
        definition: definition,
        srid: srid,
        tables: base.tables.indices.map { isChanged[$0] ? packedTable($0) : base.tables[$0] },
        associations: associations,
        rules: rules,
        besides: setAside,
        toleratesAssetTypes: true,
        settingAside: &problems
      )
      // Those of unknown asset type are as they were.
      if problems.allSatisfy(\.isAboutAssetType) { return network }
      throw NetworkError(problems)
    } catch {
      preconditionFailure("What was checked edit by edit is consistent: \(error)")
    }
  }

  private func packedTable(_ index: Int) -> FeatureTable {
    let old = base.tables[index]
    var table = FeatureTable(
      name: old.name,
      sourceID: old.sourceID,
      geometryType: old.geometryType,
      fields: old.fields
    )
    var features = features(table: index)
    if packed.lookups.rows[index].isAscending {
      features = features.ordered { rowID(of: $0) ?? 0 < rowID(of: $1) ?? 0 }
    }
    for feature in features {
      if let value = self.feature(feature) { table.append(value) }
    }
    return table
  }
}

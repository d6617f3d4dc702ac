extension ValidationRun {
  /// Turns the problems that were tolerated or set aside at opening into errors, with the existing features.
  mutating func checkTolerated(_ positions: Range<Int>) {
    for problem in subject.tolerated[positions] {
      guard let code = problem.code else { continue }
      let feature = problem.globalID.flatMap { subject.network.feature(globalID: $0) }
      let isAssociation = problem.table == "un_associations"
      if let feature, !isAssociation { marks.damaged.insert(feature) }
      let association = isAssociation ? problem.row.flatMap { GlobalID($0) } : nil
      add(
        code,
        [feature].compactMap(\.self),
        at: feature.flatMap(subject.place),
        association: association,
        fix: fix(code, problem, feature, association),
        isByMessage: !isAssociation || feature == nil,
        "\(problem)"
      )
    }
  }

  private func fix(
    _ code: NetworkErrorCode,
    _ problem: NetworkProblem,
    _ feature: FeatureID?,
    _ association: GlobalID?
  ) -> NetworkFix {
    switch code {
    case .associatedFeatureSetAside:
      if let row = setAsideRow(of: problem) {
        return .correctRow(table: row.table, row: row.row, column: row.column)
      }
    case .missingAssociatedFeature, .noConnectivityRule, .noContainmentRule, .noAttachmentRule:
      if let association { return .deleteAssociation(association) }
    case .unknownAssetGroup, .invalidAssetType:
      if let feature { return .chooseAssetType(of: feature, among: assetTypes(like: feature)) }
    default:
      if let association { return .correctAssociation(association) }
    }
    return .correctRow(table: problem.table, row: problem.row, column: problem.column)
  }

  /// The problem of the row of the feature that an association refers to.
  private func setAsideRow(of problem: NetworkProblem) -> NetworkProblem? {
    let named = problem.message.split(separator: " ").lazy.compactMap { GlobalID(String($0)) }.first
    return named.flatMap { subject.setAsideFeatures[$0] }
  }

  /// Finds features of unknown asset group or type that no tolerated problem reports.
  mutating func checkAssetTypes(of ordinals: Range<Int>) {
    let network = subject.network
    network.forEachTable(of: ordinals) { index, table, rows in
      guard let sourceID = table.sourceID,
        let source = network.definition.sources.first(where: { $0.sourceID == sourceID }),
        source.usage != .subnetLine
      else { return }
      let first = Int(network.firstOrdinals[index])
      for row in rows where network.assetTypeOrdinals[first + row] < 0 {
        let feature = FeatureID(table: index, row: row)
        if subject.marks.damaged.contains(feature) { continue }
        let (group, type) = (Int(table.assetGroups[row]), Int(table.assetTypes[row]))
        let known = source.assetGroup(code: group)
        add(
          known == nil ? .unknownAssetGroup : .invalidAssetType,
          [feature],
          at: subject.place(feature),
          fix: .chooseAssetType(of: feature, among: assetTypes(like: feature)),
          known.map {
            "\(name(feature)): asset group \($0.name) has no asset type \(type)."
          }
            ?? "\(name(feature)): \(table.name) has no asset group \(group)."
        )
      }
    }
  }

  /// The asset types of a feature's group, or of its source when the group is unknown.
  private func assetTypes(like feature: FeatureID) -> [AssetTypeID] {
    let table = subject.network.tables[Int(feature.table)]
    let group = Int(table.assetGroups[Int(feature.row)])
    let ofSource = subject.network.catalog.entries.map(\.id).filter {
      $0.sourceID == table.sourceID
    }
    let ofGroup = ofSource.filter { $0.assetGroup == group }
    return ofGroup.isEmpty ? ofSource : ofGroup
  }
}

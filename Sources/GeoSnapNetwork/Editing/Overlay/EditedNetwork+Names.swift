extension EditedNetwork {
  /// What people call a feature, such as `M 17`: the value of its table's ``FeatureTable/nameField``.
  ///
  /// - Returns: nil where there is no such field, or no value in it, and for a feature that is no more.
  public func name(of feature: FeatureID) -> String? {
    base.tables[Int(feature.table)].nameField
      .flatMap { attribute($0, of: feature) }.flatMap(\.text)
  }

  /// A feature in words, such as `Plastic Main / PE 110, M 17 (PipelineLine, pipe/12)`.
  ///
  /// The asset type comes first, then the name; between brackets the table, and the origin, else the global id,
  /// else the row.
  public func describe(_ feature: FeatureID) -> String {
    let table = base.tables[Int(feature.table)].name
    guard contains(feature) else { return "a feature of \(table) that is no more" }
    let type = assetType(of: feature).map { "\($0.group.name) / \($0.type.name)" }
    let words = [type, name(of: feature)].compactMap(\.self)
    let row = rowID(of: feature).map { "row \($0)" }
    let place = [table, origin(of: feature) ?? globalID(of: feature)?.description ?? row]
      .compactMap(\.self).joined(separator: ", ")
    return words.isEmpty ? place : "\(words.joined(separator: ", ")) (\(place))"
  }

  /// The features of an asset type, in the order of rows.
  ///
  /// - Complexity: Linear in the rows of its table.
  public func features(ofAssetType assetType: AssetTypeID) -> [FeatureID] {
    guard let table = table(sourceID: assetType.sourceID), let ordinal = catalog.ordinal(assetType)
    else { return [] }
    return features(table: table).filter { assetTypeOrdinal(of: $0) == ordinal }
  }

  /// The features that have a value in a field, table by table, in the order of rows.
  ///
  /// ```swift
  /// network.features(where: "DIAMETER") { $0 == .integer(110) }
  /// ```
  ///
  /// - Parameters:
  ///   - field: The name of the field, compared without case; tables without it have none.
  ///   - matches: Whether a value is meant.
  /// - Returns: The features.
  /// - Complexity: Linear in the rows of the tables with the field.
  public func features(
    where field: String,
    _ matches: (AttributeValue) -> Bool
  ) -> [FeatureID] {
    base.tables.indices.flatMap { table -> [FeatureID] in
      guard let number = base.tables[table].field(named: field) else { return [] }
      return features(table: table).filter { attribute(number, of: $0).map(matches) ?? false }
    }
  }
}

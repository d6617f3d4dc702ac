/// The value of a field, with the name of its code.
public struct NamedValue: Hashable, Sendable {
  /// The name of the field.
  public let field: String
  /// The value.
  public let value: AttributeValue
  /// The name of a coded value, such as `Open` for 1; nil for other values.
  public let codedName: String?
}

extension NamedValue: CustomStringConvertible {
  /// The value as `geosnap` prints it, such as `Open (1)`: numbers to seven digits, empty for no value.
  public var description: String {
    if case .blob(let bytes) = value { return Words.count(bytes.count, "byte") }
    if case .real(let number) = value { return Words.number(number) }
    let text = value.text ?? ""
    return codedName.map { "\($0) (\(text))" } ?? text
  }
}

extension NetworkReading {
  /// The value of a field; nil when the table has no such field or the feature is deleted.
  ///
  /// ```swift
  /// network[feature, "NAME"]  // -> .text("M 17")
  /// ```
  ///
  /// The field's name is compared without case if there is no exact match.
  public subscript(feature: FeatureID, field: String) -> AttributeValue? {
    guard contains(feature) else { return nil }
    return base.tables[Int(feature.table)].field(named: field)
      .flatMap { attribute($0, of: feature) }
  }

  /// The name of the coded value in a field, such as `Open` for 1.
  ///
  /// - Returns: nil when no network attribute with a domain reads the field, or the domain does not have the value.
  /// - Complexity: Linear in the number of network attributes and of codes.
  public func codedName(of field: String, of feature: FeatureID) -> String? {
    guard case .integer(let code) = self[feature, field] else { return nil }
    return base.definition.domain(of: field, sourceID: base.tables[Int(feature.table)].sourceID)?
      .name(of: code)
  }

  /// All values of a feature, in the order of fields, coded values with their names; empty for a deleted feature.
  public func attributes(of feature: FeatureID) -> [NamedValue] {
    guard contains(feature) else { return [] }
    return base.tables[Int(feature.table)].fields.enumerated().compactMap { position, field in
      attribute(position, of: feature).map {
        NamedValue(field: field.name, value: $0, codedName: codedName(of: field.name, of: feature))
      }
    }
  }

  /// The name of a feature, such as `M 17`, from ``UtilityNetwork/nameField(table:)``; nil without a value.
  public func name(of feature: FeatureID) -> String? {
    base.nameField(table: Int(feature.table))
      .flatMap { attribute($0, of: feature) }.flatMap(\.text)
  }

  /// The features of an asset type, in the order of rows, in time linear in the rows of its table.
  public func features(ofAssetType assetType: AssetTypeID) -> [FeatureID] {
    guard let table = base.table(sourceID: assetType.sourceID) else { return [] }
    return features(table: table).filter { assetTypeID(of: $0) == assetType }
  }

  /// The features with matching values in a field, table by table, in the order of rows.
  ///
  /// ```swift
  /// network.features(where: "DIAMETER") { $0 == .integer(110) }
  /// ```
  ///
  /// The field's name is compared without case; tables without it are skipped.
  ///
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

  /// The feature at the end of an association opposite to `feature`.
  ///
  /// - Returns: nil when the association is not one of the feature, or the opposite feature does not exist.
  public func feature(across association: Association, from feature: FeatureID) -> FeatureID? {
    globalID(of: feature).flatMap { association.end(across: $0) }
      .flatMap { self.feature(globalID: $0.globalID) }
  }
}

extension NetworkDefinition {
  /// The domain of the network attribute that is read from a field of a source; nil when there is none.
  func domain(of field: String, sourceID: Int?) -> CodedValueDomain? {
    let attribute = networkAttributes.first { attribute in
      attribute.domainName != nil
        && attribute.assignments.contains {
          $0.sourceID == sourceID && $0.fieldName.isSpelled(like: field)
        }
    }
    return attribute.flatMap { domain(of: $0) }
  }
}

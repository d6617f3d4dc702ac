/// The value that a feature has in a field, with what people call it.
public struct NamedValue: Hashable, Sendable {
  /// The name of the field.
  public let field: String
  /// The value.
  public let value: AttributeValue
  /// What people call the value, such as `Open` for 1; nil where it is no coded value.
  public let codedName: String?
}

extension NamedValue: CustomStringConvertible {
  /// The value as the command prints it, such as `Open (1)`, a number to seven digits; empty for none.
  public var description: String {
    if case .blob(let bytes) = value { return Words.count(bytes.count, "byte") }
    if case .real(let number) = value { return Words.number(number) }
    let text = value.text ?? ""
    return codedName.map { "\($0) (\(text))" } ?? text
  }
}

extension NetworkReading {
  /// The value that a feature has in a field; nil when its table has no such field, or the feature is no
  /// more.
  ///
  /// ```swift
  /// network[feature, "NAME"]  // -> .text("M 17")
  /// ```
  ///
  /// - Parameters:
  ///   - feature: A feature that was ever there.
  ///   - field: The name of a field, compared without case where none is spelt exactly so.
  /// - Complexity: Linear in the number of fields of the table.
  public subscript(feature: FeatureID, field: String) -> AttributeValue? {
    guard contains(feature) else { return nil }
    return base.tables[Int(feature.table)].field(named: field)
      .flatMap { attribute($0, of: feature) }
  }

  /// What people call the value that a feature has in a field, such as `Open` for 1.
  ///
  /// - Returns: nil when no network attribute with a domain is read from the field, when the value is no
  ///   code, and when the domain has no such code.
  /// - Complexity: Linear in the number of network attributes and of codes.
  public func codedName(of field: String, of feature: FeatureID) -> String? {
    guard case .integer(let code) = self[feature, field] else { return nil }
    return base.definition.domain(of: field, sourceID: base.tables[Int(feature.table)].sourceID)?
      .name(of: code)
  }

  /// All values of a feature, in the order of fields, coded values with their names.
  ///
  /// - Returns: None for a feature that is no more.
  public func attributes(of feature: FeatureID) -> [NamedValue] {
    guard contains(feature) else { return [] }
    return base.tables[Int(feature.table)].fields.enumerated().compactMap { position, field in
      attribute(position, of: feature).map {
        NamedValue(field: field.name, value: $0, codedName: codedName(of: field.name, of: feature))
      }
    }
  }

  /// What people call a feature, such as `M 17`: the value of its table's
  /// ``UtilityNetwork/nameField(table:)``.
  ///
  /// - Returns: nil where there is no such field, or no value in it, and for a feature that is no more.
  public func name(of feature: FeatureID) -> String? {
    base.nameField(table: Int(feature.table))
      .flatMap { attribute($0, of: feature) }.flatMap(\.text)
  }

  /// The features of an asset type, in the order of rows.
  ///
  /// - Complexity: Linear in the rows of its table.
  public func features(ofAssetType assetType: AssetTypeID) -> [FeatureID] {
    guard let table = base.table(sourceID: assetType.sourceID) else { return [] }
    return features(table: table).filter { assetTypeID(of: $0) == assetType }
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

  /// The feature at the other end of an association.
  ///
  /// - Parameters:
  ///   - association: An association of the network.
  ///   - feature: The feature that one looks from.
  /// - Returns: nil when the association is not of the feature, or the other end is not there.
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

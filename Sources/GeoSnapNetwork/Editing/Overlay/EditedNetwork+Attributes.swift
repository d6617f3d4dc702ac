extension EditedNetwork {
  /// The value that a feature has in a field; nil when its table has no such field, or the feature is no
  /// more.
  ///
  /// - Parameters:
  ///   - feature: A feature that was ever there.
  ///   - field: The name of a field, compared without case where none is spelt exactly so.
  public subscript(feature: FeatureID, field: String) -> AttributeValue? {
    attribute(field, of: feature)
  }

  /// What people call the value that a feature has in a field, such as `Open` for 1.
  ///
  /// - Returns: nil when no network attribute with a domain is read from the field, when the value is no
  ///   code, and when the domain has no such code.
  public func codedName(of field: String, of feature: FeatureID) -> String? {
    guard case .integer(let code) = self[feature, field] else { return nil }
    return definition.domain(of: field, sourceID: base.tables[Int(feature.table)].sourceID)?
      .name(of: code)
  }
}

extension UtilityNetwork {
  /// The value that a feature has in a field; nil when its table has no such field.
  ///
  /// ```swift
  /// network[feature, "NAME"]  // -> .text("M 17")
  /// ```
  ///
  /// - Parameters:
  ///   - feature: A feature of this network.
  ///   - field: The name of a field, compared without case where none is spelt exactly so.
  /// - Complexity: Linear in the number of fields of the table.
  public subscript(feature: FeatureID, field: String) -> AttributeValue? {
    let table = tables[Int(feature.table)]
    return table.field(named: field).map { table.attributes[$0][Int(feature.row)] }
  }

  /// What people call the value that a feature has in a field, such as `Open` for 1.
  ///
  /// - Returns: nil when no network attribute with a domain is read from the field, when the value is no
  ///   code, and when the domain has no such code.
  /// - Complexity: Linear in the number of network attributes and of codes.
  public func codedName(of field: String, of feature: FeatureID) -> String? {
    guard case .integer(let code) = self[feature, field] else { return nil }
    return definition.domain(of: field, sourceID: tables[Int(feature.table)].sourceID)?
      .name(of: code)
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

extension UtilityNetwork {
  /// The position of the field with the features' names in a table; nil without such a field or table.
  ///
  /// The field is ``NetworkSource/displayField`` if the table has it, or else `NAME`, `LABEL` or `ID`, in any case.
  public func nameField(table: Int) -> Int? {
    guard tables.indices.contains(table) else { return nil }
    let table = tables[table]
    let named = table.sourceID.flatMap { id in
      definition.domainNetworks.lazy.flatMap(\.sources).first { $0.sourceID == id }?.displayField
    }
    return ([named].compactMap(\.self) + ["NAME", "LABEL", "ID"]).lazy
      .compactMap { table.field(named: $0) }.first
  }
}

extension AttributeValue {
  /// The value as text; nil for null, an empty text and bytes.
  public var text: String? {
    switch self {
    case .text(let text): text.isEmpty ? nil : text
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .null, .blob: nil
    }
  }
}

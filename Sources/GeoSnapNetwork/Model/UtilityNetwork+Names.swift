extension UtilityNetwork {
  /// The field that people know the features of a table by.
  ///
  /// It is the source's ``NetworkSource/displayField`` where the definition names one that the table has, else
  /// `NAME`, else `LABEL`, else `ID`. Names are compared without case.
  ///
  /// - Parameter table: The table, as its place in ``tables``.
  /// - Returns: The field's place in the table; nil when there is none, or no such table.
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
  /// The value as people write it; nil for no value, an empty text, and bytes.
  public var text: String? {
    switch self {
    case .text(let text): text.isEmpty ? nil : text
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .null, .blob: nil
    }
  }
}

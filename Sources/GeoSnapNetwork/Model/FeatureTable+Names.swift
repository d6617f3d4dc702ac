extension FeatureTable {
  /// The field that people know the features by: `NAME`, else `LABEL`, else `ID`; nil when there is none.
  ///
  /// Names are compared without case.
  public var nameField: Int? {
    ["NAME", "LABEL", "ID"].lazy.compactMap { field(named: $0) }.first
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

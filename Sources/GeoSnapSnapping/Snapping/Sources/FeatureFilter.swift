/// A definition expression: a condition of the features that a layer shows.
///
/// Names of fields are compared without case; `ASSETGROUP`, `ASSETTYPE` and `ORIGIN` are also fields. As in SQL, a
/// comparison with a missing value is unknown: neither it nor its negation holds.
public indirect enum FeatureFilter: Equatable, Sendable {
  /// A comparison of a field with a value.
  case compare(field: String, Comparison, AttributeValue)
  /// A field without a value.
  case isNull(field: String)
  /// All of the filters hold.
  case all([FeatureFilter])
  /// Any of the filters holds.
  case any([FeatureFilter])
  /// The negation of a filter.
  case not(FeatureFilter)

  /// The comparison of a field.
  public enum Comparison: Equatable, Sendable {
    /// Equal.
    case equal
    /// Not equal.
    case notEqual
    /// Less.
    case less
    /// Less or equal.
    case lessOrEqual
    /// Greater.
    case greater
    /// Greater or equal.
    case greaterOrEqual
  }

  /// Whether the feature in a row of a table is shown.
  ///
  /// False also for an unknown result: a missing value, an unknown field, or values of kinds that cannot be compared.
  package func holds(for row: Int, of table: FeatureTable) -> Bool {
    outcome { $0.value(of: row, in: table) } == true
  }

  /// Whether a feature of a table with these fields is shown.
  func holds(for feature: Feature, fields: [AttributeField]) -> Bool {
    outcome { $0.value(of: feature, fields) } == true
  }

  /// True, false, or nil for unknown, in the three-valued logic of SQL.
  private func outcome(_ value: (FieldName) -> AttributeValue?) -> Bool? {
    switch self {
    case .compare(let field, let comparison, let other):
      guard let one = value(FieldName(field)) else { return nil }
      return comparison.outcome(one, other)
    case .isNull(let field):
      guard let one = value(FieldName(field)) else { return nil }
      return one == .null
    case .all(let filters): return Self.outcome(of: filters, unlessOne: false, value)
    case .any(let filters): return Self.outcome(of: filters, unlessOne: true, value)
    case .not(let filter): return filter.outcome(value).map { !$0 }
    }
  }

  /// The deciding outcome if a filter has it, or else nil if one is unknown, or else the opposite.
  private static func outcome(
    of filters: [FeatureFilter],
    unlessOne deciding: Bool,
    _ value: (FieldName) -> AttributeValue?
  ) -> Bool? {
    var result: Bool? = !deciding
    for filter in filters {
      let outcome = filter.outcome(value)
      if outcome == deciding { return deciding }
      if outcome == nil { result = nil }
    }
    return result
  }

  private struct FieldName {
    let name: String

    init(_ name: String) { self.name = name.uppercased() }

    func value(of row: Int, in table: FeatureTable) -> AttributeValue? {
      switch name {
      case "ASSETGROUP": return .integer(Int64(table.assetGroups[row]))
      case "ASSETTYPE": return .integer(Int64(table.assetTypes[row]))
      case "ORIGIN": return table.origins[row].map { .text($0) } ?? .null
      default:
        guard let field = table.fields.firstIndex(where: { $0.name.uppercased() == name }) else {
          return nil
        }
        return table.attributes[field][row]
      }
    }

    func value(of feature: Feature, _ fields: [AttributeField]) -> AttributeValue? {
      switch name {
      case "ASSETGROUP": return .integer(Int64(feature.assetGroup))
      case "ASSETTYPE": return .integer(Int64(feature.assetType))
      case "ORIGIN": return feature.origin.map { .text($0) } ?? .null
      default:
        return fields.firstIndex { $0.name.uppercased() == name }.map { feature.attributes[$0] }
      }
    }
  }
}

extension FeatureFilter.Comparison {
  /// True, false, or nil when one is missing or they cannot be compared.
  fileprivate func outcome(_ one: AttributeValue, _ other: AttributeValue) -> Bool? {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): return holds(one, other)
    case (.real(let one), .real(let other)): return holds(one, other)
    case (.integer(let one), .real(let other)): return holds(Double(one), other)
    case (.real(let one), .integer(let other)): return holds(one, Double(other))
    case (.text(let one), .text(let other)): return holds(one, other)
    default: return nil
    }
  }

  private func holds<Value: Comparable>(_ one: Value, _ other: Value) -> Bool {
    switch self {
    case .equal: one == other
    case .notEqual: one != other
    case .less: one < other
    case .lessOrEqual: one <= other
    case .greater: one > other
    case .greaterOrEqual: one >= other
    }
  }
}

/// A definition expression: which features of a table a layer shows.
///
/// Fields are named as the table names them, without regard to case; `ASSETGROUP`, `ASSETTYPE` and
/// `ORIGIN` may be asked for too. As in SQL, a comparison with a missing value is unknown: neither
/// it nor its negation holds.
public indirect enum FeatureFilter: Equatable, Sendable {
  /// A field compared with a value.
  case compare(field: String, Comparison, AttributeValue)
  /// A field without a value.
  case isNull(field: String)
  /// All of several.
  case all([FeatureFilter])
  /// Any of several.
  case any([FeatureFilter])
  /// What another refuses.
  case not(FeatureFilter)

  /// How a field is compared.
  public enum Comparison: Equatable, Sendable {
    /// The same.
    case equal
    /// Not the same.
    case notEqual
    /// Below.
    case less
    /// Below or the same.
    case lessOrEqual
    /// Above.
    case greater
    /// Above or the same.
    case greaterOrEqual
  }

  /// Whether a feature is shown.
  ///
  /// - Parameters:
  ///   - row: The row of the feature.
  ///   - table: Its table.
  /// - Returns: False as well when the outcome is unknown: a missing value, a field that the table
  ///   has not, values of kinds that cannot be compared.
  public func holds(for row: Int, of table: FeatureTable) -> Bool {
    outcome { $0.value(of: row, in: table) } == true
  }

  /// Whether a feature that is a value of its own is shown; `fields` are those of its table.
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
    case .all(let filters):
      var result: Bool? = true
      for filter in filters {
        switch filter.outcome(value) {
        case false: return false
        case nil: result = nil
        case true: break
        }
      }
      return result
    case .any(let filters):
      var result: Bool? = false
      for filter in filters {
        switch filter.outcome(value) {
        case true: return true
        case nil: result = nil
        case false: break
        }
      }
      return result
    case .not(let filter): return filter.outcome(value).map { !$0 }
    }
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

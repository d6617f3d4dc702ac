/// A condition in the form of services: one comparison, and how it combines with the next.
struct TraceConditionRow: TraceRow {
  static let keys = [
    "name", "type", "operator", "value", "combineUsingOr", "isSpecificValue",
  ]
  private static let categoryType = "category"
  private static let attributeType = "networkAttribute"

  var comparison: TraceCondition
  var combinesUsingOr = false

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    let name = try container.decode(String.self, forKey: "name")
    let type = try container.decodeIfPresent(String.self, forKey: "type")
    let test: TraceConditionOperator = try container.choice("operator", prefix: "esriTO")
    combinesUsingOr = try container.flag("combineUsingOr")
    let isSpecific = try container.value("isSpecificValue", otherwise: true)
    switch type ?? (name == "Category" ? Self.categoryType : Self.attributeType) {
    case Self.categoryType:
      let category = try container.decode(String.self, forKey: "value")
      switch test {
      case .equal: comparison = .hasCategory(category)
      case .notEqual: comparison = .lacksCategory(category)
      default:
        throw container.wrong("operator", "A category can only be compared with equal or notEqual.")
      }
    case Self.attributeType where isSpecific:
      comparison = .attribute(name, test, try container.decode(TraceValue.self, forKey: "value"))
    case Self.attributeType:
      comparison = .attributes(name, test, try container.decode(String.self, forKey: "value"))
    default:
      throw container.wrong(
        "type",
        "'\(type ?? "")' is neither networkAttribute nor category."
      )
    }
  }

  private init(_ comparison: TraceCondition) { self.comparison = comparison }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    @inline(never) func encode(
      _ name: String,
      _ type: String,
      _ test: TraceConditionOperator,
      _ isSpecific: Bool = true
    ) throws {
      try container.encode(name, forKey: "name")
      try container.encode(type, forKey: "type")
      try container.encode(test, forKey: "operator")
      try container.encode(combinesUsingOr, forKey: "combineUsingOr")
      try container.encode(isSpecific, forKey: "isSpecificValue")
    }
    switch comparison {
    case .attribute(let name, let test, let value):
      try encode(name, Self.attributeType, test)
      try container.encode(value, forKey: "value")
    case .attributes(let name, let test, let other):
      try encode(name, Self.attributeType, test, false)
      try container.encode(other, forKey: "value")
    case .hasCategory(let category):
      try encode("Category", Self.categoryType, .equal)
      try container.encode(category, forKey: "value")
    case .lacksCategory(let category):
      try encode("Category", Self.categoryType, .notEqual)
      try container.encode(category, forKey: "value")
    case .and, .or:
      preconditionFailure("A row holds a single comparison")
    }
  }
}

extension TraceConditionRow {
  /// The limit of the rows of one condition: an AND of many ORs multiplies them.
  private static let rowLimit = 10_000

  static func condition(_ rows: [TraceConditionRow]) -> TraceCondition? {
    guard !rows.isEmpty else { return nil }
    var groups: [[TraceCondition]] = [[]]
    for row in rows {
      groups[groups.count - 1].append(row.comparison)
      if row.combinesUsingOr { groups.append([]) }
    }
    // The last row combines with nothing.
    if groups.last?.isEmpty == true { groups.removeLast() }
    let parts = groups.map { $0.count == 1 ? $0[0] : .and($0) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  /// The rows of a condition; none for nil.
  ///
  /// - Throws: `EncodingError` for a condition that rows cannot express.
  static func rows(
    of condition: TraceCondition?,
    codingPath: [any CodingKey]
  ) throws -> [TraceConditionRow] {
    guard let condition else { return [] }
    let groups = try groups(of: condition) { message in
      EncodingError.invalidValue(
        condition,
        EncodingError.Context(codingPath: codingPath, debugDescription: message)
      )
    }
    var rows: [TraceConditionRow] = []
    for (number, group) in groups.enumerated() {
      rows += group.map(TraceConditionRow.init)
      rows[rows.count - 1].combinesUsingOr = number + 1 < groups.count
    }
    return rows
  }

  /// An equivalent OR of non-empty AND-groups, at least one.
  private static func groups(
    of condition: TraceCondition,
    _ failure: (String) -> EncodingError
  ) throws -> [[TraceCondition]] {
    switch condition {
    case .or(let parts):
      guard !parts.isEmpty else {
        throw failure("A condition that never holds cannot be written as a list.")
      }
      var groups: [[TraceCondition]] = []
      for part in parts { groups += try self.groups(of: part, failure) }
      return groups
    case .and(let parts):
      guard !parts.isEmpty else {
        throw failure("A condition that always holds cannot be written as a list.")
      }
      var product: [[TraceCondition]] = [[]]
      for part in parts {
        let factor = try groups(of: part, failure)
        let rowCount =
          product.count * factor.reduce(0) { $0 + $1.count }
          + factor.count * product.reduce(0) { $0 + $1.count }
        guard rowCount <= rowLimit else {
          throw failure("As a list, the condition would need more than \(rowLimit) rows.")
        }
        var groups: [[TraceCondition]] = []
        for group in product {
          for other in factor { groups.append(group + other) }
        }
        product = groups
      }
      return product
    default: return [[condition]]
    }
  }
}

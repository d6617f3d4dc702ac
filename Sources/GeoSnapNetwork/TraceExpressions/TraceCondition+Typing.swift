// For forms in which users choose an attribute, an operator and a value.

extension NetworkDefinition {
  /// The names of an attribute's coded values for a user's choice, in the order of its domain; nil for free numbers.
  public func choices(of attribute: NetworkAttribute) -> [String]? {
    domain(of: attribute).flatMap { $0.codedValues.isEmpty ? nil : $0.codedValues.map(\.name) }
  }

  /// The operators that suit an attribute: those of bits for integers only.
  public func operators(for attribute: NetworkAttribute) -> [TraceConditionOperator] {
    TraceConditionOperator.allCases.filter { objection(to: $0, of: attribute) == nil }
  }
}

extension TraceConditionOperator {
  /// The operator in words for a user's choice, such as `Greater than or equal`.
  public var title: String {
    switch self {
    case .equal: "Equal"
    case .notEqual: "Not equal"
    case .greaterThan: "Greater than"
    case .greaterThanEqual: "Greater than or equal"
    case .lessThan: "Less than"
    case .lessThanEqual: "Less than or equal"
    case .includesTheValues: "Includes the values"
    case .doesNotIncludeTheValues: "Does not include the values"
    case .includesAny: "Includes any"
    case .doesNotIncludeAny: "Does not include any"
    }
  }
}

extension TraceCondition {
  /// A comparison with a value that a user types.
  ///
  /// ```swift
  /// try TraceCondition(status, .equal, typed: "Open", in: definition)
  /// ```
  ///
  /// The `text` is a coded value's name, without case, or a value of the attribute's type; outer spaces are ignored.
  ///
  /// - Throws: ``TraceExpressionError`` with the valid values, also for an operator that does not suit the attribute.
  public init(
    _ attribute: NetworkAttribute,
    _ test: TraceConditionOperator,
    typed text: String,
    in definition: NetworkDefinition
  ) throws(TraceExpressionError) {
    let typed = TraceValue.text(text.trimmingSpaces)
    if let objection = definition.objection(to: typed, of: attribute, by: test) {
      throw TraceExpressionError(
        column: 1,
        message: objection.message,
        validNames: objection.valid
      )
    }
    let value = definition.typed(typed, attribute, definition.domain(of: attribute)) ?? typed
    self = .attribute(attribute.name, test, value)
  }
}

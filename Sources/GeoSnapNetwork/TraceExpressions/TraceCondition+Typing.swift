// What a form offers that lets people put a condition together: attribute, operator, value.

extension NetworkDefinition {
  /// The names that people choose a value of an attribute from, in the order of its domain; nil where a
  /// number is typed.
  public func choices(of attribute: NetworkAttribute) -> [String]? {
    domain(of: attribute).flatMap { $0.codedValues.isEmpty ? nil : $0.codedValues.map(\.name) }
  }

  /// The operators by which an attribute can be compared: those of bits for whole numbers only.
  public func operators(for attribute: NetworkAttribute) -> [TraceConditionOperator] {
    TraceConditionOperator.allCases.filter { objection(to: $0, of: attribute) == nil }
  }
}

extension TraceConditionOperator {
  /// The operator in words for people to choose, such as `Greater than or equal`.
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
  /// A comparison with a value as people type it.
  ///
  /// ```swift
  /// try TraceCondition(status, .equal, typed: "Open", in: definition)
  /// ```
  ///
  /// - Parameters:
  ///   - attribute: The attribute.
  ///   - test: How the two are compared.
  ///   - text: The name of a coded value, compared without case, or a value of the attribute's data type.
  ///     Spaces at its ends do not count.
  ///   - definition: Which coded values there are.
  /// - Throws: ``TraceExpressionError`` that says what the attribute takes, with the coded values there are;
  ///   also for bits of what is no whole number.
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

extension TraceCondition {
  /// The condition in the language of expressions, which ``init(parsing:in:)`` reads.
  ///
  /// The text is one line, with quotes around names that have characters other than letters, digits and `_`. Coded
  /// values have the names in the `definition`; without it they are codes.
  public func expression(in definition: NetworkDefinition? = nil) -> String {
    switch self {
    case .attribute(let name, let test, let value):
      "\(Self.quoted(name)) \(test.symbol) \(Self.text(of: value, of: name, in: definition))"
    case .attributes(let name, let test, let other):
      "\(Self.quoted(name)) \(test.symbol) [\(Self.quoted(other))]"
    case .hasCategory(let name): "category = \(Self.quoted(name, always: true))"
    case .lacksCategory(let name): "category != \(Self.quoted(name, always: true))"
    case .and(let parts): Self.joined(parts, by: " and ", in: definition)
    case .or(let parts): Self.joined(parts, by: " or ", in: definition)
    }
  }

  /// Nested lists are in parentheses, to be read unchanged and without knowledge of precedence.
  private static func joined(
    _ parts: [TraceCondition],
    by word: String,
    in definition: NetworkDefinition?
  ) -> String {
    parts.map { part in
      let text = part.expression(in: definition)
      switch part {
      case .and(let inner) where inner.count != 1 && word == " or ": return text
      case .and, .or: return "(\(text))"
      default: return text
      }
    }.joined(separator: word)
  }

  private static func text(
    of value: TraceValue,
    of attribute: String,
    in definition: NetworkDefinition?
  ) -> String {
    if let code = value.integer, let definition,
      let known = definition.networkAttribute(named: attribute),
      let coded = definition.domain(of: known), let name = coded.name(of: code),
      coded.code(named: name) == code
    {
      return quoted(name)
    }
    return switch value {
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .text(let text): value.number == nil ? quoted(text, always: true) : text
    }
  }

  private static let keywords = [
    "and", "or", "not", "includes", "any", "none", "category", "true", "false",
  ]

  static func quoted(_ name: String, always: Bool = false) -> String {
    let isPlain =
      !name.isEmpty && name.allSatisfy(\.isWordPart) && !keywords.contains(name.lowercased())
      && name.first.map { !$0.isNumber } ?? false
    if isPlain && !always { return name }
    let doubled = name.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "''")
    return "'\(doubled)'"
  }
}

extension TraceCondition: CustomStringConvertible {
  /// The condition in the language of expressions, with values as codes.
  public var description: String { expression() }
}

extension TraceConditionOperator {
  /// The operator in expressions, such as `>=` or `not includes`.
  public var symbol: String {
    switch self {
    case .equal: "="
    case .notEqual: "!="
    case .greaterThan: ">"
    case .greaterThanEqual: ">="
    case .lessThan: "<"
    case .lessThanEqual: "<="
    case .includesTheValues: "includes"
    case .doesNotIncludeTheValues: "not includes"
    case .includesAny: "includes any"
    case .doesNotIncludeAny: "includes none"
    }
  }
}

extension TraceCondition {
  /// Reads a condition such as `'Device Status' = Open or category = 'E:Ground'`.
  ///
  /// The grammar: `expr = and {'or' and}`, `and = unit {'and' unit}`, `unit = '(' expr ')' | name op value |
  /// 'category' ('=' | '!=') string`, `op = '=' | '!=' | '>' | '>=' | '<' | '<=' | 'includes' | 'not includes' |
  /// 'includes any' | 'includes none'`, `value = number | true | false | string | codedName | '[' name ']'`. A name
  /// in brackets is another attribute. Keywords and names are compared without case. Names with characters other than
  /// letters, digits or `_` are quoted by `'` or `"`, which is doubled within.
  ///
  /// Names of coded values become codes, so that the condition does not need a domain.
  ///
  /// - Throws: ``TraceExpressionError`` with the column and the valid names.
  public init(
    parsing expression: String,
    in definition: NetworkDefinition
  ) throws(TraceExpressionError) {
    var parser = try TraceExpressionParser(expression, definition)
    self = try parser.condition()
    try parser.end(expecting: "'and', 'or'")
  }

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
    if case .text(let text) = value, value.number == nil { return quoted(text, always: true) }
    return value.written
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
      throw TraceExpressionError(column: 1, message: objection.message, validNames: objection.valid)
    }
    let value = definition.typed(typed, attribute, definition.domain(of: attribute)) ?? typed
    self = .attribute(attribute.name, test, value)
  }
}

extension TraceCondition: CustomStringConvertible {
  /// The condition in the language of expressions, with values as codes.
  public var description: String { expression() }
}

extension TraceConditionOperator {
  /// The operator in expressions, such as `>=` or `not includes`.
  package var symbol: String { words.symbol }

  /// The operator in words for a user's choice, such as `Greater than or equal`.
  public var title: String { words.title }

  private var words: (symbol: String, title: String) {
    switch self {
    case .equal: ("=", "Equal")
    case .notEqual: ("!=", "Not equal")
    case .greaterThan: (">", "Greater than")
    case .greaterThanEqual: (">=", "Greater than or equal")
    case .lessThan: ("<", "Less than")
    case .lessThanEqual: ("<=", "Less than or equal")
    case .includesTheValues: ("includes", "Includes the values")
    case .doesNotIncludeTheValues: ("not includes", "Does not include the values")
    case .includesAny: ("includes any", "Includes any")
    case .doesNotIncludeAny: ("includes none", "Does not include any")
    }
  }
}

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

extension TraceFunction {
  /// Reads a function such as `count('Transformer Load')` or `max(Length) where 'Device Status' = Open`.
  public init(
    parsing expression: String,
    in definition: NetworkDefinition
  ) throws(TraceExpressionError) {
    var parser = try TraceExpressionParser(expression, definition)
    let (function, attributeName) = try parser.functionCall()
    let isLimited = try parser.accept("where")
    self.init(function, of: attributeName, conditions: isLimited ? try parser.condition() : nil)
    try parser.end(expecting: isLimited ? "'and', 'or'" : "'where'")
  }

  /// The function in the language of expressions, in the form of ``TraceCondition/expression(in:)``.
  public func expression(in definition: NetworkDefinition? = nil) -> String {
    let condition = conditions.map { " where \($0.expression(in: definition))" } ?? ""
    return "\(function.rawValue)(\(TraceCondition.quoted(attributeName)))\(condition)"
  }
}

extension TraceFunctionBarrier {
  /// Reads a function barrier such as `add(Length) >= 4`, or `add(Length) >= 4 local` with a value for each path.
  public init(
    parsing expression: String,
    in definition: NetworkDefinition
  ) throws(TraceExpressionError) {
    var parser = try TraceExpressionParser(expression, definition)
    let (function, attributeName) = try parser.functionCall()
    let comparison = try parser.comparison()
    let value = try parser.number()
    let isBracketed = try parser.accept(sign: "[")
    let isLocal = try parser.accept("local")
    if isBracketed {
      guard isLocal, try parser.accept(sign: "]") else {
        throw parser.error("'local]' was expected.")
      }
    }
    try parser.end(expecting: isLocal ? nil : "'local'")
    self.init(function, of: attributeName, comparison, value, usesLocalValues: isLocal)
  }

  /// The barrier in the language of expressions, which ``init(parsing:in:)`` reads.
  public var expression: String {
    let number = Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    return "\(function.rawValue)(\(TraceCondition.quoted(attributeName))) \(comparison.symbol) "
      + number + (usesLocalValues ? " local" : "")
  }
}

extension TraceExpressionParser {
  fileprivate mutating func functionCall() throws(TraceExpressionError) -> (
    TraceFunctionType, attributeName: String
  ) {
    let names = TraceFunctionType.allCases.map(\.rawValue)
    guard case .word(let word) = token,
      let function = TraceFunctionType.allCases.first(where: { $0.rawValue == word.lowercased() })
    else { throw error("The name of a function was expected.", valid: names) }
    _ = try accept(word.lowercased())
    guard try accept(sign: "(") else { throw error("'(' was expected.") }
    let attribute = try attribute()
    guard try accept(sign: ")") else {
      throw error("')' was expected: put a name of several words in quotes.")
    }
    return (function, attribute.name)
  }
}

/// An error in an expression, with its position.
public struct TraceExpressionError: Equatable, Sendable, AdvisedError {
  /// The position of the wrong character, from 1; one past the end when something is missing.
  public var column: Int
  /// The error.
  public var message: String
  /// The valid names at the position; empty without a list.
  public var validNames: [String]

  package init(column: Int, message: String, validNames: [String] = []) {
    self.column = column
    self.message = message
    self.validNames = validNames
  }

  /// One line: column, message, valid names.
  public var description: String {
    let names = validNames.isEmpty ? "" : " Choose from: \(Words.names(validNames))."
    return "Column \(column): \(message)\(names)"
  }

  var advice: (reason: String, remedy: String) {
    (
      "The expression does not follow the language of traces, or uses a name that the network does "
        + "not have.",
      validNames.isEmpty
        ? "Correct the expression at the column that is named."
        : "Use one of: \(Words.names(validNames))."
    )
  }
}

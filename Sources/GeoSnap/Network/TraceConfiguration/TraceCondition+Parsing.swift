extension TraceCondition {
  /// Reads a condition as people write it.
  ///
  /// The grammar: `expr = and {'or' and}`, `and = unit {'and' unit}`, `unit = '(' expr ')' | name
  /// op value | 'category' ('=' | '!=') string`, `op = '=' | '!=' | '>' | '>=' | '<' | '<=' |
  /// 'includes' | 'not includes' | 'includes any' | 'includes none'`, `value = number | true |
  /// false | string | codedName | '[' name ']'`. A name in brackets is another attribute; keywords
  /// and names are compared without case; names with other than letters, digits or `_` are quoted
  /// by `'` or `"`, which is doubled within.
  ///
  /// Names of coded values become their codes, so that the condition needs no domain any more.
  ///
  /// - Parameters:
  ///   - expression: The text, such as `'Device Status' = Open or category = 'E:Ground'`.
  ///   - definition: Which attributes, coded values and categories there are.
  /// - Throws: ``TraceExpressionError`` with the column and the valid names.
  public init(
    parsing expression: String,
    in definition: NetworkDefinition
  ) throws(TraceExpressionError) {
    var parser = try TraceConditionParser(expression, definition)
    self = try parser.parse()
  }
}

/// Reads one expression.
private struct TraceConditionParser {
  private static let depthLimit = 100
  private static let signs: [String: TraceConditionOperator] = [
    "=": .equal, "!=": .notEqual, ">": .greaterThan, ">=": .greaterThanEqual, "<": .lessThan,
    "<=": .lessThanEqual,
  ]

  private var scanner: TraceExpressionScanner
  private let definition: NetworkDefinition
  private var depth = 0

  init(_ text: String, _ definition: NetworkDefinition) throws(TraceExpressionError) {
    scanner = try TraceExpressionScanner(text)
    self.definition = definition
  }

  mutating func parse() throws(TraceExpressionError) -> TraceCondition {
    let condition = try expression()
    guard scanner.token == .end else { throw error("'and', 'or' or the end was expected.") }
    return condition
  }

  private func error(_ message: String, valid: [String] = []) -> TraceExpressionError {
    TraceExpressionError(column: scanner.column, message: message, validNames: valid)
  }

  /// Whether the next token is a keyword, which is passed then.
  private mutating func accept(_ keyword: String) throws(TraceExpressionError) -> Bool {
    guard case .word(let word) = scanner.token, word.lowercased() == keyword else { return false }
    try scanner.advance()
    return true
  }

  private mutating func accept(sign: String) throws(TraceExpressionError) -> Bool {
    guard scanner.token == .sign(sign) else { return false }
    try scanner.advance()
    return true
  }

  private mutating func expression() throws(TraceExpressionError) -> TraceCondition {
    var parts = [try conjunction()]
    while try accept("or") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction() throws(TraceExpressionError) -> TraceCondition {
    var parts = [try unit()]
    while try accept("and") { parts.append(try unit()) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func unit() throws(TraceExpressionError) -> TraceCondition {
    if scanner.token == .sign("(") {
      guard depth < Self.depthLimit else {
        throw error("Parentheses are nested more than \(Self.depthLimit) deep.")
      }
      depth += 1
      defer { depth -= 1 }
      try scanner.advance()
      let inner = try expression()
      guard try accept(sign: ")") else { throw error("')' was expected.") }
      return inner
    }
    if try accept("category") { return try category() }
    let attribute = try attribute()
    let test = try comparison()
    if scanner.token == .sign("[") {
      try scanner.advance()
      let other = try self.attribute()
      guard try accept(sign: "]") else { throw error("']' was expected.") }
      return .attributes(attribute.name, test, other.name)
    }
    return .attribute(attribute.name, test, try value(of: attribute, test))
  }

  private mutating func category() throws(TraceExpressionError) -> TraceCondition {
    let exists = scanner.token == .sign("=")
    guard exists || scanner.token == .sign("!=") else {
      throw error("A category is compared by = or !=.")
    }
    try scanner.advance()
    let name: String
    switch scanner.token {
    case .word(let word): name = word
    case .quoted(let text): name = text
    default: throw error("A category was expected.", valid: definition.categories)
    }
    guard let known = definition.categories.spelling(of: name) else {
      throw error("There is no category '\(name)'.", valid: definition.categories)
    }
    try scanner.advance()
    return exists ? .hasCategory(known) : .lacksCategory(known)
  }

  private mutating func attribute() throws(TraceExpressionError) -> NetworkAttribute {
    let names = definition.networkAttributes.map(\.name)
    let name: String
    switch scanner.token {
    case .word(let word): name = word
    case .quoted(let text): name = text
    default: throw error("The name of an attribute was expected.", valid: names)
    }
    guard let attribute = definition.networkAttribute(named: name) else {
      throw error("There is no network attribute '\(name)'.", valid: names)
    }
    try scanner.advance()
    return attribute
  }

  private mutating func comparison() throws(TraceExpressionError) -> TraceConditionOperator {
    if case .sign(let sign) = scanner.token, let test = Self.signs[sign] {
      try scanner.advance()
      return test
    }
    if try accept("includes") {
      if try accept("any") { return .includesAny }
      if try accept("none") { return .doesNotIncludeAny }
      return .includesTheValues
    }
    if try accept("not") {
      guard try accept("includes") else { throw error("'includes' was expected after 'not'.") }
      return .doesNotIncludeTheValues
    }
    throw error("An operator was expected.", valid: TraceConditionOperator.allCases.map(\.symbol))
  }

  private mutating func value(
    of attribute: NetworkAttribute,
    _ test: TraceConditionOperator
  ) throws(TraceExpressionError) -> TraceValue {
    let domain = attribute.domainName.flatMap { definition.domain(named: $0) }
    let coded = domain?.codedValues.map(\.name) ?? []
    let value: TraceValue
    switch scanner.token {
    case .number(let text):
      value = try number(text, attribute)
    case .quoted(let text), .word(let text):
      if let code = domain?.code(named: text) {
        value = .integer(code)
      } else if case .word = scanner.token,
        let truth = ["true": true, "false": false][
          text.lowercased()
        ]
      {
        value = attribute.dataType == .boolean ? .boolean(truth) : .integer(truth ? 1 : 0)
      } else {
        throw error(
          domain == nil
            ? "'\(text)' is no value: \(attribute.name) has no coded values."
            : "'\(text)' is no coded value of \(attribute.name).",
          valid: coded
        )
      }
    default: throw error("A value was expected.", valid: coded)
    }
    if test.comparesBits, value.integer == nil {
      throw error("'\(test.symbol)' compares bits, which only whole numbers have.")
    }
    try scanner.advance()
    return value
  }

  private func number(
    _ text: String,
    _ attribute: NetworkAttribute
  ) throws(TraceExpressionError) -> TraceValue {
    let whole = Int64(text) ?? Double(text).flatMap { Int64(exactly: $0) }
    switch attribute.dataType {
    case .integer:
      guard let whole else {
        throw error("\(attribute.name) is a whole number; '\(text)' is none of 64 bits.")
      }
      return .integer(whole)
    case .boolean:
      guard let whole, whole == 0 || whole == 1 else {
        throw error("\(attribute.name) is true or false; '\(text)' is neither.")
      }
      return .boolean(whole == 1)
    case .float, .double:
      if let whole { return .integer(whole) }
      guard let value = Double(text) else { throw error("'\(text)' is no number.") }
      return .real(value)
    }
  }
}

extension [String] {
  /// The text as it is spelt here, compared without case where none is spelt exactly so.
  fileprivate func spelling(of text: String) -> String? {
    contains(text) ? text : first { $0.lowercased() == text.lowercased() }
  }
}

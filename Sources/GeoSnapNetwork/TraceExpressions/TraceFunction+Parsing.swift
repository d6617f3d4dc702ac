extension TraceFunction {
  /// Reads a function such as `count('Transformer Load')` or `max(Length) where 'Device Status' = Open`.
  ///
  /// The grammar: `FUNCTION '(' ATTRIBUTE ')' ['where' CONDITION]`, with names as in conditions.
  ///
  /// - Throws: ``TraceExpressionError`` with the column and the valid names.
  public init(
    parsing expression: String,
    in definition: NetworkDefinition
  ) throws(TraceExpressionError) {
    var parser = try TraceExpressionParser(expression, definition)
    let (function, attributeName) = try parser.functionCall()
    let isLimited = try parser.accept("where")
    self.init(
      function,
      of: attributeName,
      conditions: isLimited ? try parser.condition() : nil
    )
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
  ///
  /// The grammar: `FUNCTION '(' ATTRIBUTE ')' OPERATOR NUMBER ['local']`; `[local]` is the same as `local`.
  ///
  /// - Throws: ``TraceExpressionError`` with the column and the valid names.
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

extension TraceFunction {
  /// Reads a function as people write it: `add(Length)`, `count('Transformer Load')`, with a
  /// condition `max(Length) where 'Device Status' = Open`.
  ///
  /// Names are compared without case and quoted as in conditions.
  ///
  /// - Parameters:
  ///   - expression: The text: `FUNCTION '(' ATTRIBUTE ')' ['where' CONDITION]`.
  ///   - definition: Which attributes there are.
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

  /// The function as people write it, which ``init(parsing:in:)`` reads back.
  ///
  /// - Parameter definition: Gives codes the names of their coded values; nil to write codes.
  /// - Returns: One line; names with other than letters, digits and `_` are quoted.
  public func expression(in definition: NetworkDefinition? = nil) -> String {
    let condition = conditions.map { " where \($0.expression(in: definition))" } ?? ""
    return "\(function.rawValue)(\(TraceCondition.quoted(attributeName)))\(condition)"
  }
}

extension TraceFunctionBarrier {
  /// Reads a function barrier as people write it: `add(Length) >= 4`, or `add(Length) >= 4 local`
  /// for a count on each way of its own.
  ///
  /// - Parameters:
  ///   - expression: The text: `FUNCTION '(' ATTRIBUTE ')' OPERATOR NUMBER ['local']`; `[local]` is
  ///     the same as `local`.
  ///   - definition: Which attributes there are.
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
    try parser.end(expecting: isLocal ? "Nothing more" : "'local'")
    self.init(function, of: attributeName, comparison, value, usesLocalValues: isLocal)
  }

  /// The barrier as people write it, which ``init(parsing:in:)`` reads back.
  public var expression: String {
    let number = Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    return "\(function.rawValue)(\(TraceCondition.quoted(attributeName))) \(comparison.symbol) "
      + number + (usesLocalValues ? " local" : "")
  }
}

extension TraceExpressionParser {
  /// Reads the name of a function and the attribute it is made of.
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

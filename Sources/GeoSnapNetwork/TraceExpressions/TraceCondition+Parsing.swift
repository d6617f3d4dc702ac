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
    var parser = try TraceExpressionParser(expression, definition)
    self = try parser.condition()
    try parser.end(expecting: "'and', 'or'")
  }
}

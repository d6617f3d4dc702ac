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
}

extension NetworkDefinition {
  /// The reason why an operator does not suit an attribute; nil when it does.
  func objection(to test: TraceConditionOperator, of attribute: NetworkAttribute) -> String? {
    let isWhole = attribute.dataType == .integer || attribute.dataType == .boolean
    guard test.comparesBits, !isWhole else { return nil }
    return "'\(test.symbol)' compares bits, which only whole numbers have: "
      + "\(attribute.name) takes \(attribute.dataType.values)."
  }

  /// The reason why a comparison does not suit an attribute, with the coded values; nil when it does.
  ///
  /// Only coded values, if any, are valid for equal and not equal. A text is a number or the name of a coded value.
  func objection(
    to value: TraceValue,
    of attribute: NetworkAttribute,
    by test: TraceConditionOperator
  ) -> (message: String, valid: [String])? {
    let domain = domain(of: attribute)
    let coded = domain?.codedValues.map { "\($0.code) \($0.name)" } ?? []
    if let message = objection(to: test, of: attribute) { return (message, []) }
    guard let known = typed(value, attribute, domain) else {
      let message =
        "'\(value.written)' is not a value of \(attribute.name), which takes "
        + "\(attribute.dataType.values)."
      return (message, coded)
    }
    if test.comparesBits, known.integer == nil {
      return ("'\(test.symbol)' compares bits, which only whole numbers have.", [])
    }
    guard test == .equal || test == .notEqual, let domain, !domain.codedValues.isEmpty,
      known.integer.flatMap(domain.name(of:)) == nil
    else { return nil }
    return ("'\(value.written)' is not a coded value of \(attribute.name).", coded)
  }

  /// The value in an attribute's type; nil when it is not of that type.
  func typed(
    _ value: TraceValue,
    _ attribute: NetworkAttribute,
    _ domain: CodedValueDomain?
  ) -> TraceValue? {
    switch value {
    case .boolean: return attribute.dataType == .boolean ? value : nil
    case .text(let text):
      if let code = domain?.code(named: text) { return .integer(code) }
      return TraceValue(number: text, of: attribute.dataType)
    case .integer, .real: return TraceValue(number: value.written, of: attribute.dataType)
    }
  }
}

extension TraceValue {
  /// The value as text, without quotes.
  var written: String {
    switch self {
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .text(let text): text
    }
  }
}

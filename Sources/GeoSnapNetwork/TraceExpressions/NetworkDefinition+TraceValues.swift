extension NetworkDefinition {
  /// What keeps an attribute from being compared so; nil where nothing does.
  func objection(to test: TraceConditionOperator, of attribute: NetworkAttribute) -> String? {
    let isWhole = attribute.dataType == .integer || attribute.dataType == .boolean
    guard test.comparesBits, !isWhole else { return nil }
    return "'\(test.symbol)' compares bits, which only whole numbers have: "
      + "\(attribute.name) takes \(attribute.dataType.values)."
  }

  /// What keeps an attribute from being compared with a value; nil where nothing does.
  ///
  /// Equal and not equal ask for a coded value where there are any; bits and orders do not.
  ///
  /// - Parameters:
  ///   - value: The value, of which a text is a number in writing or the name of a coded value.
  ///   - attribute: The attribute.
  ///   - test: How the two are compared.
  /// - Returns: A sentence, and the coded values there are.
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
        "'\(value.written)' is no value of \(attribute.name), which takes "
        + "\(attribute.dataType.values)."
      return (message, coded)
    }
    if test.comparesBits, known.integer == nil {
      return ("'\(test.symbol)' compares bits, which only whole numbers have.", [])
    }
    guard test == .equal || test == .notEqual, let domain, !domain.codedValues.isEmpty,
      known.integer.flatMap(domain.name(of:)) == nil
    else { return nil }
    return ("'\(value.written)' is no coded value of \(attribute.name).", coded)
  }

  /// The value as one of an attribute's type; nil where it is none.
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
  /// The value as people write it, without quotes.
  var written: String {
    switch self {
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .text(let text): text
    }
  }
}

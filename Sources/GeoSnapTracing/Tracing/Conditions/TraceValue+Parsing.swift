extension TraceValue {
  /// Reads a value as people type it for an attribute.
  ///
  /// The name of a coded value, compared without case, becomes its code. Otherwise the text is converted to the
  /// attribute's data type: a whole number of 64 bits, a number that is finite in single or in double precision, or
  /// `true`, `false`, `1` or `0`. Spaces at the ends do not count.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - attribute: The attribute that the value is compared with.
  ///   - definition: Which coded values there are.
  /// - Throws: ``TraceError`` of code `badValue` that says what the attribute takes.
  public init(
    parsing text: String,
    of attribute: NetworkAttribute,
    in definition: NetworkDefinition
  ) throws(TraceError) {
    let word = text.trimmingSpaces
    let domain = definition.domain(of: attribute)
    if let code = domain?.code(named: word) {
      self = .integer(code)
    } else if let truth = Self.truths[word.lowercased()], attribute.dataType == .boolean {
      self = .boolean(truth)
    } else if let number = TraceValue(number: word, of: attribute.dataType) {
      self = number
    } else {
      let names = domain.map { " or one of \($0.codedValues.map(\.name).joined(separator: ", "))" }
      throw TraceError(
        .badValue,
        "'\(text)' is no value of \(attribute.name), which takes "
          + "\(attribute.dataType.values)\(names ?? "")."
      )
    }
  }

  private static let truths = ["true": true, "false": false]
}

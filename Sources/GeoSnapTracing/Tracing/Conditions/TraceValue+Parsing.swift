extension TraceValue {
  /// Reads a value for an attribute from a text that a user typed.
  ///
  /// The name of a coded value, compared without case, becomes its code. Otherwise the text is converted to the
  /// attribute's data type: a whole number of 64 bits, a finite number in single or double precision, or `true`,
  /// `false`, `1` or `0`. Spaces at the ends are ignored.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - attribute: The attribute that the value is compared with.
  ///   - definition: The definition of coded values.
  /// - Throws: ``TraceError`` of code `badValue` with the values that the attribute accepts.
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
      let names = domain?.codedValues.map(\.name) ?? []
      throw TraceError(
        .badValue,
        "'\(text)' is not a value of \(attribute.name), which takes "
          + "\(Words.list([attribute.dataType.values] + names, "or", limit: 11))."
      )
    }
  }

  private static let truths = ["true": true, "false": false]
}

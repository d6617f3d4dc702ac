extension TraceValue {
  /// Reads a value as people type it for an attribute.
  ///
  /// The name of a coded value, compared without case, becomes its code. Otherwise the text is converted
  /// to the attribute's data type: a whole number of 64 bits, a number that is finite in single or in
  /// double precision, or `true`, `false`, `1` or `0`. Spaces at the ends do not count.
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

  /// The value of a number in writing; nil where the text is none of the type.
  ///
  /// Whole numbers are so for every type, so that a value is the same however it is written.
  init?(number text: String, of type: NetworkAttribute.DataType) {
    let whole = Int64(text) ?? Double(text).flatMap { Int64(exactly: $0) }
    switch type {
    case .integer:
      guard let whole else { return nil }
      self = .integer(whole)
    case .boolean:
      guard let whole, whole == 0 || whole == 1 else { return nil }
      self = .boolean(whole == 1)
    case .float, .double:
      guard let number = Double(text), number.isFinite else { return nil }
      if type == .float && !Float(number).isFinite { return nil }
      self = whole.map { .integer($0) } ?? .real(number)
    }
  }
}

extension NetworkAttribute.DataType {
  /// What values of the type are, in words.
  var values: String {
    switch self {
    case .integer: "a whole number"
    case .float: "a number of single precision"
    case .double: "a number"
    case .boolean: "true or false"
    }
  }
}

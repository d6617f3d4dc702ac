extension TraceValue {
  /// The value of a number in a text; nil when the text is not of the type.
  ///
  /// Integers stay integers in every type, so that a value does not depend on its spelling.
  package init?(number text: String, of type: NetworkAttribute.DataType) {
    let whole = wholeNumber(text) ?? Double(text).flatMap { Int64(exactly: $0) }
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
  /// The values of the type, in words.
  package var values: String {
    switch self {
    case .integer: "a whole number"
    case .float: "a number of single precision"
    case .double: "a number"
    case .boolean: "true or false"
    }
  }
}

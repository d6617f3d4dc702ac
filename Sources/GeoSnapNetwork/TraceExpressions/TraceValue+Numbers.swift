extension TraceValue {
  /// The value of a number in writing; nil where the text is none of the type.
  ///
  /// Whole numbers are so for every type, so that a value is the same however it is written.
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
  /// What values of the type are, in words.
  package var values: String {
    switch self {
    case .integer: "a whole number"
    case .float: "a number of single precision"
    case .double: "a number"
    case .boolean: "true or false"
    }
  }
}

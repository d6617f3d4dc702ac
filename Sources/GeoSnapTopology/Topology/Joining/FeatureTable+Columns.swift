extension FeatureTable {
  /// The values of a column, by its name compared without case; nil when there is none.
  package func column(named name: String) -> FieldColumn? {
    fields.firstIndex { $0.name.lowercased() == name.lowercased() }.map { attributes[$0] }
  }
}

extension AttributeValue {
  /// The value as a whole number, stored as a number or as text; nil otherwise.
  package var wholeNumber: Int? {
    switch self {
    case .integer(let number): Int(exactly: number)
    case .real(let number): Int(exactly: number)
    case .text(let text): text.wholeNumber.flatMap { Int(exactly: $0) }
    case .null, .blob: nil
    }
  }

  /// The value as text, stored as text or as a whole number; nil otherwise.
  package var name: String? {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .real, .null, .blob: nil
    }
  }
}

extension String {
  @inline(never)
  package var wholeNumber: Int64? { Int64(self) }
}

extension AttributeField {
  /// The kinds of values in a column without a declared type, such as a member of GeoJSON.
  package struct Kinds: OptionSet, Sendable {
    package let rawValue: UInt8
    package static let boolean = Kinds(rawValue: 1)
    package static let integer = Kinds(rawValue: 2)
    /// An integer that a double cannot represent.
    package static let longInteger = Kinds(rawValue: 4)
    package static let real = Kinds(rawValue: 8)
    package static let text = Kinds(rawValue: 16)
    package static let json = Kinds(rawValue: 32)
    package static let bytes = Kinds(rawValue: 64)

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ number: Int64) {
      self = Int64(exactly: Double(number)) == number ? .integer : .longInteger
    }

    package init(_ storage: Storage) {
      self =
        switch storage {
        case .integer: .integer
        case .real: .real
        case .text: .text
        case .blob: .bytes
        }
    }

    /// The column that stores all kinds unchanged: a text column if no other does or all values are null.
    package func field(_ name: String) -> AttributeField {
      if self == .boolean { return AttributeField(name, .integer, content: .boolean) }
      if self == .bytes { return AttributeField(name, .blob) }
      if self == .json { return AttributeField(name, .text, content: .json) }
      if isEmpty || !isSubset(of: [.integer, .longInteger, .real]) {
        return AttributeField(name, .text)
      }
      if !contains(.real) { return AttributeField(name, .integer) }
      return AttributeField(name, contains(.longInteger) ? .text : .real)
    }
  }
}

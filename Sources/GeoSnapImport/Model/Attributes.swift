internal import GeoSnap

extension AttributeValue {
  /// A text; null for nil.
  static func optional(_ text: String?) -> AttributeValue { text.map { .text($0) } ?? .null }

  /// A number; null for nil.
  static func optional(_ number: Double?) -> AttributeValue { number.map { .real($0) } ?? .null }
}

extension [String: AttributeValue] {
  /// Adds the attributes of `others` that are missing here.
  mutating func complete(by others: [String: AttributeValue]) {
    for (name, value) in others where self[name] == nil { self[name] = value }
  }
}

internal import GeoSnap

extension [String: AttributeValue] {
  /// Adds the attributes of `others` that are missing here.
  mutating func complete(by others: [String: AttributeValue]) {
    for (name, value) in others where self[name] == nil { self[name] = value }
  }
}

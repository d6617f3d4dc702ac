internal import GeoSnap

extension [String: AttributeValue] {
  /// Takes up the attributes that others have and these do not.
  mutating func complete(by others: [String: AttributeValue]) {
    for (name, value) in others where self[name] == nil { self[name] = value }
  }
}

/// A key of any name, for all types: every separate type of keys costs some 400 instructions of machine code.
package struct AnyKey: CodingKey, ExpressibleByStringLiteral {
  package let stringValue: String
  package var intValue: Int? { nil }

  @inline(never)
  package init(_ name: String) { stringValue = name }

  @inline(never)
  package init(stringLiteral name: StaticString) { stringValue = name.description }

  package init?(stringValue: String) { self.init(stringValue) }
  package init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<AnyKey> {
  func wrong(_ key: AnyKey, _ message: String) -> DecodingError {
    DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: message)
  }

  /// A name; nil when missing or empty: services write an empty text for no name.
  func name(_ key: AnyKey) throws -> String? {
    guard let name = try decodeIfPresent(String.self, forKey: key), !name.isEmpty else {
      return nil
    }
    return name
  }

  /// A Boolean; `value` when missing.
  func flag(_ key: AnyKey, otherwise value: Bool = false) throws -> Bool {
    try decodeIfPresent(Bool.self, forKey: key) ?? value
  }

  func list<Item: Decodable>(_ key: AnyKey) throws -> [Item] {
    try decodeIfPresent([Item].self, forKey: key) ?? []
  }
}

/// A key of any name.
///
/// One type for all objects: a type of keys for each is some 400 instructions of machine code.
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
  /// What to throw for a value that is wrong.
  func wrong(_ key: AnyKey, _ message: String) -> DecodingError {
    DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: message)
  }

  /// A name; nil when it is missing or empty, which services write where there is none.
  func name(_ key: AnyKey) throws -> String? {
    guard let name = try decodeIfPresent(String.self, forKey: key), !name.isEmpty else {
      return nil
    }
    return name
  }

  /// A switch; off when it is missing.
  func flag(_ key: AnyKey, otherwise value: Bool = false) throws -> Bool {
    try decodeIfPresent(Bool.self, forKey: key) ?? value
  }

  /// A list; empty when it is missing.
  func list<Item: Decodable>(_ key: AnyKey) throws -> [Item] {
    try decodeIfPresent([Item].self, forKey: key) ?? []
  }
}

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

extension Decoder {
  /// The error of a value that cannot be used.
  package func wrong(_ message: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: message))
  }
}

extension KeyedDecodingContainer {
  package func wrong(_ key: Key, _ message: String) -> DecodingError {
    DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: message)
  }
}

extension KeyedDecodingContainer<AnyKey> {
  /// A name; nil when missing or empty: services write an empty text for no name.
  func name(_ key: AnyKey) throws -> String? {
    guard let name = try decodeIfPresent(String.self, forKey: key), !name.isEmpty else {
      return nil
    }
    return name
  }

  func value<Value: Decodable>(_ key: AnyKey, otherwise value: Value) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? value
  }

  /// A Boolean; false when missing.
  func flag(_ key: AnyKey) throws -> Bool { try value(key, otherwise: false) }

  func list<Item: Decodable>(_ key: AnyKey) throws -> [Item] { try value(key, otherwise: []) }
}

internal import GeoSnapSupport

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
    .dataCorruptedError(forKey: key, in: self, debugDescription: message)
  }
}

extension KeyedDecodingContainer<AnyKey> {
  func required<Value: Decodable>(_ key: AnyKey) throws -> Value {
    try decode(Value.self, forKey: key)
  }

  func optional<Value: Decodable>(_ key: AnyKey) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }

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

  func list<Item: Decodable>(_ key: AnyKey) throws -> [Item] { try value(key, otherwise: []) }

  /// Refuses unknown keys, which may be typing errors; the error shows an `example`, if any.
  package func refuseKeys(except known: [String], example: String? = nil) throws {
    guard
      let unknown = allKeys.filter({ !known.contains($0.stringValue) })
        .min(by: { $0.stringValue < $1.stringValue })
    else { return }
    throw wrong(
      unknown,
      "The key \(unknown.stringValue) is not known here; the keys are "
        + Words.names(known.ordered(by: <)) + (example.map { ", such as \($0)." } ?? ".")
    )
  }

  /// An integer; reports other numbers with their location.
  func wholeNumber<Number: FixedWidthInteger & Decodable>(_ key: AnyKey) throws -> Number {
    do { return try required(key) } catch {
      guard let number = try? decode(Double.self, forKey: key) else {
        guard case DecodingError.typeMismatch = error,
          ["assetGroup", "assetType"].contains(key.stringValue)
        else { throw error }
        throw wrong(
          key,
          "This must be a code, such as 3: geosnap definition show NETWORK --source TABLE lists it."
        )
      }
      throw wrong(key, "\(number) is not a whole number, or is too large.")
    }
  }

  func optionalWholeNumber<Number: FixedWidthInteger & Decodable>(_ key: AnyKey) throws -> Number? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try wholeNumber(key) as Number
  }

  /// A geometry in well-known text; nil when missing or null.
  package func geometry(_ key: AnyKey) throws -> Geometry? {
    let text: String
    do {
      guard let given: String = try optional(key) else { return nil }
      text = given
    } catch {
      throw wrong(key, "This must be well-known text, such as \"POINT (417700 5367500)\".")
    }
    do { return try Geometry(wkt: text) } catch {
      throw wrong(key, "The geometry cannot be read: \(error)")
    }
  }

  /// Requires a key, whose value may be null.
  func require(_ key: AnyKey) throws {
    if contains(key) { return }
    let message = "The key \(key.stringValue) is missing; give null for no value."
    throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: message))
  }
}

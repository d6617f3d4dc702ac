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

/// A value whose form in JSON is an object, the members of which one function reads and writes.
protocol MemberCodable: Codable {
  /// A value to read into.
  static var unread: Self { get }
  mutating func pass(_ members: inout CodedMembers) throws
}

extension MemberCodable {
  /// Reads the object.
  public init(from decoder: any Decoder) throws {
    self = .unread
    var members = CodedMembers(reader: try decoder.container(keyedBy: AnyKey.self))
    try pass(&members)
  }

  /// Writes the object.
  public func encode(to encoder: any Encoder) throws {
    var members = CodedMembers(writer: encoder.container(keyedBy: AnyKey.self))
    var copy = self
    try copy.pass(&members)
  }
}

/// The members of an object that is read or written, each passed in the order of writing.
struct CodedMembers {
  /// Nil while the object is written.
  var reader: KeyedDecodingContainer<AnyKey>?
  /// Nil while the object is read.
  var writer: KeyedEncodingContainer<AnyKey>?
  /// The keys of the members that were read.
  private(set) var keys: [String] = []
  /// The paths of unknown keys within these members.
  var ignoredKeys: [String] = []

  mutating func reader(of key: AnyKey) -> KeyedDecodingContainer<AnyKey>? {
    if reader != nil { keys.append(key.stringValue) }
    return reader
  }

  /// Passes a required member.
  mutating func pass<Value: Codable>(_ value: inout Value, _ key: AnyKey) throws {
    if let reader = reader(of: key) { value = try reader.required(key) }
    try writer?.encode(value, forKey: key)
  }

  mutating func pass<Value: Codable>(
    _ value: inout Value,
    _ key: AnyKey,
    otherwise missing: Value
  ) throws {
    if let reader = reader(of: key) { value = try reader.value(key, otherwise: missing) }
    try writer?.encode(value, forKey: key)
  }

  /// Passes a member that is left out for nil.
  mutating func pass<Value: Codable>(_ value: inout Value?, _ key: AnyKey) throws {
    if let reader = reader(of: key) { value = try reader.optional(key) }
    try writer?.encodeIfPresent(value, forKey: key)
  }

  /// Passes a name: an empty text is nil, which is written as an empty text, or left out.
  mutating func passName(_ name: inout String?, _ key: AnyKey, leavesOut: Bool = false) throws {
    if let reader = reader(of: key) { name = try reader.name(key) }
    if name != nil || !leavesOut { try writer?.encode(name ?? "", forKey: key) }
  }

  /// The error of a member that was read.
  func wrong(_ key: AnyKey, _ message: String) -> DecodingError {
    let path = (reader?.codingPath ?? []) + [key]
    return .dataCorrupted(.init(codingPath: path, debugDescription: message))
  }
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

  /// A Boolean; false when missing.
  func flag(_ key: AnyKey) throws -> Bool { try value(key, otherwise: false) }

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

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

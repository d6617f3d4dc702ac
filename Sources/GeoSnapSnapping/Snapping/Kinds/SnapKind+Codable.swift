extension SnapKind: Codable {
  /// Reads the name of a kind.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let kind = SnapKind(name: name) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "There is no kind of place '\(name)'. "
          + Words.known("kind", SnapKind.allCases.map(\.name))
      )
    }
    self = kind
  }

  /// Writes the name of the kind.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

// A dictionary by kind would otherwise be written as a list of alternating keys and values.
extension SnapKind: CodingKeyRepresentable {
  /// The name, as a key.
  public var codingKey: any CodingKey { KindName(stringValue: name) }

  /// The kind with a name; nil when there is none.
  public init?(codingKey: some CodingKey) { self.init(name: codingKey.stringValue) }
}

private struct KindName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension SnapKinds: Codable {
  /// Reads a list of names.
  public init(from decoder: any Decoder) throws {
    self.init(kinds: try [SnapKind](from: decoder))
  }

  /// Writes a list of names, in the order of the kinds.
  public func encode(to encoder: any Encoder) throws { try kinds.encode(to: encoder) }
}

extension SnapKind: Codable {
  /// Reads the name of a kind.
  public init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    guard let kind = SnapKind(name: name) else {
      let known = Words.known("kind", SnapKind.allCases.map(\.name))
      throw decoder.wrong("There is no kind of place '\(name)'. \(known)")
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
  public var codingKey: any CodingKey { AnyKey(name) }

  /// The kind with a name; nil when there is none.
  public init?(codingKey: some CodingKey) { self.init(name: codingKey.stringValue) }
}

extension SnapKinds: Codable {
  /// Reads a list of names.
  public init(from decoder: any Decoder) throws {
    self.init(kinds: try [SnapKind](from: decoder))
  }

  /// Writes a list of names, in the order of the kinds.
  public func encode(to encoder: any Encoder) throws { try kinds.encode(to: encoder) }
}

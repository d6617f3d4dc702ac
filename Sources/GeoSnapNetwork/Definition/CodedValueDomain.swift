/// The codes of a ``NetworkAttribute/domainName`` with their names, such as 1 for open and 2 for closed.
public struct CodedValueDomain: Equatable, Sendable {
  /// One code with its name.
  public struct CodedValue: Equatable, Sendable {
    /// The value in the features' field.
    public var code: Int64
    /// The name, such as `Open`.
    public var name: String

    /// Creates a coded value.
    public init(code: Int64, name: String) {
      self.code = code
      self.name = name
    }
  }

  /// The name, unique in the network.
  public var name: String
  /// The coded values, in definition order.
  public var codedValues: [CodedValue]

  /// Creates a domain.
  public init(name: String, codedValues: [CodedValue] = []) {
    self.name = name
    self.codedValues = codedValues
  }

  /// The name of a code; nil when the domain does not have the code.
  public func name(of code: Int64) -> String? {
    codedValues.first { $0.code == code }?.name
  }

  /// The code of a name, compared without case if there is no exact match; nil for an unknown name.
  public func code(named name: String) -> Int64? {
    let exact = codedValues.first { $0.name == name }
    let value = exact ?? codedValues.first { $0.name.isSpelled(like: name) }
    return value?.code
  }
}

extension CodedValueDomain: Codable {
  /// Reads a domain in the form that services write beside a field; the name is required.
  ///
  /// - Throws: `DecodingError`, also for a range domain and for a code that is not an integer.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    let type = try container.decodeIfPresent(String.self, forKey: "type") ?? Self.type
    guard type == Self.type else {
      throw container.wrong("type", "A domain of type '\(type)' has no coded values.")
    }
    self.init(
      name: try container.decode(String.self, forKey: "name"),
      codedValues: try container.list("codedValues")
    )
  }

  /// Writes a domain in the form of services.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(Self.type, forKey: "type")
    try container.encode(name, forKey: "name")
    try container.encode(codedValues, forKey: "codedValues")
  }

  private static let type = "codedValue"
}

extension CodedValueDomain.CodedValue: Codable {}

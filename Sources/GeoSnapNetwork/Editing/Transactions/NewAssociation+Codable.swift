extension NewAssociation {
  static let keys = [
    "globalID", "from", "to", "isContentVisible", "fractionAlongEdge", "origin",
  ]

  init(_ container: KeyedDecodingContainer<AnyKey>) throws {
    let name = try container.decode(String.self, forKey: "associate")
    guard let kind = AssociationKind.allCases.first(where: { $0.name == name }) else {
      let names = Words.names(AssociationKind.allCases.map(\.name))
      throw container.wrong(
        "associate",
        "There is no kind of association \(name); the kinds are \(names)."
      )
    }
    self.init(
      globalID: try container.optionalGlobalID("globalID"),
      kind: kind,
      from: try container.decode(End.self, forKey: "from"),
      to: try container.decode(End.self, forKey: "to"),
      isContentVisible: try container.flag("isContentVisible"),
      fractionAlongEdge: try container.decodeIfPresent(Double.self, forKey: "fractionAlongEdge"),
      origin: try container.decodeIfPresent(String.self, forKey: "origin")
    )
  }

  func encode(_ container: inout KeyedEncodingContainer<AnyKey>) throws {
    try container.encode(kind.name, forKey: "associate")
    try container.encodeIfPresent(globalID?.description, forKey: "globalID")
    try container.encode(from, forKey: "from")
    try container.encode(to, forKey: "to")
    if isContentVisible { try container.encode(true, forKey: "isContentVisible") }
    try container.encodeIfPresent(fractionAlongEdge, forKey: "fractionAlongEdge")
    try container.encodeIfPresent(origin, forKey: "origin")
  }
}

extension NewAssociation.End: Codable {
  /// Reads a global id, or an object of global id and terminal.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(try Self.globalID(text, decoder))
      return
    }
    let container = try decoder.container(keyedBy: AnyKey.self)
    try container.refuseKeys(
      except: ["globalID", "terminal"],
      example: #"{"globalID": "...", "terminal": 1}"#
    )
    try container.require("globalID")
    let nested = try container.superDecoder(forKey: AnyKey("globalID"))
    self.init(
      try Self.globalID(nested.singleValueContainer().decode(String.self), nested),
      terminalID: try container.optionalWholeNumber("terminal")
    )
  }

  /// The global id in a text, or of the feature that a ``FeatureNaming`` resolves.
  private static func globalID(_ text: String, _ decoder: any Decoder) throws -> GlobalID {
    if let globalID = GlobalID(text) { return globalID }
    if case .globalID(let globalID)? = try FeatureNaming.key(text, decoder) { return globalID }
    throw decoder.wrong("\(text) is not a UUID of 32 hexadecimal digits.")
  }

  /// Writes an end.
  public func encode(to encoder: any Encoder) throws {
    guard let terminalID else {
      var container = encoder.singleValueContainer()
      return try container.encode(globalID.description)
    }
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(globalID.description, forKey: "globalID")
    try container.encode(terminalID, forKey: "terminal")
  }
}

extension NewAssociation {
  /// The keys that stand beside `associate`.
  static let keys: Set<String> = [
    "globalID", "from", "to", "isContentVisible", "fractionAlongEdge", "origin",
  ]

  init(_ container: KeyedDecodingContainer<AnyKey>) throws {
    let name = try container.decode(String.self, forKey: AnyKey("associate"))
    guard let kind = AssociationKind.allCases.first(where: { $0.name == name }) else {
      let names = AssociationKind.allCases.map(\.name).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        forKey: AnyKey("associate"),
        in: container,
        debugDescription: "There is no kind of association \(name); there are: \(names)."
      )
    }
    self.init(
      globalID: try container.optionalGlobalID("globalID"),
      kind: kind,
      from: try container.decode(End.self, forKey: AnyKey("from")),
      to: try container.decode(End.self, forKey: AnyKey("to")),
      isContentVisible: try container.decodeIfPresent(
        Bool.self,
        forKey: AnyKey("isContentVisible")
      ) ?? false,
      fractionAlongEdge: try container.decodeIfPresent(
        Double.self,
        forKey: AnyKey("fractionAlongEdge")
      ),
      origin: try container.decodeIfPresent(String.self, forKey: AnyKey("origin"))
    )
  }

  func encode(_ container: inout KeyedEncodingContainer<AnyKey>) throws {
    try container.encode(kind.name, forKey: AnyKey("associate"))
    try container.encodeIfPresent(globalID?.description, forKey: AnyKey("globalID"))
    try container.encode(from, forKey: AnyKey("from"))
    try container.encode(to, forKey: AnyKey("to"))
    if isContentVisible { try container.encode(true, forKey: AnyKey("isContentVisible")) }
    try container.encodeIfPresent(fractionAlongEdge, forKey: AnyKey("fractionAlongEdge"))
    try container.encodeIfPresent(origin, forKey: AnyKey("origin"))
  }
}

extension NewAssociation.End: Codable {
  /// Reads a global id, or an object of global id and terminal.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      guard let globalID = GlobalID(text) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "\(text) is no UUID of 32 hexadecimal digits."
          )
        )
      }
      self.init(globalID)
      return
    }
    let container = try decoder.container(keyedBy: AnyKey.self)
    try container.refuseKeys(except: ["globalID", "terminal"])
    self.init(
      try container.globalID("globalID"),
      terminalID: try container.optionalWholeNumber("terminal")
    )
  }

  /// Writes an end.
  public func encode(to encoder: any Encoder) throws {
    guard let terminalID else {
      var container = encoder.singleValueContainer()
      return try container.encode(globalID.description)
    }
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(globalID.description, forKey: AnyKey("globalID"))
    try container.encode(terminalID, forKey: AnyKey("terminal"))
  }
}

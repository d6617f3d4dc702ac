/// An association to insert; its sources follow from the features at its ends.
public struct NewAssociation: Equatable, Sendable {
  /// One end of an association to insert.
  public struct End: Equatable, Sendable {
    /// The feature.
    public var globalID: GlobalID
    /// The terminal; nil when the end names none.
    public var terminalID: Int?

    /// Creates an end.
    public init(_ globalID: GlobalID, terminalID: Int? = nil) {
      self.globalID = globalID
      self.terminalID = terminalID
    }
  }

  /// The identifier, which must be new; nil for a random one.
  public var globalID: GlobalID?
  /// The kind.
  public var kind: AssociationKind
  /// The from-side: container or structure for the kinds that distinguish the sides.
  public var from: End
  /// The to-side: content or attached feature for the kinds that distinguish the sides.
  public var to: End
  /// Whether content is visible outside a container view; ignored for other kinds.
  public var isContentVisible: Bool
  /// The position along the edge of a midspan junction, from 0 to 1; nil for other kinds.
  public var fractionAlongEdge: Double?
  /// How an association without a recorded source was made; otherwise nil.
  public var origin: String?

  /// Creates an association to insert.
  public init(
    globalID: GlobalID? = nil,
    kind: AssociationKind,
    from: End,
    to: End,
    isContentVisible: Bool = false,
    fractionAlongEdge: Double? = nil,
    origin: String? = nil
  ) {
    self.globalID = globalID
    self.kind = kind
    self.from = from
    self.to = to
    self.isContentVisible = isContentVisible
    self.fractionAlongEdge = fractionAlongEdge
    self.origin = origin
  }

  /// Creates an association to insert.
  public init(_ association: Association) {
    self.init(
      globalID: association.globalID,
      kind: association.kind,
      from: End(association.from.globalID, terminalID: association.from.terminalID),
      to: End(association.to.globalID, terminalID: association.to.terminalID),
      isContentVisible: association.isContentVisible,
      fractionAlongEdge: association.fractionAlongEdge,
      origin: association.origin
    )
  }

  static let keys = ["globalID", "from", "to", "isContentVisible", "fractionAlongEdge", "origin"]

  init(_ container: KeyedDecodingContainer<AnyKey>) throws {
    let name = try container.decode(String.self, forKey: "associate")
    guard let kind = AssociationKind.allCases.first(where: { $0.name == name }) else {
      let names = Words.names(AssociationKind.allCases.map(\.name))
      throw container.wrong(
        "associate",
        "There is no kind of association \(name); the kinds are \(names)."
      )
    }
    try self.init(
      globalID: container.optional("globalID"),
      kind: kind,
      from: container.required("from"),
      to: container.required("to"),
      isContentVisible: container.value("isContentVisible", otherwise: false),
      fractionAlongEdge: container.optional("fractionAlongEdge"),
      origin: container.optional("origin")
    )
  }

  func encode(_ container: inout KeyedEncodingContainer<AnyKey>) throws {
    try container.encode(kind.name, forKey: "associate")
    try container.encodeIfPresent(globalID, forKey: "globalID")
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
      return try container.encode(globalID)
    }
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(globalID, forKey: "globalID")
    try container.encode(terminalID, forKey: "terminal")
  }
}

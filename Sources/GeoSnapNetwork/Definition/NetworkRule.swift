/// The kind of a rule; the raw values are Esri's codes.
public enum NetworkRuleKind: Int, Hashable, Sendable, CaseIterable {
  /// Two junctions may be joined by a connectivity association.
  case junctionJunction = 1
  /// The from-side may contain the to-side.
  case containment = 2
  /// The to-side may be attached to the from-side.
  case attachment = 3
  /// A junction (from) and the end of an edge (to) may coincide.
  case junctionEdge = 4
  /// Two edges (from and to) may meet at a junction (via).
  case edgeJunctionEdge = 5

  /// The kind in lower camel case, such as `junctionEdge`.
  public var name: String { Self.names[rawValue - 1] }

  private static let names = allCases.map { "\($0)" }
}

/// A rule, which allows one thing; the network refuses everything that no rule allows.
public struct NetworkRule: Hashable, Sendable {
  /// One side of a rule.
  public struct Side: Hashable, Sendable {
    /// The asset type.
    public var assetType: AssetTypeID
    /// The terminal that the rule is limited to; nil for any.
    public var terminalID: Int?

    /// Creates a side.
    public init(_ assetType: AssetTypeID, terminalID: Int? = nil) {
      self.assetType = assetType
      self.terminalID = terminalID
    }
  }

  /// The id, unique in the network.
  public var id: Int
  /// The kind.
  public var kind: NetworkRuleKind
  /// The from-side: junction, container, structure or first edge.
  public var from: Side
  /// The to-side: junction, content, attached feature or edge.
  public var to: Side
  /// The junction between two edges; nil unless the kind is `edgeJunctionEdge`.
  public var via: Side?
  /// The origin of the rule, such as the table it was read from; nil when unknown.
  public var origin: String?

  /// Creates a rule.
  public init(
    id: Int,
    kind: NetworkRuleKind,
    from: Side,
    to: Side,
    via: Side? = nil,
    origin: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.from = from
    self.to = to
    self.via = via
    self.origin = origin
  }
}

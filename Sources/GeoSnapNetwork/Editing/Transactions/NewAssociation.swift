/// An association as it is to be inserted.
///
/// Its ends name features; their sources follow from these.
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

  /// The identifier, which no other association may have; nil for a new random one.
  public var globalID: GlobalID?
  /// How the two ends are associated.
  public var kind: AssociationKind
  /// The from-side: container or structure where the kind tells sides apart.
  public var from: End
  /// The to-side: content or attached feature where the kind tells sides apart.
  public var to: End
  /// Whether content shows outside a container view; without meaning for other kinds.
  public var isContentVisible: Bool
  /// For a junction joined to an edge midspan: where along the edge, 0 to 1.
  public var fractionAlongEdge: Double?
  /// How the association came about when nobody recorded it; nil otherwise.
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

  /// An association as it would be inserted anew.
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
}

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

  /// Creates an association that inserts an existing one again.
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

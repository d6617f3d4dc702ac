/// The kind of an association; the raw values are Esri's codes.
public enum AssociationKind: Int, Hashable, Sendable, CaseIterable {
  /// Joins two junctions that do not coincide.
  case connectivity = 1
  /// The from-side contains the to-side.
  case containment = 2
  /// The to-side is attached to the from-side.
  case attachment = 3
  /// Joins a junction to the end of an edge, at fraction 1.
  case junctionEdgeFromConnectivity = 4
  /// Joins a junction to an edge between its ends.
  case junctionMidspanConnectivity = 5
  /// Joins a junction to the start of an edge, at fraction 0.
  case junctionEdgeToConnectivity = 6

  /// The kind in lower camel case.
  public var name: String { Self.names[rawValue - 1] }

  private static let names = allCases.map { "\($0)" }

  /// Whether the commodity passes: true for the codes 1, 4, 5 and 6.
  public var isConnectivity: Bool { self != .containment && self != .attachment }
}

/// A relation between two features that their geometries do not show.
public struct Association: Hashable, Sendable {
  /// One end of an association.
  public struct End: Hashable, Sendable {
    /// The network source.
    public var sourceID: Int
    /// The feature.
    public var globalID: GlobalID
    /// The terminal; nil when the end names none.
    public var terminalID: Int?

    /// Creates an end.
    public init(sourceID: Int, globalID: GlobalID, terminalID: Int? = nil) {
      self.sourceID = sourceID
      self.globalID = globalID
      self.terminalID = terminalID
    }
  }

  /// The identifier.
  public var globalID: GlobalID
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
  /// How an association without a recorded source was made, such as `derived`; otherwise nil.
  public var origin: String?

  /// Creates an association.
  public init(
    globalID: GlobalID,
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
}

extension Association {
  /// The end opposite to a feature; nil when the association is not one of the feature.
  public func end(across feature: GlobalID) -> End? {
    if from.globalID == feature { return to }
    return to.globalID == feature ? from : nil
  }
}

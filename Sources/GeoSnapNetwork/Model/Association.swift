/// How two features are associated; raw values are Esri's codes.
public enum AssociationKind: Int, Hashable, Sendable, CaseIterable {
  /// Two junctions are joined though they do not coincide.
  case connectivity = 1
  /// The from-side contains the to-side.
  case containment = 2
  /// The from-side carries the to-side.
  case attachment = 3
  /// A junction is joined to the end of an edge, at fraction 1.
  case junctionEdgeFromConnectivity = 4
  /// A junction is joined to an edge in between its ends.
  case junctionMidspanConnectivity = 5
  /// A junction is joined to the start of an edge, at fraction 0.
  case junctionEdgeToConnectivity = 6

  /// The kind in lower camel case.
  public var name: String {
    switch self {
    case .connectivity: "connectivity"
    case .containment: "containment"
    case .attachment: "attachment"
    case .junctionEdgeFromConnectivity: "junctionEdgeFromConnectivity"
    case .junctionMidspanConnectivity: "junctionMidspanConnectivity"
    case .junctionEdgeToConnectivity: "junctionEdgeToConnectivity"
    }
  }

  /// Whether the commodity passes: kinds 1, 4, 5 and 6.
  public var isConnectivity: Bool { self != .containment && self != .attachment }
}

/// A link between two features that their geometry does not show.
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
  /// How the association came about when nobody recorded it, such as `derived`; nil otherwise.
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
  /// The end on the other side of a feature.
  ///
  /// - Parameter feature: The feature that one looks from.
  /// - Returns: The other end; nil when the association is not of the feature.
  public func end(across feature: GlobalID) -> End? {
    if from.globalID == feature { return to }
    return to.globalID == feature ? from : nil
  }
}

package import GeoSnapColumns

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

    package init(_ assetType: AssetTypeID, terminalID: Int? = nil) {
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

  package init(
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

extension [NetworkRule] {
  /// Reads the rules of an image, which stores them as records, since there may be tens of thousands.
  package init(from image: inout ImageReader) throws(ImageError) {
    let records: Column<RuleRecord> = try image.read("records")
    let origins: TextColumn = try image.read("origins")
    guard origins.count == records.count else {
      throw ImageError("The origins of the rules are missing.")
    }
    self = []
    reserveCapacity(records.count)
    for (position, record) in records.enumerated() {
      guard let kind = NetworkRuleKind(rawValue: record.kind) else {
        throw ImageError("A rule has an unknown kind.")
      }
      append(
        NetworkRule(
          id: record.id,
          kind: kind,
          from: record.from.side,
          to: record.to.side,
          via: record.hasVia != 0 ? record.via.side : nil,
          origin: origins[position]
        )
      )
    }
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(Column(map { RuleRecord($0) }), "records")
    try image.write(TextColumn(map(\.origin)), "origins")
  }
}

/// A rule without its origin.
private struct RuleRecord: BitwiseCopyable, Sendable {
  struct Side: BitwiseCopyable, Sendable {
    let source: Int
    let group: Int
    let type: Int
    let terminal: Int
    let hasTerminal: Int

    init(_ side: NetworkRule.Side?) {
      source = side?.assetType.sourceID ?? 0
      group = side?.assetType.assetGroup ?? 0
      type = side?.assetType.assetType ?? 0
      terminal = side?.terminalID ?? 0
      hasTerminal = side?.terminalID == nil ? 0 : 1
    }

    var side: NetworkRule.Side {
      NetworkRule.Side(
        AssetTypeID(sourceID: source, assetGroup: group, assetType: type),
        terminalID: hasTerminal != 0 ? terminal : nil
      )
    }
  }

  let id: Int
  let kind: Int
  let from: Side
  let to: Side
  let via: Side
  let hasVia: Int

  init(_ rule: NetworkRule) {
    id = rule.id
    kind = rule.kind.rawValue
    from = Side(rule.from)
    to = Side(rule.to)
    via = Side(rule.via)
    hasVia = rule.via == nil ? 0 : 1
  }
}

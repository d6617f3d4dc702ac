/// The connectivity rules for snapping while features of one asset type are edited.
///
/// A junction and a line may connect when a junction-edge rule has both, in either order, or an edge-junction-edge
/// rule has the junction as via and the line as one of its edges. Two lines may connect when they have the same
/// source, asset group and asset type. Everything else is refused, including junction on junction. Junction-junction,
/// containment and attachment rules apply only to associations.
///
/// If a junction joins lines of different asset types and an edge-junction-edge rule has it as via, each two of them
/// need such a rule, or a junction-edge rule each. The rules also determine the terminals for a line.
///
/// A value is compiled for one edited asset type.
public struct SnapRules: Sendable {
  /// The edited asset type.
  package let assetType: AssetTypeID
  /// Whether it is a junction or an edge.
  package let elementKind: NetworkElementKind

  let verdicts: [SnapVerdict]
  let connectivity: ConnectivityRules
  private let catalog: AssetTypeCatalog

  /// Compiles the rules for an edited asset type.
  ///
  /// With `splittingLines`, a junction may connect to a line between its ends although the line connects at its ends
  /// only; the line then has to be split.
  ///
  /// - Throws: ``SnapRuleError`` with code `unknownAssetType` when the network does not define it.
  /// - Complexity: Linear in the number of rules and asset types.
  public init(
    for assetType: AssetTypeID,
    in network: UtilityNetwork,
    splittingLines: Bool = false
  ) throws(SnapRuleError) {
    guard let ordinal = network.catalog.ordinal(assetType) else {
      throw SnapRuleError(
        .unknownAssetType,
        "Asset type \(assetType.assetGroup)/\(assetType.assetType) of source "
          + "\(assetType.sourceID) is not in the network's definition."
      )
    }
    let edited = network.catalog.entries[Int(ordinal)]
    let rules = ConnectivityRules(network)
    verdicts = network.catalog.entries.map {
      SnapVerdict(edited: edited, candidate: $0, rules, splittingLines: splittingLines, in: network)
    }
    self.assetType = assetType
    connectivity = rules
    catalog = network.catalog
    elementKind = edited.source.elementKind
  }

  /// Compiles the rules for a new feature of a network source, whose name is compared without case.
  ///
  /// The `attributes` must have `ASSETGROUP` and `ASSETTYPE`.
  ///
  /// - Throws: ``SnapRuleError`` with code `unknownSource`, `missingAttribute` or `unknownAssetType`.
  public init(
    forTable table: String,
    attributes: [String: AttributeValue],
    in network: UtilityNetwork
  ) throws(SnapRuleError) {
    guard let source = network.definition.source(named: table) else {
      throw SnapRuleError(.unknownSource, "\(table) is not a source of the network.")
    }
    func code(_ name: String) throws(SnapRuleError) -> Int {
      let value = attributes.first { $0.key.uppercased() == name }?.value
      guard case .integer(let code) = value else {
        throw SnapRuleError(
          .missingAttribute,
          "A new feature of \(table) needs a whole number as \(name)."
        )
      }
      return Int(code)
    }
    try self.init(
      for: AssetTypeID(
        sourceID: source.sourceID,
        assetGroup: try code("ASSETGROUP"),
        assetType: try code("ASSETTYPE")
      ),
      in: network
    )
  }

  /// The permission of an asset type to connect to the edited one; nil when it has none or is unknown.
  public func permission(for assetType: AssetTypeID) -> SnapPermission? {
    catalog.ordinal(assetType).flatMap { verdicts[Int($0)].permission }
  }

  /// The effect of the rules on an asset group of a network source, or on the whole source for nil.
  ///
  /// A source is limited if the rules limit any of its asset groups; one without asset types is prevented.
  public func behavior(ofSource sourceID: Int, group: Int? = nil) -> SnapRuleBehavior {
    zip(catalog.entries, verdicts).contains { entry, verdict in
      verdict.permission != nil && entry.id.sourceID == sourceID
        && (group == nil || entry.id.assetGroup == group)
    } ? .rulesLimitSnapping : .rulesPreventSnapping
  }
}

/// The effect of connectivity rules on a source while features of one asset type are edited.
///
/// Nil instead of a behavior means that no rules apply: the source is not part of the network, or no rules are in
/// force. Such a source is *allowed* without limits.
public enum SnapRuleBehavior: String, Hashable, Codable, Sendable {
  /// Some features of the source may connect, at some of their places.
  case rulesLimitSnapping
  /// No feature of the source may connect: it has no candidates, enabled or not.
  case rulesPreventSnapping
}

/// The effect of synchronising with rules on the switches of the sources.
public enum SnapSourceEnablingBehavior: Equatable, Sendable {
  /// Leaves known sources unchanged; new ones start disabled.
  case preserve
  /// Enables every source that rules limit or prevent; known others stay unchanged and new others start disabled.
  case setFromRules
}

/// The part of the edited feature that follows the pointer.
public enum SnapRole: String, Hashable, Sendable, CaseIterable {
  /// The feature is a point.
  case point
  /// The first or last vertex of a line.
  case lineEnd = "line-end"
  /// A vertex between the ends of a line.
  case innerVertex = "inner-vertex"
}

/// The connectivity rules as they concern snapping while features of one asset type are edited.
///
/// The decision: a junction and a line may join when a junction-edge rule holds both, in either
/// order, or an edge-junction-edge rule has the junction as via and the line as one of its edges.
/// Two lines may join when they are of the same source, asset group and asset type. Everything
/// else is refused, junction on junction included. Junction-junction, containment and attachment
/// rules concern associations and play no part.
///
/// Where a junction joins lines of different asset types and an edge-junction-edge rule has it as
/// via, each two of them need such a rule, or a junction-edge rule each. The rules also say which
/// terminals of a junction a line may take.
///
/// A value is compiled for one asset type: make another when the asset type being edited changes.
public struct SnapRules: Sendable {
  /// The asset type being edited.
  public let assetType: AssetTypeID
  /// Whether it is a junction or an edge.
  public let elementKind: NetworkElementKind

  /// For each asset type of the catalog, whether its features may be joined.
  let verdicts: [SnapVerdict]
  /// The rules for all asset types.
  let connectivity: ConnectivityRules
  private let catalog: AssetTypeCatalog
  private let behaviors: [AssetGroupKey: SnapRuleBehavior]

  struct AssetGroupKey: Hashable, Sendable {
    let sourceID: Int
    /// Nil for the source as a whole.
    let group: Int?
  }

  /// Compiles the rules for an asset type.
  ///
  /// - Parameters:
  ///   - assetType: The asset type being edited.
  ///   - network: The network.
  ///   - splittingLines: Whether a junction may join a line between its ends that connects at its ends only: the
  ///     line has to be split there then.
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
      SnapVerdict(
        edited: edited,
        candidate: $0,
        rules,
        splittingLines: splittingLines,
        in: network
      )
    }
    self.assetType = assetType
    connectivity = rules
    catalog = network.catalog
    elementKind = edited.source.elementKind

    var behaviors: [AssetGroupKey: SnapRuleBehavior] = [:]
    for (entry, verdict) in zip(network.catalog.entries, verdicts) {
      let source = AssetGroupKey(sourceID: entry.id.sourceID, group: nil)
      let group = AssetGroupKey(sourceID: entry.id.sourceID, group: entry.id.assetGroup)
      for key in [source, group] {
        if verdict.permission != nil {
          behaviors[key] = .rulesLimitSnapping
        } else if behaviors[key] == nil {
          behaviors[key] = .rulesPreventSnapping
        }
      }
    }
    self.behaviors = behaviors
  }

  /// Compiles the rules for a feature that is about to be created.
  ///
  /// - Parameters:
  ///   - table: The name of the network source, compared without case.
  ///   - attributes: The attributes of the new feature; `ASSETGROUP` and `ASSETTYPE` are read.
  ///   - network: The network it is created in.
  /// - Throws: ``SnapRuleError`` with code `unknownSource`, `missingAttribute` or
  ///   `unknownAssetType`.
  public init(
    forTable table: String,
    attributes: [String: AttributeValue],
    in network: UtilityNetwork
  ) throws(SnapRuleError) {
    guard let source = network.definition.source(named: table) else {
      throw SnapRuleError(.unknownSource, "\(table) is no source of the network.")
    }
    func code(_ name: String) throws(SnapRuleError) -> Int {
      let value = attributes.first { $0.key.uppercased() == name }?.value
      guard case .integer(let code) = value else {
        throw SnapRuleError(.missingAttribute, "A new feature of \(table) needs a whole \(name).")
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

  /// Why features of an asset type may be joined to the edited one.
  ///
  /// - Returns: nil when they may not, and for an asset type that the network does not define.
  public func permission(for assetType: AssetTypeID) -> SnapPermission? {
    catalog.ordinal(assetType).flatMap { verdicts[Int($0)].permission }
  }

  /// What the rules mean for a network source as a whole: limited when they limit any of its asset
  /// groups.
  ///
  /// A source that can hold nothing is prevented.
  public func behavior(ofSource sourceID: Int) -> SnapRuleBehavior {
    behaviors[AssetGroupKey(sourceID: sourceID, group: nil)] ?? .rulesPreventSnapping
  }

  /// What the rules mean for an asset group of a network source.
  public func behavior(ofSource sourceID: Int, group: Int) -> SnapRuleBehavior {
    behaviors[AssetGroupKey(sourceID: sourceID, group: group)] ?? .rulesPreventSnapping
  }
}

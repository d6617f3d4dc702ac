internal import GeoSnapSupport

/// A subnetwork controller: a terminal that feeds or drains a subnetwork.
public struct SubnetworkController: Hashable, Sendable {
  /// The device or junction object.
  public let feature: FeatureID
  /// The number of the terminal among those of its asset type.
  public let terminal: Int
  /// The name of the subnetwork; its controllers share it.
  public let subnetworkName: String
  /// The name of the tier; nil when the feature names none.
  public let tierName: String?
}

extension UtilityNetwork {
  /// The subnetwork controllers, in the order of features, without edits.
  package var subnetworkControllers: [SubnetworkController] {
    let columns = ControllerColumns(self)
    var controllers: [SubnetworkController] = []
    for (table, names) in columns.names.enumerated() {
      guard let names else { continue }
      for row in names.indices where !names.isNull(row) {
        controllers += self.controllers(FeatureID(table: table, row: row), columns)
      }
    }
    return controllers
  }

  func controllers(_ feature: FeatureID, _ columns: ControllerColumns) -> [SubnetworkController] {
    let (table, row) = (Int(feature.table), Int(feature.row))
    guard let name = columns.names[table]?[row].name, !name.isEmpty,
      let type = assetType(of: feature)?.type
    else { return [] }
    return controllers(
      feature,
      type,
      ControllerFields(
        name: name,
        tiers: columns.tiers[table]?[row].name,
        terminals: columns.terminals[table]?[row].name
      )
    )
  }

  fileprivate func controllers(
    _ feature: FeatureID,
    _ type: AssetType,
    _ fields: ControllerFields
  ) -> [SubnetworkController] {
    let known = terminals(of: type)
    let tierNames = ControllerField.words(fields.tiers)
    let chosen = ControllerField.words(fields.terminals)
    return (0..<max(tierNames.count, chosen.count, 1)).map { number in
      let word = number < chosen.count ? chosen[number] : nil
      return SubnetworkController(
        feature: feature,
        terminal: terminal(called: word, of: known, feature) ?? 0,
        subnetworkName: fields.name,
        tierName: number < tierNames.count ? tierNames[number] : tierNames.last
      )
    }
  }

  private func terminal(called word: String?, of known: [Terminal], _ feature: FeatureID) -> Int? {
    if let word {
      let found = known.firstIndex { $0.isCalled(word) }
      if let found { return found }
    }
    let source = tables[Int(feature.table)].sourceID
    let domain = source.flatMap { definition.domainNetwork(ofSource: $0) }
    let isSink = domain?.subnetworkControllerType == .sink
    return known.firstIndex { $0.isUpstream == isSink }
  }
}

/// The columns of subnetwork controllers, by table; nil for tables without controllers.
struct ControllerColumns: Sendable {
  let names: [FieldColumn?]
  let tiers: [FieldColumn?]
  let terminals: [FieldColumn?]
  /// The ordinals of the features of those tables, with the column of subnetwork names.
  private let named: [(ordinals: Range<Int32>, names: FieldColumn)]

  init(_ network: UtilityNetwork) {
    names = network.tables.map { table in
      guard table.sourceID != nil, let names = table.column(named: ControllerField.name),
        !names.isNull
      else { return nil }
      return names
    }
    tiers = network.tables.map { $0.column(named: ControllerField.tier) }
    terminals = network.tables.map { $0.column(named: ControllerField.terminal) }
    named = zip(network.firstOrdinals, names).compactMap { first, names in
      names.map { (Int32(first)..<Int32(first) + Int32($0.count), $0) }
    }
  }

  func hasName(_ ordinal: Int32) -> Bool {
    for (ordinals, names) in named where ordinals.contains(ordinal) {
      return !names.isNull(Int(ordinal - ordinals.lowerBound))
    }
    return false
  }

  /// The positions, in a list of ordinals, of features that name a subnetwork.
  func places(ofNamesAt features: [Int32]) -> [Int] {
    named.flatMap { ordinals, names in
      names.places(ofValuesAt: features.map { $0 < 0 ? -1 : $0 &- ordinals.lowerBound })
    }
  }
}

private struct ControllerFields {
  let name: String
  let tiers: String?
  let terminals: String?
}

extension EditedNetwork {
  /// The subnetwork controllers, in the order of features: those with a value in the field
  /// `SUBNETWORKCONTROLLERNAME`; edits included.
  ///
  /// `TIERNAME` and `CONTROLLERTERMINAL` give the tier and the terminal (by id or name); a feature that controls
  /// several tiers lists them, separated by semicolons. Without `CONTROLLERTERMINAL` it is the only terminal or, of
  /// several, the first on the downstream side where subnetworks are fed by sources, and on the upstream side where
  /// they drain to sinks.
  ///
  /// - Complexity: Linear in the number of devices and junction objects.
  public var subnetworkControllers: [SubnetworkController] {
    subnetworkControllers(packed: base.subnetworkControllers)
  }

  /// The controllers with edits, from those of the ``base``; O(k log k) for k controllers and changed features.
  func subnetworkControllers(packed: [SubnetworkController]) -> [SubnetworkController] {
    let changed = changedFeatures
    if changed.isEmpty { return packed }
    let kept = packed.filter { !isChanged($0.feature) }
    return (kept + changed.flatMap { controllers($0) }).rising {
      Int($0.feature.table) << 32 | Int($0.feature.row)
    }
  }

  func controllers(_ feature: FeatureID) -> [SubnetworkController] {
    guard base.tables[Int(feature.table)].sourceID != nil,
      let name = attribute(ControllerField.name, of: feature)?.name, !name.isEmpty,
      let type = assetType(of: feature)?.type
    else { return [] }
    let fields = ControllerFields(
      name: name,
      tiers: attribute(ControllerField.tier, of: feature)?.name,
      terminals: attribute(ControllerField.terminal, of: feature)?.name
    )
    return base.controllers(feature, type, fields)
  }
}

/// A terminal that feeds or drains a subnetwork.
public struct SubnetworkController: Hashable, Sendable {
  /// The device or junction object.
  public let feature: FeatureID
  /// The number of the terminal among those of its asset type.
  public let terminal: Int
  /// The name of the subnetwork; controllers of one name share it.
  public let subnetworkName: String
  /// The name of the tier; nil where the feature names none.
  public let tierName: String?
}

/// The fields by which features say that they control subnetworks.
enum ControllerField {
  /// The name of the subnetwork.
  static let name = "SUBNETWORKCONTROLLERNAME"
  /// The tiers, separated by semicolons where a feature controls several.
  static let tier = "TIERNAME"
  /// For each tier the terminal's id or name.
  static let terminal = "CONTROLLERTERMINAL"
}

extension UtilityNetwork {
  /// The subnetwork controllers, in the order of features: those whose field
  /// `SUBNETWORKCONTROLLERNAME` has a value.
  ///
  /// `TIERNAME` and `CONTROLLERTERMINAL` say of which tier and at which terminal (by id or name); a
  /// feature that controls several tiers lists them, separated by semicolons. Without a terminal it
  /// is the only one or, of several, the first on the downstream side where subnetworks are fed by
  /// sources, and on the upstream side where they drain to sinks.
  ///
  /// - Complexity: Linear in the number of devices and junction objects.
  public var subnetworkControllers: [SubnetworkController] {
    var controllers: [SubnetworkController] = []
    for (index, table) in tables.enumerated() {
      guard table.sourceID != nil, let names = table.column(named: ControllerField.name) else {
        continue
      }
      let tiers = table.column(named: ControllerField.tier)
      let terminals = table.column(named: ControllerField.terminal)
      for row in names.indices {
        guard let name = names[row].name, !name.isEmpty else { continue }
        let feature = FeatureID(table: index, row: row)
        guard let type = assetType(of: feature)?.type else { continue }
        let known = self.terminals(of: type)
        let tierNames = (tiers?[row].name ?? "").split(separator: ";").map(\.trimmingSpaces)
        let chosen = (terminals?[row].name ?? "").split(separator: ";").map(\.trimmingSpaces)
        for number in 0..<max(tierNames.count, chosen.count, 1) {
          let word = number < chosen.count ? chosen[number] : nil
          controllers.append(
            SubnetworkController(
              feature: feature,
              terminal: terminal(called: word, of: known, feature) ?? 0,
              subnetworkName: name,
              tierName: number < tierNames.count ? tierNames[number] : tierNames.last
            )
          )
        }
      }
    }
    return controllers
  }

  private func terminal(called word: String?, of known: [Terminal], _ feature: FeatureID) -> Int? {
    if let word {
      let found = known.firstIndex {
        "\($0.id)" == word || $0.name.lowercased() == word.lowercased()
      }
      if let found { return found }
    }
    let sourceID = tables[Int(feature.table)].sourceID
    let domain = definition.domainNetworks.first { domain in
      domain.sources.contains { $0.sourceID == sourceID }
    }
    let isSink = domain?.subnetworkControllerType == .sink
    return known.firstIndex { $0.isUpstream == isSink }
  }
}

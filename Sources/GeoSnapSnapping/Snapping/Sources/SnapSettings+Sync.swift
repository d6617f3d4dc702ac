extension SnapSettings {
  /// Synchronises the list with a map and clears all rules.
  ///
  /// New sources start disabled, missing ones are removed, and the others keep their switches. Every
  /// ``SnapSourceSettings/ruleBehavior`` becomes nil. A layer is not a source if its table is missing or without
  /// geometry, or if it is a subtype layer without existing asset groups.
  public mutating func syncSourceSettings(with map: SnapMap, of network: UtilityNetwork) {
    sourceSettings = merged(with: map, network)
  }

  /// Synchronises the list with a map of the whole network and clears all rules.
  public mutating func syncSourceSettings(with network: UtilityNetwork) {
    syncSourceSettings(with: SnapMap(of: network), of: network)
  }

  /// Synchronises the list with a map and with the rules for the edited asset type.
  ///
  /// A network layer is limited if rules limit any visible asset group, otherwise prevented; a plain layer or an
  /// overlay is allowed (nil). The enabling `.setFromRules` enables all sources and asset groups that rules limit *or
  /// prevent*, although prevented ones have no candidates.
  public mutating func syncSourceSettings(
    with map: SnapMap,
    of network: UtilityNetwork,
    rules: SnapRules,
    enabling: SnapSourceEnablingBehavior
  ) {
    sourceSettings = merged(with: map, network).map { entry in
      var settings = entry
      guard let sourceID = settings.sourceID else { return settings }
      if settings.childSourceSettings.isEmpty {
        settings.ruleBehavior = rules.behavior(ofSource: sourceID)
      } else {
        for index in settings.childSourceSettings.indices {
          guard let group = settings.childSourceSettings[index].assetGroup else { continue }
          settings.childSourceSettings[index].ruleBehavior =
            rules.behavior(ofSource: sourceID, group: group)
          if enabling == .setFromRules { settings.childSourceSettings[index].isEnabled = true }
        }
        let isLimited = settings.childSourceSettings.contains {
          $0.ruleBehavior == .rulesLimitSnapping
        }
        settings.ruleBehavior = isLimited ? .rulesLimitSnapping : .rulesPreventSnapping
      }
      if enabling == .setFromRules { settings.isEnabled = true }
      return settings
    }
  }

  /// Synchronises the list with a map of the whole network, and with rules.
  public mutating func syncSourceSettings(
    with network: UtilityNetwork,
    rules: SnapRules,
    enabling: SnapSourceEnablingBehavior
  ) {
    syncSourceSettings(with: SnapMap(of: network), of: network, rules: rules, enabling: enabling)
  }

  /// The entries for a map, with the switches of known ones.
  private func merged(with map: SnapMap, _ network: UtilityNetwork) -> [SnapSourceSettings] {
    let known = Dictionary(
      sourceSettings.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var entries = map.layers.compactMap { SnapSourceSettings($0, of: network) }
    entries += map.overlays.map { SnapSourceSettings(name: $0.name, table: nil, sourceID: nil) }
    return entries.map { entry in
      guard let old = known[entry.name], old.table == entry.table, old.sourceID == entry.sourceID
      else { return entry }
      var settings = entry
      settings.takeSwitches(of: old)
      return settings
    }
  }
}

extension SnapSourceSettings {
  /// The entry for a layer; nil when its table is missing or without geometry, or its asset groups do not exist.
  init?(_ layer: FeatureLayer, of network: UtilityNetwork) {
    if let source = network.definition.sources.first(where: { $0.name == layer.table }) {
      guard source.usage.geometryType != nil else { return nil }
      let children = layer.sublayers.compactMap { sublayer -> SnapSourceSettings? in
        guard let group = source.assetGroup(code: sublayer.assetGroup) else { return nil }
        return SnapSourceSettings(
          name: group.name,
          table: source.name,
          sourceID: source.sourceID,
          assetGroup: group.code
        )
      }
      guard layer.sublayers.isEmpty || !children.isEmpty else { return nil }
      self.init(
        name: layer.name,
        table: source.name,
        sourceID: source.sourceID,
        childSourceSettings: children
      )
    } else {
      let table = network.tables.first { $0.name == layer.table && $0.sourceID == nil }
      guard let table, table.geometryType != nil else { return nil }
      self.init(name: layer.name, table: table.name, sourceID: nil)
    }
  }

  fileprivate mutating func takeSwitches(of old: SnapSourceSettings) {
    isEnabled = old.isEnabled
    kinds = old.kinds
    tolerance = old.tolerance
    kindTolerances = old.kindTolerances
    for index in childSourceSettings.indices {
      let group = childSourceSettings[index].assetGroup
      guard let child = old.childSourceSettings.first(where: { $0.assetGroup == group }) else {
        continue
      }
      childSourceSettings[index].takeSwitches(of: child)
    }
  }
}

extension SnapSettings {
  /// Brings the list up to date with a map and forgets all rules.
  ///
  /// Sources that are new start disabled, those that are gone are dropped, the others keep their
  /// switches. Every ``SnapSourceSettings/ruleBehavior`` becomes nil. A layer over a table that is
  /// missing or has no geometry is no source, nor is a subtype layer none of whose asset groups exist.
  public mutating func syncSourceSettings(with map: SnapMap, of network: UtilityNetwork) {
    sourceSettings = merged(with: map, network)
  }

  /// Brings the list up to date with a map of everything a network has, and forgets all rules.
  public mutating func syncSourceSettings(with network: UtilityNetwork) {
    syncSourceSettings(with: SnapMap(of: network), of: network)
  }

  /// Brings the list up to date with a map and with the rules for the asset type being edited.
  ///
  /// A network layer is limited when rules limit any asset group it shows, otherwise prevented; a
  /// plain layer or an overlay is allowed (nil).
  ///
  /// - Parameters:
  ///   - map: The layers and overlays.
  ///   - network: The network they show.
  ///   - rules: The rules for the asset type being edited.
  ///   - enabling: What becomes of the switches. With `.setFromRules` every source and asset group
  ///     that rules limit *or prevent* is enabled: a prevented one offers nothing all the same.
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

  /// Brings the list up to date with a map of everything a network has, and with rules.
  public mutating func syncSourceSettings(
    with network: UtilityNetwork,
    rules: SnapRules,
    enabling: SnapSourceEnablingBehavior
  ) {
    syncSourceSettings(with: SnapMap(of: network), of: network, rules: rules, enabling: enabling)
  }

  /// The entries a map calls for, with the switches of those that are already known.
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
  /// The entry for a layer; nil when it can show nothing: its table is missing or has no geometry,
  /// or it is a subtype layer of asset groups that are not there.
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

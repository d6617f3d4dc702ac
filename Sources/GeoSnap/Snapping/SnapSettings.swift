/// What a user may switch about snapping: the whole, features, each source and asset group.
///
/// The list of sources is empty until it is synchronised with a network.
public struct SnapSettings: Hashable, Sendable {
  /// Whether anything snaps at all; off until turned on.
  public var isEnabled = false
  /// Whether features are snapped to.
  public var snapsToFeatures = true
  /// The sources: network sources with geometry in definition order, then plain tables.
  ///
  /// Entries are added and dropped by synchronising; their switches may be set at will.
  public var sourceSettings: [SnapSourceSettings] = []

  /// Creates settings without sources, switched off.
  public init() {}

  /// Brings the list up to date with a network and forgets all rules.
  ///
  /// Sources that are new start disabled, those that are gone are dropped, the others keep their
  /// switches. Every ``SnapSourceSettings/ruleBehavior`` becomes nil.
  public mutating func syncSourceSettings(with network: UtilityNetwork) {
    sourceSettings = merged(with: network)
  }

  /// Brings the list up to date with a network and with the rules for the asset type being edited.
  ///
  /// A network source is limited when any of its asset groups is, otherwise prevented; a plain
  /// table is allowed (nil). With `.setFromRules` every source and asset group that rules limit
  /// *or prevent* is enabled: a prevented one offers nothing all the same.
  public mutating func syncSourceSettings(
    with network: UtilityNetwork,
    rules: SnapRules,
    enabling: SnapSourceEnablingBehavior
  ) {
    sourceSettings = merged(with: network).map { entry in
      var settings = entry
      guard let sourceID = settings.sourceID else { return settings }
      settings.ruleBehavior = rules.behavior(ofSource: sourceID)
      if enabling == .setFromRules { settings.isEnabled = true }
      for index in settings.childSourceSettings.indices {
        guard let group = settings.childSourceSettings[index].assetGroup else { continue }
        settings.childSourceSettings[index].ruleBehavior =
          rules.behavior(ofSource: sourceID, group: group)
        if enabling == .setFromRules { settings.childSourceSettings[index].isEnabled = true }
      }
      return settings
    }
  }

  /// The entries a network calls for, with the switches of those that are already known.
  private func merged(with network: UtilityNetwork) -> [SnapSourceSettings] {
    let known = Dictionary(
      sourceSettings.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var entries: [SnapSourceSettings] = network.definition.sources.compactMap { source in
      guard source.usage.geometryType != nil else { return nil }
      return SnapSourceSettings(
        name: source.name,
        sourceID: source.sourceID,
        childSourceSettings: source.assetGroups.map {
          SnapSourceSettings(name: $0.name, sourceID: source.sourceID, assetGroup: $0.code)
        }
      )
    }
    for table in network.tables where table.sourceID == nil && table.geometryType != nil {
      entries.append(SnapSourceSettings(name: table.name, sourceID: nil))
    }
    return entries.map { entry in
      guard let old = known[entry.name], old.sourceID == entry.sourceID else { return entry }
      var settings = entry
      settings.isEnabled = old.isEnabled
      for index in settings.childSourceSettings.indices {
        let group = settings.childSourceSettings[index].assetGroup
        let child = old.childSourceSettings.first { $0.assetGroup == group }
        settings.childSourceSettings[index].isEnabled = child?.isEnabled ?? false
      }
      return settings
    }
  }
}

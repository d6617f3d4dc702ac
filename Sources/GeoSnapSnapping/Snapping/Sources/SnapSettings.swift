/// The user's choices for snapping: the main switches, kinds and tolerances, each source and asset group.
///
/// The list of sources is empty before it is synchronised with a map.
public struct SnapSettings: Equatable, Codable, Sendable {
  /// Whether snapping is on at all; off by default.
  public var isEnabled = false
  /// Whether snapping is suspended, as while a key is held, without a change of other switches.
  public var isSuspended = false
  /// Whether to snap to features and graphics.
  public var snapsToFeatures = true
  /// Whether to snap to the sketch's guides.
  public var snapsToGeometryGuides = true
  /// The map scales for snaps to features and graphics, in addition to those of each layer.
  public var scaleRange = ScaleRange()
  /// The kinds of places to snap to; a source may override them.
  public var kinds: SnapKinds = [.standard, .guides]
  /// The default tolerance.
  public var tolerance = SnapTolerance.pixels(10)
  /// The tolerances of single kinds.
  public var kindTolerances: [SnapKind: SnapTolerance] = [:]
  /// The grid, which also requires ``SnapKind/grid`` in `kinds`; nil for none.
  public var grid: SnapGrid?
  /// The sources: layers in map order, then graphics overlays.
  ///
  /// Synchronising adds and removes entries; their switches may be set freely.
  public var sourceSettings: [SnapSourceSettings] = []

  /// Creates settings without sources, switched off.
  public init() {}

  /// The index of a source in the list; nil when there is none with the name.
  package func index(ofSource name: String) -> Int? {
    sourceSettings.firstIndex { $0.name == name }
  }

  /// The path of each source, such as `PipelineLine`, followed by those of its asset groups, such as
  /// `PipelineLine/Plastic Main`.
  public var sourcePaths: [String] {
    sourceSettings.flatMap { source in
      [source.name] + source.childSourceSettings.map { "\(source.name)/\($0.name)" }
    }
  }

  /// The settings of a source or asset group by its path, for reading and changing; nil when there is none.
  ///
  /// ```swift
  /// editor.settings[source: "PipelineLine/Service"]?.isEnabled.toggle()
  /// ```
  ///
  /// Sources and asset groups can be added or removed only by synchronising.
  ///
  /// - Parameter path: The name of a source, or one of ``sourcePaths``.
  public subscript(source path: String) -> SnapSourceSettings? {
    get { position(of: path).map { sourceSettings[$0.source][$0.child] } }
    set {
      guard let newValue, let (source, child) = position(of: path) else { return }
      sourceSettings[source][child] = newValue
    }
  }

  private func position(of path: String) -> (source: Int, child: Int?)? {
    if let source = index(ofSource: path) { return (source, nil) }
    // Names may contain slashes, so whole paths are compared.
    for (source, settings) in sourceSettings.enumerated() {
      if let child = settings.childSourceSettings.firstIndex(where: {
        "\(settings.name)/\($0.name)" == path
      }) {
        return (source, child)
      }
    }
    return nil
  }

  /// Synchronises the list with a map, and with the rules for the edited asset type, if any.
  ///
  /// New sources start disabled, missing ones are removed, and the others keep their switches. A layer is not a source
  /// if its table is missing or without geometry, or if it is a subtype layer without existing asset groups.
  ///
  /// Without rules, every ``SnapSourceSettings/ruleBehavior`` becomes nil. With rules, a network layer is limited if
  /// they limit any visible asset group, otherwise prevented; a plain layer or an overlay is allowed (nil). The
  /// enabling `.setFromRules` enables all sources and asset groups that rules limit *or prevent*, although prevented
  /// ones have no candidates.
  public mutating func syncSourceSettings(
    with map: SnapMap,
    of network: UtilityNetwork,
    rules: SnapRules? = nil,
    enabling: SnapSourceEnablingBehavior = .preserve
  ) {
    sourceSettings = merged(with: map, network)
    guard let rules else { return }
    sourceSettings = sourceSettings.map { entry in
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

  /// Synchronises the list with a map of the whole network, and with rules, if any.
  public mutating func syncSourceSettings(
    with network: UtilityNetwork,
    rules: SnapRules? = nil,
    enabling: SnapSourceEnablingBehavior = .preserve
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
    entries += map.overlays.map {
      SnapSourceSettings(name: $0.name, table: nil, sourceID: nil, assetGroup: nil)
    }
    return entries.map { entry in
      guard let old = known[entry.name], old.table == entry.table, old.sourceID == entry.sourceID
      else { return entry }
      var settings = entry
      settings.takeSwitches(of: old)
      return settings
    }
  }
}

extension SnapSettings {
  /// Reads settings; missing switches have the values of ``init()``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) throws {
      value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    self.init()
    try read(.isEnabled, into: &isEnabled)
    try read(.isSuspended, into: &isSuspended)
    try read(.snapsToFeatures, into: &snapsToFeatures)
    try read(.snapsToGeometryGuides, into: &snapsToGeometryGuides)
    try read(.scaleRange, into: &scaleRange)
    try read(.kinds, into: &kinds)
    try read(.tolerance, into: &tolerance)
    try read(.kindTolerances, into: &kindTolerances)
    grid = try container.decodeIfPresent(SnapGrid.self, forKey: .grid)
    try read(.sourceSettings, into: &sourceSettings)
  }
}

extension SnapSourceSettings {
  fileprivate subscript(child: Int?) -> SnapSourceSettings {
    get { child.map { childSourceSettings[$0] } ?? self }
    set {
      if let child { childSourceSettings[child] = newValue } else { self = newValue }
    }
  }

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
        assetGroup: nil,
        childSourceSettings: children
      )
    } else {
      let table = network.tables.first { $0.name == layer.table && $0.sourceID == nil }
      guard let table, table.geometryType != nil else { return nil }
      self.init(name: layer.name, table: table.name, sourceID: nil, assetGroup: nil)
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

/// The switches and rules of one snap source, or of one of its asset groups.
public struct SnapSourceSettings: Equatable, Codable, Sendable {
  /// The name of the layer or graphics overlay, or of the asset group for a child.
  public let name: String
  /// The table; nil for an overlay.
  package let table: String?
  /// The network source; nil for a plain table and for an overlay.
  package let sourceID: Int?
  /// The asset group's code; nil for a whole source.
  package let assetGroup: Int?
  /// The user's switch; a child has candidates only if its source is also enabled.
  public var isEnabled = false
  /// The kinds of places; nil for those of the source or the general ones.
  public var kinds: SnapKinds?
  /// The tolerance; nil for that of the source or the general one.
  public var tolerance: SnapTolerance?
  /// The tolerances of single kinds, which override all others.
  public var kindTolerances: [SnapKind: SnapTolerance] = [:]
  /// The effect of rules on it; nil when no rules apply, so that everything is allowed.
  public internal(set) var ruleBehavior: SnapRuleBehavior?
  /// The effect of rules for a legend: `allowed`, `limited` or `prevented`.
  public var behaviorName: String {
    switch ruleBehavior {
    case nil: "allowed"
    case .rulesLimitSnapping: "limited"
    case .rulesPreventSnapping: "prevented"
    }
  }
  /// One entry for each sublayer of a subtype layer, in its order; empty for others.
  public var childSourceSettings: [SnapSourceSettings] = []
}

/// One layer, sublayer or overlay with all its resolved switches.
struct SnapSourceState: Sendable {
  let name: String
  let group: String?
  let classes: [Int32]
  /// The position of its layer or overlay in the order of choice, which sublayers share.
  let layer: Int32
  /// Its filter, by index in the scene; -1 for none.
  let filter: Int32
  let isEnabled: Bool
  /// Whether the layer is switched on, irrespective of its sublayer's switch.
  let isLayerEnabled: Bool
  let isVisible: Bool
  let isInScale: Bool
  let scaleRange: ScaleRange
  let kinds: SnapKinds
  private let entries: [SnapSourceSettings]

  var offers: Bool { isEnabled && isVisible && isInScale }

  /// The tolerance for a kind of its places; nil by default.
  func tolerance(of kind: SnapKind) -> SnapTolerance? {
    entries.lazy.compactMap { $0.kindTolerances[kind] }.first
      ?? entries.lazy.compactMap(\.tolerance).first
  }

  /// The state of a layer or overlay, or of a sublayer.
  private init(
    _ name: String,
    _ sublayer: AssetGroupSublayer?,
    _ classes: [Int32],
    layer: Int,
    filter: Int32 = -1,
    isVisible: Bool,
    _ scaleRange: ScaleRange,
    _ settings: SnapSettings,
    _ view: SnapView?
  ) {
    let entry = settings.sourceSettings.first { $0.name == name }
    let child = sublayer.flatMap { sublayer in
      entry?.childSourceSettings.first { $0.assetGroup == sublayer.assetGroup }
    }
    self.name = name
    group = child?.name
    self.classes = classes
    self.layer = Int32(layer)
    self.filter = filter
    isLayerEnabled = entry?.isEnabled == true
    isEnabled = isLayerEnabled && (sublayer == nil || child?.isEnabled == true)
    self.isVisible = isVisible && sublayer?.isVisible != false
    let ranges = [sublayer?.scaleRange, scaleRange].compactMap { $0 }
    isInScale = ranges.allSatisfy { $0.contains(view) }
    self.scaleRange = ranges.first { !$0.contains(view) } ?? scaleRange
    entries = [child, entry].compactMap { $0 }
    kinds = entries.lazy.compactMap(\.kinds).first ?? settings.kinds
  }

  /// The states of all sources of a scene, topmost first.
  static func states(
    of scene: SnapScene,
    _ settings: SnapSettings,
    in view: SnapView?
  ) -> [SnapSourceState] {
    var states: [SnapSourceState] = []
    for (number, layer) in scene.map.layers.enumerated() {
      let filters = scene.filterIndices[number]
      func add(_ sublayer: AssetGroupSublayer?, _ filter: Int32) {
        states.append(
          SnapSourceState(
            layer.name,
            sublayer,
            scene.network.base.classes(ofTable: layer.table, group: sublayer?.assetGroup),
            layer: number,
            filter: filter,
            isVisible: layer.isVisible,
            layer.scaleRange,
            settings,
            view
          )
        )
      }
      if layer.sublayers.isEmpty {
        add(nil, filters[0])
      } else {
        for (sublayer, filter) in zip(layer.sublayers, filters) { add(sublayer, filter) }
      }
    }
    for (number, overlay) in scene.map.overlays.enumerated() {
      states.append(
        SnapSourceState(
          overlay.name,
          nil,
          [scene.overlayClass(number)],
          layer: scene.map.layers.count + number,
          isVisible: overlay.isVisible,
          overlay.scaleRange,
          settings,
          view
        )
      )
    }
    return states
  }
}

extension UtilityNetwork {
  /// The classes of a table's features, or of those in one asset group.
  fileprivate func classes(ofTable name: String, group: Int?) -> [Int32] {
    var classes: [Int32] = []
    for (ordinal, entry) in catalog.entries.enumerated() {
      guard entry.source.name == name, group == nil || entry.group.code == group else { continue }
      classes.append(Int32(ordinal))
    }
    // Without asset type: plain tables, and the lines of subnetworks.
    if group == nil, let table = tables.firstIndex(where: { $0.name == name }) {
      classes.append(Int32(catalog.entries.count + table))
    }
    return classes
  }
}

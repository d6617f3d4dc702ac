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

  /// The state of a layer, which shows a table of the network if it has a filter, or of one of its sublayers.
  private init(
    _ layer: FeatureLayer,
    _ sublayer: AssetGroupSublayer?,
    _ filter: Int32,
    _ position: Int,
    _ settings: SnapSettings,
    _ scene: SnapScene,
    _ view: SnapView?
  ) {
    let entry = settings.sourceSettings.first { $0.name == layer.name }
    let child = sublayer.flatMap { sublayer in
      entry?.childSourceSettings.first { $0.assetGroup == sublayer.assetGroup }
    }
    name = layer.name
    group = child?.name
    classes = scene.network.base.classes(ofTable: layer.table, group: sublayer?.assetGroup)
    self.layer = Int32(position)
    self.filter = filter
    isLayerEnabled = entry?.isEnabled == true
    isEnabled = isLayerEnabled && (sublayer == nil || child?.isEnabled == true)
    isVisible = layer.isVisible && sublayer?.isVisible != false
    let ranges = [sublayer?.scaleRange, layer.scaleRange].compactMap { $0 }
    isInScale = ranges.allSatisfy { $0.contains(view) }
    scaleRange = ranges.first { !$0.contains(view) } ?? layer.scaleRange
    entries = [child, entry].compactMap { $0 }
    kinds = entries.lazy.compactMap(\.kinds).first ?? settings.kinds
  }

  private init(
    _ overlay: GraphicsOverlay,
    _ featureClass: Int32,
    _ position: Int,
    _ settings: SnapSettings,
    _ view: SnapView?
  ) {
    let entry = settings.sourceSettings.first { $0.name == overlay.name }
    name = overlay.name
    group = nil
    classes = [featureClass]
    layer = Int32(position)
    filter = -1
    isEnabled = entry?.isEnabled == true
    isLayerEnabled = isEnabled
    isVisible = overlay.isVisible
    isInScale = overlay.scaleRange.contains(view)
    scaleRange = overlay.scaleRange
    entries = [entry].compactMap { $0 }
    kinds = entry?.kinds ?? settings.kinds
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
          SnapSourceState(layer, sublayer, filter, number, settings, scene, view)
        )
      }
      if layer.sublayers.isEmpty {
        add(nil, filters[0])
      } else {
        for (sublayer, filter) in zip(layer.sublayers, filters) { add(sublayer, filter) }
      }
    }
    for (number, overlay) in scene.map.overlays.enumerated() {
      let featureClass = scene.overlayClass(number)
      let position = scene.map.layers.count + number
      states.append(SnapSourceState(overlay, featureClass, position, settings, view))
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

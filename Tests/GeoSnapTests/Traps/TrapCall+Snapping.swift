import GeoSnap
import GeoSnapTestSupport

extension TrapCall {
  private static func settings(_ ground: inout TrapGround, for state: NetworkState) -> SnapSettings
  {
    var settings = SnapSettings()
    settings.isEnabled = !ground.dice.oneIn(8)
    settings.isSuspended = ground.dice.oneIn(12)
    settings.tolerance = ground.tolerance()
    settings.kinds = SnapKinds(rawValue: UInt32(truncatingIfNeeded: ground.dice.next()))
    if ground.dice.oneIn(3) { settings.kindTolerances[.vertex] = ground.tolerance() }
    if ground.dice.oneIn(3) {
      settings.grid = SnapGrid(origin: ground.place(), spacing: ground.number())
    }
    if ground.dice.oneIn(4) {
      settings.scaleRange = ScaleRange(minScale: ground.number(), maxScale: ground.number())
    }
    settings.syncSourceSettings(with: state.network.base)
    for index in settings.sourceSettings.indices {
      settings.sourceSettings[index].isEnabled = !ground.dice.oneIn(6)
      for child in settings.sourceSettings[index].childSourceSettings.indices {
        settings.sourceSettings[index].childSourceSettings[child].isEnabled = true
      }
      if ground.dice.oneIn(6) { settings.sourceSettings[index].tolerance = ground.tolerance() }
    }
    return settings
  }

  private static func snapper(_ ground: inout TrapGround) -> Snapper {
    let state = ground.state()
    // Rules of another network know other asset types.
    let other = ground.dice.oneIn(6) ? ground.state() : state
    let rules = try? SnapRules(for: ground.assetType(), in: other.network.base)
    return Snapper(
      state.scene,
      settings: settings(&ground, for: state),
      rules: ground.maybe(rules) ?? nil,
      view: ground.view()
    )
  }

  private static func sketch(_ ground: inout TrapGround) -> SnapSketch? {
    ground.dice.oneIn(2)
      ? nil
      : SnapSketch(
        parts: [[ground.place(), ground.place()], [ground.place()]],
        isRing: ground.dice.oneIn(2),
        part: ground.integer(),
        vertex: ground.integer()
      )
  }

  static let snapping: [TrapCall] = [
    TrapCall("snap") { ground in
      let match = try TrapCall.snapper(&ground).snap(
        at: ground.place(),
        tolerance: ground.maybe(ground.number()),
        role: ground.maybe(ground.role()),
        editing: ground.maybe(ground.feature()),
        sketch: sketch(&ground)
      )
      // The match before may be of another network.
      _ = try TrapCall.snapper(&ground).snap(at: ground.place(), tolerance: 3, previous: match)
    },
    TrapCall("matches") { ground in
      let snapper = TrapCall.snapper(&ground)
      let tolerance = ground.maybe(ground.number())
      let role = ground.maybe(ground.role())
      let matches = try snapper.matches(
        at: ground.place(),
        tolerance: tolerance,
        role: role,
        editing: ground.maybe(ground.feature()),
        sketch: sketch(&ground)
      )
      let words = snapper.scene.network
      for match in matches { _ = words.describe(match) }
      if let first = matches.first {
        let place = ground.place()
        _ = try TrapCall.snapper(&ground).match(after: first, at: place, tolerance: tolerance)
      }
    },
    TrapCall("explain") { ground in
      let snapper = TrapCall.snapper(&ground)
      let answer = try snapper.explain(
        at: ground.place(),
        tolerance: ground.maybe(ground.number()),
        role: ground.maybe(ground.role()),
        editing: ground.maybe(ground.feature()),
        sketch: sketch(&ground)
      )
      let network = ground.state().network
      for words in [snapper.scene.network, network] {
        _ = words.describe(answer)
        for refusal in answer.refused {
          _ = words.gap(of: refusal).map { words.describe($0) }
          _ = words.remedy(of: refusal)
        }
      }
    },
    TrapCall("snap(atEach:)") { ground in
      let snapper = TrapCall.snapper(&ground)
      _ = try snapper.snap(
        atEach: [ground.place(), ground.place(), ground.place()],
        tolerance: ground.maybe(ground.number()),
        role: ground.maybe(ground.role()),
        editing: ground.maybe(ground.feature())
      )
    },
    TrapCall("SnapRules") { ground in
      let network = ground.state().network.base
      let (type, splits) = (ground.assetType(), ground.dice.oneIn(2))
      let rules = try SnapRules(for: type, in: network, splittingLines: splits)
      _ = rules.permission(for: ground.assetType())
      _ = rules.behavior(ofSource: ground.integer())
      _ = rules.behavior(ofSource: ground.integer(), group: ground.integer())
    },
    TrapCall("SnapRules(forTable:)") { ground in
      let network = ground.state().network.base
      let (table, group) = (ground.word(), ground.value())
      let values = ["ASSETGROUP": group, "ASSETTYPE": ground.value()]
      _ = try SnapRules(forTable: table, attributes: values, in: network)
    },
    TrapCall("SnapScene") { ground in
      var scene = ground.state().scene
      for _ in 0..<4 {
        switch ground.dice.int(0...6) {
        case 0: try scene.hide(ground.feature())
        case 1: try scene.show(ground.feature())
        case 2: try scene.move(ground.feature(), to: ground.geometry())
        case 3:
          let (shape, table) = (ground.geometry(), ground.integer())
          _ = try scene.add(shape, to: table, assetType: ground.maybe(ground.assetType()))
        case 4: try scene.removePending(ground.integer())
        case 5: try scene.movePending(ground.integer(), to: ground.geometry())
        default: try scene.apply(ground.commit(), index: ground.state().index)
        }
      }
      _ = try Snapper(scene, settings: SnapSettings()).snap(at: ground.place(), tolerance: 1)
    },
    TrapCall("SnapMap") { ground in
      let index = ground.state().index
      var layers = [FeatureLayer(ground.word()), FeatureLayer(ground.word(), name: "one")]
      let table = ground.word()
      let sublayers = [AssetGroupSublayer(assetGroup: ground.integer())]
      layers.append(FeatureLayer(table, name: "one", sublayers: sublayers))
      let overlays = [GraphicsOverlay("one", graphics: [ground.geometry()])]
      let map = SnapMap(layers: layers, overlays: overlays)
      let scene = try SnapScene(index, map: map)
      var settings = SnapSettings()
      settings.isEnabled = true
      settings.syncSourceSettings(with: map, of: index.network.base)
      _ = settings[source: ground.word()]
      for number in settings.sourceSettings.indices {
        settings.sourceSettings[number].isEnabled = true
      }
      _ = try Snapper(scene, settings: settings).explain(at: ground.place(), tolerance: 3)
    },
    TrapCall("Conformer") { ground in
      let conformer = try Conformer(TrapCall.snapper(&ground), tolerance: ground.number())
      var block = ConformBlock()
      block.append(ground.place(), height: ground.maybe(ground.number()))
      block.endFeature(.points)
      for _ in 0..<3 { block.append(ground.maybe(ground.geometry())) }
      var plan = ConformPlan(expecting: min(ground.integer(), 1 << 20))
      plan.add(conformer.survey(block))
      let held = conformer.heldPlaces(in: block, near: plan.moving)
      plan.hold(held)
      _ = conformer.conform(block, keeping: try plan.pins())
    },
  ]
}

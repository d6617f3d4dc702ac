import GeoSnap
import GeoSnapTestSupport
import Testing

/// The list of sources over a map whose layers come, go and change places.
@Suite("The list of snap sources")
struct SnapSourceListTests {
  let network: UtilityNetwork

  init() throws { network = try GasFixture.network() }

  private static let overlay = GraphicsOverlay(
    "notes",
    graphics: [.point(Point(x: 100, y: 100))]
  )

  /// Junctions, mains apart from services, devices by groups, plain points; one overlay.
  private static var map: SnapMap {
    SnapMap(
      layers: [
        FeatureLayer("PipelineJunction"),
        FeatureLayer("PipelineLine", name: "mains", sublayers: [AssetGroupSublayer(assetGroup: 1)]),
        FeatureLayer(
          "PipelineLine",
          name: "services",
          sublayers: [AssetGroupSublayer(assetGroup: 2)]
        ),
        FeatureLayer(
          "PipelineDevice",
          sublayers: [3, 1, 2].map { AssetGroupSublayer(assetGroup: $0) }
        ),
        FeatureLayer("survey_points"),
      ],
      overlays: [overlay]
    )
  }

  private func rules(_ type: AssetTypeID) throws -> SnapRules {
    try SnapRules(for: type, in: network)
  }

  private func synced(_ map: SnapMap = map) -> SnapSettings {
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.syncSourceSettings(with: map, of: network)
    return settings
  }

  private func names(_ settings: SnapSettings) -> [String] {
    settings.sourceSettings.map(\.name)
  }

  /// The switch of each source and child, by name.
  private func switches(_ settings: SnapSettings) -> [String: Bool] {
    var switches: [String: Bool] = [:]
    for source in settings.sourceSettings {
      switches[source.name] = source.isEnabled
      for child in source.childSourceSettings {
        switches["\(source.name)/\(child.name)"] = child.isEnabled
      }
    }
    return switches
  }

  private func setAll(_ settings: inout SnapSettings, _ isEnabled: Bool) {
    for source in settings.sourceSettings.indices {
      settings.sourceSettings[source].isEnabled = isEnabled
      for child in settings.sourceSettings[source].childSourceSettings.indices {
        settings.sourceSettings[source].childSourceSettings[child].isEnabled = isEnabled
      }
    }
  }

  private func index(_ settings: SnapSettings, _ name: String) throws -> Int {
    try #require(settings.index(ofSource: name))
  }

  @Test("Settings begin switched off, without sources, with features and guides to be snapped to")
  func defaults() {
    let settings = SnapSettings()
    #expect(!settings.isEnabled)
    #expect(!settings.isSuspended)
    #expect(settings.snapsToFeatures)
    #expect(settings.snapsToGeometryGuides)
    #expect(settings.tolerance == .pixels(10))
    #expect(settings.sourceSettings.isEmpty)
  }

  @Test("Layers come in map order, then overlays; children in the order of sublayers")
  func order() throws {
    let settings = synced()
    #expect(
      names(settings) == [
        "PipelineJunction", "mains", "services", "PipelineDevice", "survey_points", "notes",
      ]
    )
    let devices = settings.sourceSettings[try index(settings, "PipelineDevice")]
    #expect(devices.childSourceSettings.map(\.assetGroup) == [3, 1, 2])
    #expect(devices.childSourceSettings.map(\.name) == ["Valve", "Meter", "Regulator"])
    // A layer that is no subtype layer has no children, nor has an overlay.
    for name in ["PipelineJunction", "survey_points", "notes"] {
      #expect(settings.sourceSettings[try index(settings, name)].childSourceSettings.isEmpty)
    }
  }

  @Test(
    "What can show nothing is no source: unknown tables, objects, asset groups that are not there"
  )
  func invalidSources() throws {
    var definition = GasFixture.definition
    definition.domainNetworks[1].sources.append(
      NetworkSource(
        sourceID: 12,
        name: "PipelineJunctionObject",
        usage: .junctionObject,
        assetGroups: [
          AssetGroup(code: 1, name: "Port", assetTypes: [AssetType(code: 1, name: "P")])
        ]
      )
    )
    let network = try UtilityNetwork(definition: definition, srid: nil, tables: [])
    var settings = SnapSettings()
    settings.syncSourceSettings(
      with: SnapMap(layers: [
        FeatureLayer("nowhere"), FeatureLayer("PipelineJunctionObject"),
        FeatureLayer("PipelineDevice", sublayers: [AssetGroupSublayer(assetGroup: 77)]),
        FeatureLayer(
          "PipelineLine",
          sublayers: [AssetGroupSublayer(assetGroup: 77), AssetGroupSublayer(assetGroup: 2)]
        ),
      ]),
      of: network
    )
    #expect(names(settings) == ["PipelineLine"])
    #expect(settings.sourceSettings[0].childSourceSettings.map(\.assetGroup) == [2])
  }

  @Test("Without rules: new ones start off, known ones keep their switches, gone ones are dropped")
  func syncWithoutRules() throws {
    var settings = synced()
    #expect(switches(settings).values.allSatisfy { !$0 })
    #expect(settings.sourceSettings.allSatisfy { $0.ruleBehavior == nil })

    let devices = try index(settings, "PipelineDevice")
    settings.sourceSettings[devices].isEnabled = true
    settings.sourceSettings[devices].childSourceSettings[1].isEnabled = true
    settings.sourceSettings[devices].tolerance = .pixels(3)
    settings.sourceSettings[devices].kinds = [.vertices]
    settings.sourceSettings[try index(settings, "notes")].isEnabled = true

    // Services are gone, fences are new, all others stand in another order, children too.
    var map = Self.map
    map.layers.remove(at: 2)
    map.layers.reverse()
    map.layers[1].sublayers = [1, 3].map { AssetGroupSublayer(assetGroup: $0) }
    map.layers.insert(FeatureLayer("fences"), at: 0)
    settings.syncSourceSettings(with: map, of: network)
    #expect(
      names(settings) == [
        "fences", "survey_points", "PipelineDevice", "mains", "PipelineJunction", "notes",
      ]
    )
    let on = switches(settings).filter(\.value).keys
    #expect(on.sorted() == ["PipelineDevice", "PipelineDevice/Meter", "notes"])
    let entry = settings.sourceSettings[2]
    #expect(entry.childSourceSettings.map(\.assetGroup) == [1, 3])
    #expect(entry.tolerance == .pixels(3) && entry.kinds == [.vertices])

    // What comes back after it was dropped is new.
    settings.sourceSettings[try index(settings, "PipelineJunction")].isEnabled = true
    map.layers.removeLast()
    settings.syncSourceSettings(with: map, of: network)
    settings.syncSourceSettings(with: Self.map, of: network)
    #expect(switches(settings)["PipelineJunction"] == false)
  }

  @Test("Without rules: every behavior is forgotten, switches stay as the rules had set them")
  func syncForgetsRules() throws {
    var settings = synced()
    settings.syncSourceSettings(
      with: Self.map,
      of: network,
      rules: try rules(GasFixture.tap),
      enabling: .setFromRules
    )
    let before = switches(settings)
    settings.syncSourceSettings(with: Self.map, of: network)
    #expect(switches(settings) == before)
    for source in settings.sourceSettings {
      #expect(source.ruleBehavior == nil)
      #expect(source.childSourceSettings.allSatisfy { $0.ruleBehavior == nil })
    }
  }

  @Test("With rules, preserve: behaviors are set, known switches stay, new ones start off")
  func preserve() throws {
    var map = Self.map
    let added = map.layers.remove(at: 1)
    var settings = synced(map)
    setAll(&settings, true)
    settings.sourceSettings[try index(settings, "services")].isEnabled = false
    map.layers.insert(added, at: 1)
    settings.syncSourceSettings(
      with: map,
      of: network,
      rules: try rules(GasFixture.tap),
      enabling: .preserve
    )
    #expect(
      switches(settings).filter { !$0.value }.keys.sorted() == ["mains", "mains/Main", "services"]
    )
    #expect(
      settings.sourceSettings.map(\.ruleBehavior) == [
        .rulesPreventSnapping, .rulesLimitSnapping, .rulesLimitSnapping, .rulesPreventSnapping, nil,
        nil,
      ]
    )
  }

  @Test("With rules, setFromRules: limited and prevented go on, none ones stay or start off")
  func setFromRules() throws {
    for isOn in [false, true] {
      var map = Self.map
      let added = map.layers.removeLast()
      var settings = synced(map)
      setAll(&settings, isOn)
      map.layers.append(added)
      map.overlays.append(GraphicsOverlay("more"))
      settings.syncSourceSettings(
        with: map,
        of: network,
        rules: try rules(GasFixture.tap),
        enabling: .setFromRules
      )
      for source in settings.sourceSettings where source.ruleBehavior != nil {
        #expect(source.isEnabled)
        #expect(source.childSourceSettings.allSatisfy { $0.isEnabled })
      }
      let plain = settings.sourceSettings.filter { $0.ruleBehavior == nil }
      #expect(plain.map(\.name) == ["survey_points", "notes", "more"])
      #expect(plain.map(\.isEnabled) == [false, isOn, false])
    }
  }

  @Test("Children have behaviors of their own; a parent is limited when one of those it shows is")
  func children() throws {
    var settings = synced()
    settings.syncSourceSettings(
      with: Self.map,
      of: network,
      rules: try rules(GasFixture.service),
      enabling: .preserve
    )
    let devices = settings.sourceSettings[try index(settings, "PipelineDevice")]
    #expect(devices.ruleBehavior == .rulesLimitSnapping)
    #expect(
      devices.childSourceSettings.map(\.ruleBehavior) == [
        .rulesPreventSnapping, .rulesLimitSnapping, .rulesPreventSnapping,
      ]
    )
    // Two layers over one table: each by what it shows.
    #expect(
      settings.sourceSettings[try index(settings, "mains")].ruleBehavior == .rulesPreventSnapping
    )
    #expect(
      settings.sourceSettings[try index(settings, "services")].ruleBehavior == .rulesLimitSnapping
    )
  }

  @Test("Behaviors follow the asset type of the last synchronising")
  func resync() throws {
    var settings = synced()
    for (type, expected) in [
      (GasFixture.tap, SnapRuleBehavior.rulesLimitSnapping),
      (GasFixture.meter, .rulesPreventSnapping), (GasFixture.coupling, .rulesLimitSnapping),
    ] {
      settings.syncSourceSettings(
        with: Self.map,
        of: network,
        rules: try rules(type),
        enabling: .preserve
      )
      #expect(settings.sourceSettings[try index(settings, "mains")].ruleBehavior == expected)
    }
  }

  @Test("A layer of another table under a known name is new")
  func sameName() throws {
    var settings = synced()
    setAll(&settings, true)
    var map = Self.map
    map.layers[4] = FeatureLayer("fences", name: "survey_points")
    settings.syncSourceSettings(with: map, of: network)
    #expect(switches(settings)["survey_points"] == false)
    #expect(switches(settings)["mains"] == true)
  }

  // MARK: What is snapped to

  private func winner(
    _ map: SnapMap,
    at place: Coordinate,
    scale: Double? = nil,
    _ change: (inout SnapSettings) throws -> Void = { _ in }
  ) throws -> String? {
    var settings = synced(map)
    setAll(&settings, true)
    try change(&settings)
    let scene = try SnapScene(NetworkIndex(network), map: map)
    let view = scale.map { SnapView(scale: $0) }
    return Snapper(scene, settings: settings, view: view).snap(at: place, tolerance: 1)?.place
      .source
  }

  @Test("Hidden, out of scale and filtered layers are listed, and not snapped to")
  func visibility() throws {
    let place = GasFixture.c(5, 1)
    #expect(try winner(Self.map, at: place, scale: 500) == "survey_points")
    var hidden = Self.map
    hidden.layers[4].isVisible = false
    var outOfScale = Self.map
    outOfScale.layers[4].scaleRange = ScaleRange(minScale: 400)
    var filtered = Self.map
    filtered.layers[4].filter = .compare(field: "ORIGIN", .equal, .text("nothing"))
    for map in [hidden, outOfScale, filtered] {
      #expect(names(synced(map)) == names(synced()))
      #expect(try winner(map, at: place, scale: 500) == "mains")
    }
    // The limits of the range are in it.
    #expect(try winner(outOfScale, at: place, scale: 400) == "survey_points")
    // The same for one asset group within its layer, and for overlays.
    let valve = GasFixture.c(62, 0)
    #expect(try winner(Self.map, at: valve) == "PipelineDevice")
    var noValves = Self.map
    noValves.layers[3].sublayers[0].isVisible = false
    #expect(try winner(noValves, at: valve) == nil)
    noValves = Self.map
    noValves.layers[3].sublayers[0].filter = .compare(field: "ASSETTYPE", .greater, .integer(1))
    #expect(try winner(noValves, at: valve) == nil)
    noValves = Self.map
    noValves.layers[3].sublayers[0].scaleRange = ScaleRange(maxScale: 1000)
    #expect(try winner(noValves, at: valve, scale: 500) == nil)
    let note = GasFixture.c(100, 100)
    #expect(try winner(Self.map, at: note) == "notes")
    var noNotes = Self.map
    noNotes.overlays[0].isVisible = false
    #expect(try winner(noNotes, at: note) == nil)
  }

  @Test("Several layers over one table: the topmost that shows a feature names it")
  func layersOverOneTable() throws {
    var upper = FeatureLayer("PipelineLine", name: "only services")
    upper.filter = .compare(field: "ASSETGROUP", .equal, .integer(2))
    let map = SnapMap(layers: [upper, FeatureLayer("PipelineLine", name: "all lines")])
    #expect(names(synced(map)) == ["only services", "all lines"])
    #expect(try winner(map, at: GasFixture.c(20, 17)) == "only services")
    #expect(try winner(map, at: GasFixture.c(5, 0)) == "all lines")
    // Each has a switch of its own: with the upper one off the lower one shows the service.
    #expect(
      try winner(map, at: GasFixture.c(20, 17)) { $0.sourceSettings[0].isEnabled = false }
        == "all lines"
    )
    #expect(
      try winner(map, at: GasFixture.c(5, 0)) { $0.sourceSettings[1].isEnabled = false } == nil
    )
  }

  @Test("A child is snapped to only while its parent is on too, and everything else on as well")
  func switchesCombined() throws {
    let valve = GasFixture.c(62, 0)
    #expect(try winner(Self.map, at: valve) { $0.isEnabled = false } == nil)
    #expect(try winner(Self.map, at: valve) { $0.isSuspended = true } == nil)
    #expect(try winner(Self.map, at: valve) { $0.snapsToFeatures = false } == nil)
    #expect(try winner(Self.map, at: valve) { $0.sourceSettings[3].isEnabled = false } == nil)
    #expect(
      try winner(Self.map, at: valve) {
        $0.sourceSettings[3].childSourceSettings[0].isEnabled = false
      } == nil
    )
    #expect(
      try winner(Self.map, at: valve) {
        $0.sourceSettings[3].childSourceSettings[1].isEnabled = false
      } == "PipelineDevice"
    )
    #expect(try winner(Self.map, at: valve) { $0.sourceSettings = [] } == nil)
  }

  @Test("A prevented source offers nothing, a limited one only what rules allow, a plain one all")
  func behaviors() throws {
    var settings = synced()
    let rules = try rules(GasFixture.tap)
    settings.syncSourceSettings(
      with: Self.map,
      of: network,
      rules: rules,
      enabling: .setFromRules
    )
    setAll(&settings, true)
    let snapper = Snapper(
      try SnapScene(NetworkIndex(network), map: Self.map),
      settings: settings,
      rules: rules
    )
    func permission(_ x: Double, _ y: Double) -> SnapPermission? {
      snapper.snap(at: GasFixture.c(x, y), tolerance: 0.5)?.permission
    }
    // Prevented: the valve. Limited: the service's end, not its middle. Allowed: graphic and point.
    #expect(permission(62, 0) == nil)
    #expect(permission(20, 20) == .rule(2))
    #expect(permission(20, 15) == nil)
    #expect(permission(100, 100) == .unruled)
    #expect(permission(5, 1) == .unruled)
    #expect(rules.behavior(ofSource: GasFixture.deviceSource) == .rulesPreventSnapping)
  }
}

import GeoSnap
import GeoSnapTestSupport
import Testing

/// Maps whose layers come, go and change places; the model beside this file tries all else.
@Suite("The list of snap sources")
struct SnapSourceListTests {
  let network: UtilityNetwork

  init() throws { network = try GasFixture.network() }

  /// Junctions, mains apart from services, devices by groups, plain points; one overlay.
  private static let map = SnapMap(
    layers: [
      FeatureLayer("PipelineJunction"), layer("PipelineLine", "mains", [1]),
      layer("PipelineLine", "services", [2]), layer("PipelineDevice", nil, [3, 1, 2]),
      FeatureLayer("survey_points"),
    ],
    overlays: [GraphicsOverlay("notes", graphics: [.point(Point(x: 100, y: 100))])]
  )

  private static func layer(_ table: String, _ name: String?, _ groups: [Int]) -> FeatureLayer {
    let sublayers = groups.map { AssetGroupSublayer(assetGroup: $0) }
    return FeatureLayer(table, name: name, sublayers: sublayers)
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

  private func names(_ settings: SnapSettings) -> [String] { settings.sourceSettings.map(\.name) }

  private func on(_ settings: SnapSettings) -> [String] {
    settings.sourceSettings.flatMap { source in
      (source.isEnabled ? [source.name] : [])
        + source.childSourceSettings.filter(\.isEnabled).map { "\(source.name)/\($0.name)" }
    }
  }

  private func index(_ settings: SnapSettings, _ name: String) throws -> Int {
    try #require(settings.index(ofSource: name))
  }

  @Test("Settings begin switched off, without sources, with features and guides to be snapped to")
  func defaults() {
    let settings = SnapSettings()
    #expect(!settings.isEnabled && !settings.isSuspended)
    #expect(settings.snapsToFeatures && settings.snapsToGeometryGuides)
    #expect(settings.tolerance == .pixels(10) && settings.sourceSettings.isEmpty)
  }

  @Test("Layers come in map order, then overlays; children in the order of sublayers")
  func order() throws {
    let sources = synced().sourceSettings
    #expect(
      sources.map(\.name) == [
        "PipelineJunction", "mains", "services", "PipelineDevice", "survey_points", "notes",
      ]
    )
    // A layer that is no subtype layer has no children, nor has an overlay.
    #expect(
      sources.map { $0.childSourceSettings.map(\.name) } == [
        [], ["Main"], ["Service"], ["Valve", "Meter", "Regulator"], [], [],
      ]
    )
    #expect(sources[3].childSourceSettings.map(\.assetGroup) == [3, 1, 2])
  }

  @Test("Without a map sources come in definition order, plain tables last, all off and unruled")
  func orderWithoutMap() {
    var settings = SnapSettings()
    settings.syncSourceSettings(with: network)
    #expect(
      names(settings) == [
        "StructureJunction", "StructureBoundary", "PipelineDevice", "PipelineJunction",
        "PipelineLine", "survey_points", "fences",
      ]
    )
    #expect(on(settings).isEmpty && settings.sourceSettings.allSatisfy { $0.ruleBehavior == nil })
  }

  @Test("What can show nothing is no source: unknown tables, objects, unknown asset groups")
  func invalidSources() throws {
    var definition = GasFixture.definition
    definition.domainNetworks[1].sources.append(
      NetworkSource(12, "PipelineJunctionObject", .junctionObject, [AssetType(1, "Port")])
    )
    let network = try UtilityNetwork(definition, [])
    let map = SnapMap(layers: [
      FeatureLayer("nowhere"), FeatureLayer("PipelineJunctionObject"),
      Self.layer("PipelineDevice", nil, [77]), Self.layer("PipelineLine", nil, [77, 2]),
    ])
    let settings = SnapSettings(on: network, map: map)
    #expect(names(settings) == ["PipelineLine"])
    #expect(settings.sourceSettings[0].childSourceSettings.map(\.assetGroup) == [2])
  }

  @Test("Known sources keep their switches, tolerance and kinds; what comes back is new")
  func syncWithoutRules() throws {
    var settings = synced()
    settings.sourceSettings[3].isEnabled = true
    settings.sourceSettings[3].childSourceSettings[1].isEnabled = true
    settings.sourceSettings[3].tolerance = .pixels(3)
    settings.sourceSettings[3].kinds = [.vertices]
    settings.sourceSettings[5].isEnabled = true

    // Services are gone, fences are new, all others stand in another order, children too.
    var map = Self.map
    map.layers.remove(at: 2)
    map.layers.reverse()
    map.layers[1] = Self.layer("PipelineDevice", nil, [1, 3])
    map.layers.insert(FeatureLayer("fences"), at: 0)
    settings.syncSourceSettings(with: map, of: network)
    #expect(
      names(settings) == [
        "fences", "survey_points", "PipelineDevice", "mains", "PipelineJunction", "notes",
      ]
    )
    #expect(on(settings) == ["PipelineDevice", "PipelineDevice/Meter", "notes"])
    let entry = settings.sourceSettings[2]
    #expect(entry.childSourceSettings.map(\.assetGroup) == [1, 3])
    #expect(entry.tolerance == .pixels(3) && entry.kinds == [.vertices])

    settings.sourceSettings[try index(settings, "PipelineJunction")].isEnabled = true
    map.layers.removeLast()
    settings.syncSourceSettings(with: map, of: network)
    settings.syncSourceSettings(with: Self.map, of: network)
    #expect(!on(settings).contains("PipelineJunction"))
    // So is a layer of another table under a known name.
    settings.setAll(true)
    map = Self.map
    map.layers[4] = FeatureLayer("fences", name: "survey_points")
    settings.syncSourceSettings(with: map, of: network)
    #expect(!on(settings).contains("survey_points") && on(settings).contains("mains"))
  }

  @Test("Rules for a feature to be created are read from its table and attributes")
  func rulesOfCreation() throws {
    func rules(_ table: String, _ attributes: [String: AttributeValue]) throws -> SnapRules {
      try SnapRules(forTable: table, attributes: attributes, in: network)
    }
    let codes: [String: AttributeValue] = ["assetgroup": .integer(1), "AssetType": .integer(1)]
    #expect(try rules("pipelinejunction", codes).assetType == GasFixture.tap)
    #expect(throws: SnapRuleError.self) {
      try rules("PipelineJunction", ["ASSETGROUP": .integer(1)])
    }
    #expect(throws: SnapRuleError.self) { try rules("Nowhere", [:]) }
    #expect(throws: SnapRuleError.self) {
      try self.rules(AssetTypeID(sourceID: 10, assetGroup: 9, assetType: 9))
    }
  }

  private func winner(
    _ map: SnapMap,
    at place: Coordinate,
    scale: Double? = nil,
    _ change: (inout SnapSettings) -> Void = { _ in }
  ) throws -> String? {
    let settings = SnapSettings(on: network, map: map, change)
    let scene = try SnapScene(NetworkIndex(network), map: map)
    let view = scale.map { SnapView(scale: $0) }
    return try? Snapper(scene, settings: settings, view: view).snap(at: place, tolerance: 1)?.place
      .source
  }

  @Test("Hidden, out of scale and filtered layers are listed, and not snapped to")
  func visibility() throws {
    func changed(_ change: (inout SnapMap) -> Void) -> SnapMap {
      var map = Self.map
      change(&map)
      return map
    }
    let place = c(5, 1)
    #expect(try winner(Self.map, at: place, scale: 500) == "survey_points")
    let outOfScale = changed { $0.layers[4].scaleRange = ScaleRange(minScale: 400) }
    for map in [
      outOfScale, changed { $0.layers[4].isVisible = false },
      changed { $0.layers[4].filter = .compare(field: "ORIGIN", .equal, .text("nothing")) },
    ] {
      #expect(names(synced(map)) == names(synced()))
      #expect(try winner(map, at: place, scale: 500) == "mains")
    }
    // The limits of the range are in it.
    #expect(try winner(outOfScale, at: place, scale: 400) == "survey_points")
    // The same for one asset group within its layer, and for overlays.
    #expect(try winner(Self.map, at: c(62, 0)) == "PipelineDevice")
    for map in [
      changed { $0.layers[3].sublayers[0].isVisible = false },
      changed { map in
        map.layers[3].sublayers[0].filter = .compare(field: "ASSETTYPE", .greater, .integer(1))
      },
      changed { $0.layers[3].sublayers[0].scaleRange = ScaleRange(maxScale: 1000) },
    ] { #expect(try winner(map, at: c(62, 0), scale: 500) == nil) }
    #expect(try winner(Self.map, at: c(100, 100)) == "notes")
    #expect(try winner(changed { $0.overlays[0].isVisible = false }, at: c(100, 100)) == nil)
  }

  @Test("Several layers over one table: the topmost that shows a feature names it")
  func layersOverOneTable() throws {
    var upper = FeatureLayer("PipelineLine", name: "only services")
    upper.filter = .compare(field: "ASSETGROUP", .equal, .integer(2))
    let map = SnapMap(layers: [upper, FeatureLayer("PipelineLine", name: "all lines")])
    let (main, service) = (c(5, 0), c(20, 17))
    #expect(names(synced(map)) == ["only services", "all lines"])
    #expect(try winner(map, at: service) == "only services")
    #expect(try winner(map, at: main) == "all lines")
    // Each can be disabled separately: with the upper one disabled the lower one shows the service.
    #expect(try winner(map, at: service) { $0.sourceSettings[0].isEnabled = false } == "all lines")
    #expect(try winner(map, at: main) { $0.sourceSettings[1].isEnabled = false } == nil)
  }

  @Test("A child is snapped to only while its parent is on too, and everything else on as well")
  func switchesCombined() throws {
    func winner(_ change: (inout SnapSettings) -> Void) throws -> String? {
      try self.winner(Self.map, at: c(62, 0), change)
    }
    #expect(try winner { $0.isEnabled = false } == nil)
    #expect(try winner { $0.isSuspended = true } == nil)
    #expect(try winner { $0.snapsToFeatures = false } == nil)
    #expect(try winner { $0.sourceSettings[3].isEnabled = false } == nil)
    #expect(try winner { $0.sourceSettings[3].childSourceSettings[0].isEnabled = false } == nil)
    #expect(
      try winner { $0.sourceSettings[3].childSourceSettings[1].isEnabled = false }
        == "PipelineDevice"
    )
    #expect(try winner { $0.sourceSettings = [] } == nil)
  }

  @Test("A prevented source offers nothing, a limited one only what rules allow, a plain one all")
  func behaviors() throws {
    let rules = try rules(GasFixture.tap)
    var settings = synced()
    settings.syncSourceSettings(with: Self.map, of: network, rules: rules, enabling: .setFromRules)
    settings.setAll(true)
    let scene = try SnapScene(NetworkIndex(network), map: Self.map)
    let snapper = Snapper(scene, settings: settings, rules: rules)
    // Prevented: the valve. Limited: the service's end, not its middle. Allowed: graphic and point.
    let places = [c(62, 0), c(20, 20), c(20, 15), c(100, 100), c(5, 1)]
    let permissions = try places.map { try snapper.snap(at: $0, tolerance: 0.5)?.permission }
    #expect(permissions == [nil, .rule(2), nil, .unruled, .unruled])
    #expect(rules.behavior(ofSource: GasFixture.deviceSource) == .rulesPreventSnapping)
  }
}

import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("The list of snap sources against a model")
struct SnapSourceListModelTests {
  private struct Entry: Equatable {
    let name: String
    let table: String?
    var isOn: Bool
    var behavior: SnapRuleBehavior?
    var children: [Entry] = []
  }

  private enum Call: CaseIterable { case plain, preserve, setFromRules }

  /// What may be joined to a tap, a meter and a service, by source and asset group: from the rules
  /// of the fixture, by hand.
  private static let joined: [AssetTypeID: Set<String>] = [
    GasFixture.tap: ["PipelineLine/1", "PipelineLine/2"], GasFixture.meter: ["PipelineLine/2"],
    GasFixture.service: ["PipelineLine/2", "PipelineDevice/1", "PipelineJunction/1"],
  ]
  private static let groups: [String: [Int]] = [
    "PipelineLine": [1, 2], "PipelineDevice": [1, 2, 3], "PipelineJunction": [1],
    "StructureBoundary": [1], "survey_points": [], "fences": [],
  ]

  private func randomMap(_ random: inout SeededGenerator) -> SnapMap {
    var layers: [FeatureLayer] = []
    for (number, table) in Self.groups.keys.sorted().shuffled(using: &random).enumerated() {
      if random.oneIn(3) { continue }
      let codes =
        Self.groups[table]?.filter { _ in !random.oneIn(3) }.shuffled(using: &random) ?? []
      let sublayers = random.oneIn(2) ? codes.map { AssetGroupSublayer(assetGroup: $0) } : []
      layers.append(FeatureLayer(table, sublayers: sublayers))
      // A second layer over the same table, under a name that others may have had.
      if random.oneIn(4) {
        layers.append(FeatureLayer(table, name: "extra\(number % 2)-\(number)"))
      }
    }
    var overlays: [GraphicsOverlay] = []
    if random.oneIn(2) { overlays.append(GraphicsOverlay("notes")) }
    if random.oneIn(3) { overlays.append(GraphicsOverlay("more")) }
    return SnapMap(layers: layers, overlays: overlays)
  }

  private func model(_ old: [Entry], _ map: SnapMap, _ call: Call, _ type: AssetTypeID) -> [Entry] {
    let joined = Self.joined[type] ?? []
    func behavior(_ table: String, _ codes: [Int]) -> SnapRuleBehavior? {
      guard call != .plain, let all = Self.groups[table], !all.isEmpty else { return nil }
      let shown = codes.isEmpty ? all : codes
      return shown.contains { joined.contains("\(table)/\($0)") }
        ? .rulesLimitSnapping : .rulesPreventSnapping
    }
    func isOn(_ known: Bool?, _ behavior: SnapRuleBehavior?) -> Bool {
      call == .setFromRules && behavior != nil ? true : known ?? false
    }
    let layers = map.layers.map { layer in
      let known = old.first { $0.name == layer.name && $0.table == layer.table }
      let codes = layer.sublayers.map(\.assetGroup)
      let own = behavior(layer.table, codes)
      return Entry(
        name: layer.name,
        table: layer.table,
        isOn: isOn(known?.isOn, own),
        behavior: own,
        children: codes.map { code in
          let child = known?.children.first { $0.name == "\(code)" }
          let own = behavior(layer.table, [code])
          return Entry(
            name: "\(code)",
            table: layer.table,
            isOn: isOn(child?.isOn, own),
            behavior: own
          )
        }
      )
    }
    return layers
      + map.overlays.map { overlay in
        let known = old.first { $0.name == overlay.name && $0.table == nil }
        return Entry(name: overlay.name, table: nil, isOn: known?.isOn ?? false)
      }
  }

  private func entries(_ settings: SnapSettings) -> [Entry] {
    settings.sourceSettings.map { source in
      let children = source.childSourceSettings.map { child in
        let name = "\(child.assetGroup ?? -1)"
        return Entry(
          name: name,
          table: child.table,
          isOn: child.isEnabled,
          behavior: child.ruleBehavior
        )
      }
      return Entry(
        name: source.name,
        table: source.table,
        isOn: source.isEnabled,
        behavior: source.ruleBehavior,
        children: children
      )
    }
  }

  @Test("Any sequence of maps, switches and calls gives the list of the model", arguments: 1...4)
  func sequences(seed: UInt64) throws {
    let network = try GasFixture.network()
    var random = SeededGenerator(seed: seed)
    var settings = SnapSettings()
    var expected: [Entry] = []
    let types = [GasFixture.tap, GasFixture.meter, GasFixture.service]
    for step in 0..<300 {
      for source in settings.sourceSettings.indices where random.oneIn(3) {
        settings.sourceSettings[source].isEnabled.toggle()
        expected[source].isOn.toggle()
        for child in expected[source].children.indices where random.oneIn(2) {
          settings.sourceSettings[source].childSourceSettings[child].isEnabled.toggle()
          expected[source].children[child].isOn.toggle()
        }
      }
      let map = randomMap(&random)
      let type = types[random.int(0...2)]
      let call = Call.allCases[random.int(0...2)]
      if call == .plain {
        settings.syncSourceSettings(with: map, of: network)
      } else {
        settings.syncSourceSettings(
          with: map,
          of: network,
          rules: try SnapRules(for: type, in: network),
          enabling: call == .preserve ? .preserve : .setFromRules
        )
      }
      expected = model(expected, map, call, type)
      #expect(entries(settings) == expected, "seed \(seed), step \(step), \(call)")
    }
  }
}

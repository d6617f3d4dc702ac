import GeoSnap
import GeoSnapSnapping
import GeoSnapTestSupport
import Testing

@Suite("A scene takes over commits")
struct EditedSceneTests {
  @Test("After random edits the pointer snaps as on a scene that is made anew")
  func equalsNewScene() throws {
    var (applied, snapped) = (0, 0)
    let rounds: UInt64 = Extent.count(6, long: 60, full: 1_000)
    for seed in 0..<rounds {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomConnectedNetwork.network(using: &generator)
      let map = map(of: network, isPlain: seed % 3 == 0)
      let editor = NetworkEditor(network)
      var index = try NetworkIndex(network)
      var scene = try SnapScene(index, map: map)
      var edits = RandomEdits(network)
      for step in 0..<30 {
        let edit = try edits.next(editor.snapshot, &generator)
        guard let commit = try? editor.commit(NetworkTransaction("", [edit])) else { continue }
        try index.apply(commit)
        try scene.apply(commit, index: index)
        applied += 1
        guard step % 3 == 2 else { continue }
        snapped += try check(scene, &generator, "seed \(seed), step \(step): \(edit)")
      }
      while let commit = editor.undo() {
        try index.apply(commit)
        try scene.apply(commit, index: index)
      }
      snapped += try check(scene, &generator, "seed \(seed), all undone")
    }
    #expect(applied > 8 * Int(rounds))
    #expect(snapped > 50 * Int(rounds))
  }

  @Test("What was moved or hidden is shown where it is once it is committed; the rest stays")
  func keepsWhatIsNotTouched() throws {
    var generator = SeededGenerator(seed: 5)
    let network = try RandomConnectedNetwork(size: 20, side: 4, using: &generator).network()
    let points = network.tables.firstIndex { $0.geometryType == .point && $0.count > 1 }
    let table = try #require(points)
    let (moved, hidden) = (FeatureID(table: table, row: 0), FeatureID(table: table, row: 1))
    let place = Geometry.point(Point(c(70, 70)))
    let id = try #require(network.tables[table].globalIDs[0])
    var scene = try SnapScene(NetworkIndex(network))
    try scene.move(moved, to: .point(Point(c(60, 60))))
    try scene.hide(hidden)
    let commit = try NetworkEditor(network).commit(
      NetworkTransaction("Move", [.setGeometry(.globalID(id), place)])
    )
    var (index, next) = (scene.index, scene)
    try index.apply(commit)
    try next.apply(commit, index: index)
    func isShown(_ x: Double, _ scene: SnapScene) -> Bool {
      (try? Snapper(scene, settings: SnapSettings(on: network)).snap(at: c(x, x), tolerance: 1))
        != nil
    }
    #expect(isShown(70, next) && !isShown(60, next))
    #expect(isShown(60, scene) && !isShown(70, scene))
    #expect(next.ordinal(of: .feature(hidden)) == nil)
  }

  private func map(of network: UtilityNetwork, isPlain: Bool) -> SnapMap {
    var map = SnapMap(of: network)
    if isPlain { return map }
    for layer in map.layers.indices {
      map.layers[layer].filter = .not(
        .compare(field: "ASSETTYPE", .equal, .integer(Int64(1 + layer % 2)))
      )
    }
    map.overlays = [GraphicsOverlay("marks", graphics: [.point(Point(c(1.2, 1.3)))])]
    return map
  }

  /// Asks both scenes at random places; how many times something was snapped to.
  private func check(
    _ scene: SnapScene,
    _ generator: inout SeededGenerator,
    _ place: @autoclosure () -> String
  ) throws -> Int {
    let network = scene.network
    let base = network.rebased()
    let anew = try SnapScene(NetworkIndex(base), map: scene.map)
    var snapped = 0
    for type in [nil]
      + base.catalog.entries.map({ Optional($0.id) }).shuffled(using: &generator).prefix(3)
    {
      let rules = try type.map { try SnapRules(for: $0, in: base) }
      let settings = SnapSettings(on: base, map: scene.map) { $0.kinds = [.ofFeatures] }
      let (one, other) = (
        Snapper(scene, settings: settings, rules: rules),
        Snapper(anew, settings: settings, rules: rules)
      )
      let role: SnapRole = rules?.elementKind == .junction ? .point : .lineEnd
      for _ in 0..<10 {
        let at = c(generator.double(-0.5...4), generator.double(-0.5...4))
        let found = try one.snap(at: at, tolerance: 0.4, role: role)
        let expected = try other.snap(at: at, tolerance: 0.4, role: role)
        if found != nil { snapped += 1 }
        #expect(found?.place.location == expected?.place.location, "\(place()) at \(at)")
        #expect(found?.place.kind == expected?.place.kind, "\(place()) at \(at)")
        #expect(found?.permission == expected?.permission, "\(place()) at \(at)")
        let isSame = name(found, in: network) == name(expected, in: anew.network)
        #expect(isSame, "\(place()) at \(at)")
      }
    }
    return snapped
  }

  private func name(_ match: SnapMatch?, in network: EditedNetwork) -> String {
    guard let feature = match?.place.feature else {
      return "\(String(describing: match?.place.target))"
    }
    return network.globalID(of: feature).map { "\($0)" } ?? "\(feature)"
  }
}

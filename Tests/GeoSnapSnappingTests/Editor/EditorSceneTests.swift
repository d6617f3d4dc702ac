import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("The editor's scene")
struct EditorSceneTests {
  let fixture: EditorFixture
  var editor: GeometryEditor { fixture.editor }

  private let tap: FeatureID

  init() throws {
    fixture = try EditorFixture()
    tap = try fixture.feature("junction/2")
  }

  /// At which of the places that are used here the editor's scene has something of a target.
  private func places(of target: SnapTarget) -> [Coordinate] {
    [c(20, 10), c(10, 0), c(40, 0), c(0, 0), c(20, 20), c(20.5, 25)].filter { place in
      let matches = try? fixture.snapper.matches(at: place, tolerance: 0.01)
      return matches?.contains { $0.place.target == target } == true
    }
  }

  private var tapPlaces: [Coordinate] { places(of: .feature(tap)) }

  @Test("The edited feature is never its own candidate, wherever it is and was")
  func ownCandidate() throws {
    for origin in ["pipe/0", "pipe/1", "junction/2", "sink/0", "station/0"] {
      let feature = try fixture.feature(origin)
      try editor.start(editing: feature)
      let type = try #require(editor.geometry).type
      if type != .point { try editor.select(.vertex(part: 0, vertex: 0)) }
      try editor.beginDrag()
      var generator = SeededGenerator(seed: 5)
      for number in 0..<400 {
        let place = c(generator.double(-2...64), generator.double(-5...22))
        let match = try editor.pointerMoved(to: place)
        #expect(match?.place.target != .feature(feature), "\(origin), seed 5, place \(number)")
        #expect(match?.crossing?.target != .feature(feature))
        #expect(
          try editor.explain(at: place)?.refused.contains { $0.place.feature == feature } == false
        )
      }
      try editor.cancel()
      #expect(editor.scene.network.base.geometry(of: feature)?.type == type)
    }
  }

  @Test("Cancelling restores the geometry and shows the feature again; stopping shows it too")
  func cancel() throws {
    #expect(tapPlaces == [c(20, 10)])
    try editor.start(editing: tap)
    #expect(tapPlaces == [])
    try editor.place(at: c(10, 0))
    #expect(editor.canSave)
    try editor.cancel()
    #expect(tapPlaces == [c(20, 10)])
    try editor.start(editing: tap)
    #expect(editor.geometry?.wkt == "POINT (20 10)" && !editor.canUndo)
    try editor.place(at: c(10, 0))
    try editor.grab(.vertex(part: 0, vertex: 0))
    try editor.pointerMoved(to: c(40, 0))
    // What is being dragged has not been placed.
    #expect(try editor.stop()?.wkt == "POINT (10 0)")
    #expect(tapPlaces == [c(20, 10)])
  }

  @Test("A saved feature is a candidate at its new place, and is edited from there")
  func savedFeature() throws {
    try editor.start(editing: tap)
    try editor.place(at: c(10, 0))
    let edit = try editor.save()
    #expect(edit.subject == .feature(tap) && edit.target == .feature(tap))
    #expect(edit.table == Int(tap.table) && edit.assetType == GasFixture.tap)
    #expect(edit.geometry.wkt == "POINT (10 0)" && !editor.isStarted)
    #expect(tapPlaces == [c(10, 0)])
    // Again: hidden at both places, and back where it was moved to.
    try editor.start(editing: tap)
    #expect(editor.geometry?.wkt == "POINT (10 0)" && tapPlaces == [])
    try editor.place(at: c(40, 0))
    try editor.cancel()
    #expect(tapPlaces == [c(10, 0)])
    try editor.start(editing: tap)
    try editor.place(at: c(40, 0))
    _ = try editor.save()
    #expect(tapPlaces == [c(40, 0)])
  }

  @Test("A just-created feature is a candidate with its rules, and can be edited again")
  func createdFeature() throws {
    let junctions = try fixture.table("PipelineJunction")
    try editor.start(creatingIn: junctions, assetType: GasFixture.tap)
    #expect(editor.rules?.assetType == GasFixture.tap)
    // A tap goes on a main, not on the meter.
    let meter = try fixture.feature("sink/0")
    #expect(try editor.pointerMoved(to: c(20.1, 20.4))?.place.feature != meter)
    try editor.place(at: c(40.2, 0.2))
    let edit = try editor.save()
    #expect(edit.subject == .creation(table: junctions, assetType: GasFixture.tap))
    #expect(edit.target == .pending(0) && edit.table == junctions)
    #expect(edit.assetType == GasFixture.tap && edit.geometry.wkt == "POINT (40 0)")

    try editor.start(creating: GasFixture.service)
    let match = try #require(try editor.pointerMoved(to: c(40.3, 0.1)))
    #expect(match.place.target == .pending(0) && match.permission == .rule(2))
    try editor.cancel()

    try editor.start(editingPending: 0)
    #expect(editor.rules?.assetType == GasFixture.tap && places(of: .pending(0)) == [])
    try editor.place(at: c(10, 0))
    #expect(try editor.save().target == .pending(0))
    #expect(places(of: .pending(0)) == [c(10, 0)])
    try editor.start(editingPending: 0)
    try editor.place(at: c(0, 0))
    try editor.cancel()
    #expect(places(of: .pending(0)) == [c(10, 0)])
    refuses(.noSuchFeature) { try editor.start(editingPending: 1) }
  }

  @Test("A new feature that was removed is there again when it is moved, under its number")
  func movedPending() throws {
    var scene = editor.scene
    let table = try fixture.table("fences")
    let numbers = try (0..<2).map { _ in
      try scene.add(try wkt("LINESTRING (70 70, 80 70)"), to: table, assetType: nil)
    }
    try scene.removePending(numbers[0])
    try scene.movePending(numbers[0], to: try wkt("LINESTRING (70 90, 80 90)"))
    try scene.movePending(numbers[1], to: try wkt("LINESTRING (70 95, 80 95)"))
    func target(_ y: Double) -> SnapTarget? {
      try? Snapper(scene, settings: editor.settings).snap(at: c(75, y), tolerance: 0.1)?.place
        .target
    }
    #expect([70, 90, 95].map(target) == [nil, .pending(0), .pending(1)])
    #expect(try scene.add(try wkt("LINESTRING (1 1, 2 2)"), to: table, assetType: nil) == 2)
  }

  @Test("What the network does not have is not moved, and nothing is added to what there is not")
  func unknownThings() throws {
    var scene = editor.scene
    let point = Geometry.point(Point(x: 1, y: 1))
    let calls: [(inout SnapScene) throws -> Void] = [
      { try $0.movePending(0, to: point) },
      { try $0.move(FeatureID(table: 99, row: 0), to: point) },
      { _ = try $0.add(point, to: 99, assetType: nil) },
      { _ = try $0.add(point, to: 0, assetType: GasFixture.main) },
    ]
    for call in calls {
      let error = #expect(throws: IndexError.self) { try call(&scene) }
      #expect(error?.code == .notInNetwork)
    }
  }

  @Test("A sketch takes the network's reference system and leaves the scene alone")
  func sketch() throws {
    try editor.start(drawing: .lineString)
    try editor.draw(c(0, 0), c(50, 50))
    let edit = try editor.save()
    #expect(edit.target == nil && edit.table == nil && edit.subject == .sketch)
    #expect(try fixture.snapper.snap(at: c(50, 50)) == nil)
  }

  @Test("What is not in the network cannot be edited")
  func unknown() throws {
    refuses(.noSuchFeature) { try editor.start(editing: FeatureID(table: 99, row: 0)) }
    refuses(.noSuchFeature) { try editor.start(editing: FeatureID(table: 0, row: -1)) }
    refuses(.noSuchTable) { try editor.start(creatingIn: -1) }
    let lines = try fixture.table("PipelineLine")
    refuses(.wrongAssetType) { try editor.start(creatingIn: lines) }
    refuses(.wrongAssetType) { try editor.start(creatingIn: lines, assetType: GasFixture.tap) }
    refuses(.wrongAssetType) {
      let unknown = AssetTypeID(sourceID: GasFixture.lineSource, assetGroup: 9, assetType: 9)
      try editor.start(creatingIn: lines, assetType: unknown)
    }
    let fences = try fixture.table("fences")
    refuses(.wrongAssetType) { try editor.start(creatingIn: fences, assetType: GasFixture.main) }
    try editor.start(creatingIn: fences)
    #expect(editor.rules == nil && editor.parts == [[]])
    try editor.cancel()
    let gas = try GasFixture.network()
    let network = try UtilityNetwork(definition: gas.definition, srid: 25_832, tables: gas.tables)
    let other = GeometryEditor(scene: SnapScene(try NetworkIndex(network)))
    refuses(.mixedSpatialReferences) {
      try other.start(with: .point(Point(x: 1, y: 1, srid: 4326)))
    }
    try other.start(drawing: .point)
    try other.appendVertex(at: c(1, 1))
    #expect(try other.stop()?.srid == 25_832)
  }

  @Test("The map may change while editing: hidden stays hidden, saved stays saved")
  func map() throws {
    let meter = try fixture.feature("sink/0")
    try editor.start(editing: meter)
    try editor.place(at: c(20.5, 25))
    _ = try editor.save(ignoringErrors: true)
    for place in [c(0, 0), c(40, 0)] {
      try editor.start(creating: GasFixture.tap)
      try editor.place(at: place)
      _ = try editor.save()
    }
    try editor.start(editing: tap)
    try editor.place(at: c(10, 0))
    var map = editor.scene.map
    map.overlays = [GraphicsOverlay("notes", graphics: [try wkt("POINT (90 90)")])]
    try editor.show(map)
    editor.syncSourceSettings(enabling: .setFromRules)
    editor.settings.sourceSettings[editor.settings.sourceSettings.count - 1].isEnabled = true
    #expect(editor.geometry?.wkt == "POINT (10 0)" && editor.canUndo)
    let graphic = try editor.pointerMoved(to: c(90.1, 90))?.place.target
    #expect(graphic == .graphic(overlay: 0, index: 0))
    #expect(tapPlaces == [] && places(of: .feature(meter)) == [c(20.5, 25)])
    #expect(places(of: .pending(0)) == [c(0, 0)] && places(of: .pending(1)) == [c(40, 0)])
    try editor.cancel()
    #expect(tapPlaces == [c(20, 10)] && editor.scene.map == map)

    map.overlays[0].graphics = [try wkt("POINT (nan 0)")]
    refuses(.index) { try editor.show(map) }
    map.overlays = []
    map.layers.removeAll { $0.table == "PipelineJunction" }
    try editor.show(map)
    #expect(tapPlaces == [])
  }

  @Test("Sources are synchronised with the rules of what is edited, or without any")
  func synchronising() throws {
    func behavior(_ name: String) throws -> SnapRuleBehavior? {
      let index = try #require(editor.settings.index(ofSource: name))
      return editor.settings.sourceSettings[index].ruleBehavior
    }
    try editor.start(editing: tap)
    editor.syncSourceSettings()
    #expect(try behavior("PipelineLine") == .rulesLimitSnapping)
    #expect(try behavior("PipelineDevice") == .rulesPreventSnapping)
    #expect(try behavior("fences") == nil)
    try editor.cancel()
    editor.syncSourceSettings()
    #expect(try behavior("PipelineDevice") == nil)
  }

  @Test("A feature that the caller has hidden can be edited, and stays hidden when cancelled")
  func hidden() throws {
    var scene = editor.scene
    try scene.hide(tap)
    let editor = GeometryEditor(scene: scene, settings: editor.settings)
    try editor.start(editing: tap)
    #expect(editor.geometry?.wkt == "POINT (20 10)")
    try editor.cancel()
    let snapper = Snapper(editor.scene, settings: editor.settings)
    #expect(try snapper.matches(at: c(20, 10)).allSatisfy { $0.place.feature != tap })
  }
}

import GeoSnap
import GeoSnapTestSupport
import Testing

private func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

@Suite("Layers, overlays and scenes")
struct SnapSceneTests {
  let index: NetworkIndex

  init() throws {
    index = try PlainNetwork.index([
      (
        "lines", .lineString,
        [try PlainNetwork.line(c(0, 0), c(10, 0)), try PlainNetwork.line(c(0, 5), c(10, 5))]
      ),
      ("points", .point, [.point(Point(c(5, 0)))]),
    ])
  }

  private func snapper(
    _ map: SnapMap,
    view: SnapView? = nil,
    _ change: (inout SnapSettings) -> Void = { _ in }
  ) throws -> Snapper {
    Snapper(
      try SnapScene(index, map: map),
      settings: PlainNetwork.settings(map, index.network.base, change),
      view: view
    )
  }

  @Test("Of two layers the upper wins at one distance")
  func order() throws {
    let upper = try snapper(SnapMap(layers: [FeatureLayer("points"), FeatureLayer("lines")])) {
      $0.kinds = SnapKinds(kinds: [.point, .midpoint])
    }
    #expect(upper.snap(at: c(5, 0), tolerance: 1)?.place.source == "points")
    let twice = try snapper(
      SnapMap(layers: [FeatureLayer("lines", name: "copy"), FeatureLayer("lines")])
    )
    #expect(twice.snap(at: c(0, 0), tolerance: 1)?.place.source == "copy")
  }

  @Test("Hidden, out of scale and filtered features are passed over, and told of")
  func visibility() throws {
    func reason(_ layer: FeatureLayer, at place: Coordinate) throws -> SnapRefusal? {
      let snapper = try snapper(SnapMap(layers: [layer]), view: SnapView(scale: 1000))
      #expect(snapper.snap(at: place, tolerance: 1) == nil)
      return snapper.explain(at: place, tolerance: 1).refused.first
    }
    var hidden = FeatureLayer("lines")
    hidden.isVisible = false
    #expect(try reason(hidden, at: c(0, 0))?.reason == .hidden)
    #expect(try reason(hidden, at: c(0, 0))?.remedy == .show(layer: "lines"))
    var far = FeatureLayer("lines")
    far.scaleRange = ScaleRange(minScale: 500)
    #expect(try reason(far, at: c(0, 0))?.reason == .outOfScale)
    #expect(try reason(far, at: c(0, 0))?.remedy == .zoom(ScaleRange(minScale: 500)))
    var near = FeatureLayer("lines")
    near.scaleRange = ScaleRange(minScale: 1000, maxScale: 1000)
    #expect(
      try snapper(SnapMap(layers: [near]), view: SnapView(scale: 1000))
        .snap(at: c(0, 0), tolerance: 1) != nil
    )
    var filtered = FeatureLayer("lines")
    filtered.filter = .compare(field: "status", .equal, .integer(0))
    #expect(try reason(filtered, at: c(0, 5))?.reason == .filteredOut)
    #expect(try snapper(SnapMap(layers: [filtered])).snap(at: c(0, 0), tolerance: 1) != nil)
  }

  @Test("All features are passed over outside the scales of the settings, and told of")
  func scales() throws {
    let map = SnapMap(of: index.network.base)
    for (scale, isIn) in [(999.0, false), (1000, true), (2000, true), (2001, false)] {
      let snapper = try snapper(map, view: SnapView(scale: scale)) {
        $0.scaleRange = ScaleRange(minScale: 2000, maxScale: 1000)
      }
      #expect((snapper.snap(at: c(0, 0), tolerance: 1) != nil) == isIn)
      guard !isIn else { continue }
      let refusal = snapper.explain(at: c(0, 0), tolerance: 1).refused.first
      #expect(refusal?.reason == .outOfScale)
      #expect(refusal?.remedy == .zoom(ScaleRange(minScale: 2000, maxScale: 1000)))
    }
  }

  @Test("A feature that one layer filters out is offered by the next that shows it")
  func layersOverOneTable() throws {
    var some = FeatureLayer("lines", name: "some")
    some.filter = .compare(field: "STATUS", .greaterOrEqual, .real(0))
    let snapper = try snapper(SnapMap(layers: [some, FeatureLayer("lines")]))
    #expect(snapper.snap(at: c(0, 0), tolerance: 1)?.place.source == "some")
    #expect(snapper.snap(at: c(0, 5), tolerance: 1)?.place.source == "lines")
  }

  @Test("Filters follow SQL: a comparison with nothing is unknown, and so is its negation")
  func filters() {
    let table = index.network.base.tables[0]
    func rows(_ filter: FeatureFilter) -> [Int] {
      (0..<table.count).filter { filter.holds(for: $0, of: table) }
    }
    let isZero = FeatureFilter.compare(field: "STATUS", .equal, .integer(0))
    #expect(rows(isZero) == [0])
    #expect(rows(.not(isZero)) == [])
    #expect(rows(.isNull(field: "status")) == [1])
    #expect(rows(.not(.isNull(field: "status"))) == [0])
    #expect(rows(.any([isZero, .isNull(field: "STATUS")])) == [0, 1])
    #expect(rows(.all([isZero, .isNull(field: "STATUS")])) == [])
    #expect(rows(.all([])) == [0, 1])
    #expect(rows(.any([])) == [])
    #expect(rows(.compare(field: "NOSUCH", .equal, .integer(0))) == [])
    #expect(rows(.compare(field: "STATUS", .equal, .text("0"))) == [])
    for (comparison, holds) in [
      (FeatureFilter.Comparison.less, true), (.lessOrEqual, true), (.greater, false),
      (.greaterOrEqual, false), (.notEqual, true), (.equal, false),
    ] {
      #expect(rows(.compare(field: "STATUS", comparison, .real(0.5))) == (holds ? [0] : []))
    }
  }

  @Test("Graphics are snapped to once their overlay is on, and lie below all layers")
  func overlays() throws {
    var map = SnapMap(of: index.network.base)
    map.overlays = [GraphicsOverlay("notes", graphics: [.point(Point(c(20, 20)))])]
    let snapper = try snapper(map)
    let match = try #require(snapper.snap(at: c(20.1, 20), tolerance: 1))
    #expect(match.place.target == .graphic(overlay: 0, index: 0))
    #expect(match.place.source == "notes")
    #expect(match.place.feature == nil)
    #expect(snapper.settings.sourceSettings.map(\.name) == ["lines", "points", "notes"])
    let off = try self.snapper(map) { $0.sourceSettings[2].isEnabled = false }
    #expect(off.snap(at: c(20.1, 20), tolerance: 1) == nil)
  }

  @Test("A scene's edits are seen by new snappers and by no old one")
  func edits() throws {
    let map = SnapMap(of: index.network.base)
    let settings = PlainNetwork.settings(map, index.network.base)
    var scene = SnapScene(index)
    let before = Snapper(scene, settings: settings)
    let line = FeatureID(table: 0, row: 0)
    try scene.hide(line)
    try scene.hide(line)
    #expect(Snapper(scene, settings: settings).snap(at: c(10, 0), tolerance: 1) == nil)
    #expect(before.snap(at: c(10, 0), tolerance: 1)?.place.feature == line)
    try scene.move(line, to: try PlainNetwork.line(c(0, 50), c(10, 50)))
    let moved = Snapper(scene, settings: settings)
    #expect(moved.snap(at: c(10, 50), tolerance: 1)?.place.feature == line)
    #expect(moved.snap(at: c(5, 50.5), tolerance: 1)?.place.fraction == 0.5)
    #expect(moved.snap(at: c(10, 0), tolerance: 1) == nil)
    try scene.move(line, to: try PlainNetwork.line(c(0, 70), c(10, 70)))
    #expect(Snapper(scene, settings: settings).snap(at: c(10, 50), tolerance: 1) == nil)
    try scene.show(line)
    let back = Snapper(scene, settings: settings)
    #expect(back.snap(at: c(10, 0), tolerance: 1)?.place.feature == line)
    #expect(back.snap(at: c(10, 70), tolerance: 1) == nil)
    let number = try scene.add(.point(Point(c(-5, -5), z: 3)), to: 1, assetType: nil)
    let created = Snapper(scene, settings: settings).snap(at: c(-5, -5), tolerance: 1)
    #expect(created?.place.target == .pending(number))
    #expect(created?.place.source == "points")
    #expect(created?.place.z == 3)
    try scene.removePending(number)
    #expect(Snapper(scene, settings: settings).snap(at: c(-5, -5), tolerance: 1) == nil)
    let another = try scene.add(.point(Point(c(-5, -5))), to: 1, assetType: nil)
    #expect(another != number)
  }

  @Test("Centres follow the scene's edits")
  func centroids() throws {
    let index = try PlainNetwork.index([("areas", .polygon, [try PlainNetwork.square(0, 0, 10)])])
    var scene = SnapScene(index)
    let settings = PlainNetwork.settings(SnapMap(of: index.network.base), index.network.base) {
      $0.kinds = SnapKinds(.centroid)
    }
    #expect(Snapper(scene, settings: settings).snap(at: c(5, 5), tolerance: 1) != nil)
    try scene.move(FeatureID(table: 0, row: 0), to: try PlainNetwork.square(100, 0, 2))
    let moved = Snapper(scene, settings: settings)
    #expect(moved.snap(at: c(5, 5), tolerance: 1) == nil)
    #expect(moved.snap(at: c(101, 1), tolerance: 1)?.place.location == c(101, 1))
  }

  @Test("A filter never hides what the network does not have, and a moved feature by its own row")
  func filtersAndEdits() throws {
    var layer = FeatureLayer("points")
    layer.filter = .compare(field: "STATUS", .equal, .integer(7))
    var shown = FeatureLayer("lines")
    shown.filter = .compare(field: "STATUS", .equal, .integer(0))
    let map = SnapMap(layers: [layer, shown])
    let settings = PlainNetwork.settings(map, index.network.base)
    var scene = try SnapScene(index, map: map)
    for number in 0..<130 {
      _ = try scene.add(.point(Point(c(1000 + Double(number), 0))), to: 1, assetType: nil)
    }
    try scene.move(
      FeatureID(table: 0, row: 0),
      to: try PlainNetwork.line(c(0, 90), c(10, 90))
    )
    try scene.move(
      FeatureID(table: 0, row: 1),
      to: try PlainNetwork.line(c(0, 95), c(10, 95))
    )
    let snapper = Snapper(scene, settings: settings)
    for number in 0..<130 {
      let match = snapper.snap(at: c(1000 + Double(number), 0.1), tolerance: 0.2)
      #expect(match?.place.target == .pending(number))
    }
    #expect(snapper.snap(at: c(0, 90), tolerance: 1) != nil)
    #expect(snapper.snap(at: c(0, 95), tolerance: 1) == nil)
  }

  @Test("A geometry that cannot be shown leaves the scene as it was")
  func refusedEdits() throws {
    let settings = PlainNetwork.settings(SnapMap(of: index.network.base), index.network.base)
    var scene = SnapScene(index)
    let bad = Geometry.point(Point(c(.nan, 0)))
    #expect(throws: IndexError.self) { try scene.move(FeatureID(table: 1, row: 0), to: bad) }
    #expect(Snapper(scene, settings: settings).snap(at: c(5, 0.1), tolerance: 0.2) != nil)
    let number = try scene.add(.point(Point(c(70, 70))), to: 1, assetType: nil)
    #expect(throws: IndexError.self) { try scene.movePending(number, to: bad) }
    #expect(Snapper(scene, settings: settings).snap(at: c(70, 70), tolerance: 1) != nil)
  }

  @Test("A feature that is given its first geometry is known where it is shown, not to itself")
  func givenGeometry() throws {
    var points = FeatureTable(name: "points", sourceID: nil, geometryType: .point)
    points.append(Feature(rowID: 1, globalID: nil, geometry: nil))
    let bare = try NetworkIndex(
      UtilityNetwork(
        definition: NetworkDefinition(domainNetworks: []),
        srid: nil,
        tables: [points]
      )
    )
    let settings = PlainNetwork.settings(SnapMap(of: bare.network.base), bare.network.base)
    var scene = SnapScene(bare)
    let feature = FeatureID(table: 0, row: 0)
    try scene.move(feature, to: .point(Point(c(3, 4), z: 5)))
    let snapper = Snapper(scene, settings: settings)
    #expect(snapper.snap(at: c(3, 4), tolerance: 1)?.place.z == 5)
    #expect(snapper.snap(at: c(3, 4), tolerance: 1, editing: feature) == nil)
    try scene.show(feature)
    #expect(Snapper(scene, settings: settings).snap(at: c(3, 4), tolerance: 1) == nil)
  }
}

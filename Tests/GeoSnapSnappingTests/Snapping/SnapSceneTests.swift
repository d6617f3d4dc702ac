import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Layers, overlays and scenes")
struct SnapSceneTests {
  let index: NetworkIndex
  let line = FeatureID(table: 0, row: 0)

  init() throws {
    index = try PlainNetwork.index([
      "lines": ["LINESTRING (0 0, 10 0)", "LINESTRING (0 5, 10 5)"], "points": ["POINT (5 0)"],
    ])
  }

  private func snapper(
    _ map: SnapMap,
    view: SnapView? = nil,
    _ change: (inout SnapSettings) -> Void = { _ in }
  ) throws -> Snapper {
    let settings = SnapSettings(on: index.network.base, map: map, change)
    return Snapper(try SnapScene(index, map: map), settings: settings, view: view)
  }

  /// What a scene has within 1 of a place.
  private func place(_ scene: SnapScene, _ x: Double, _ y: Double) -> SnapPlace? {
    let settings = SnapSettings(on: scene.network.base, map: scene.map)
    return try? Snapper(scene, settings: settings).snap(at: c(x, y), tolerance: 1)?.place
  }

  @Test("Hidden, out of scale and filtered features are passed over, and told of")
  func visibility() throws {
    func refusal(at y: Double, _ change: (inout FeatureLayer) -> Void) throws -> SnapRefusal? {
      var layer = FeatureLayer("lines")
      change(&layer)
      let snapper = try snapper(SnapMap(layers: [layer]), view: SnapView(scale: 1000))
      let explanation = try snapper.explain(at: c(0, y), tolerance: 1)
      #expect(try snapper.snap(at: c(0, y), tolerance: 1) == explanation.match)
      return explanation.match == nil ? explanation.refused.first : nil
    }
    let hidden = try refusal(at: 0) { $0.isVisible = false }
    #expect(hidden?.reason == .hidden && hidden?.remedy == .show(layer: "lines"))
    let far = try refusal(at: 0) { $0.scaleRange = ScaleRange(minScale: 500) }
    #expect(far?.reason == .outOfScale && far?.remedy == .zoom(ScaleRange(minScale: 500)))
    #expect(
      try refusal(at: 0) { $0.scaleRange = ScaleRange(minScale: 1000, maxScale: 1000) } == nil
    )
    func filter(_ layer: inout FeatureLayer) {
      layer.filter = .compare(field: "status", .equal, .integer(0))
    }
    #expect(try refusal(at: 5, filter)?.reason == .filteredOut)
    #expect(try refusal(at: 0, filter) == nil)
  }

  @Test("All features are passed over outside the scales of the settings, and told of")
  func scales() throws {
    let range = ScaleRange(minScale: 2000, maxScale: 1000)
    for (scale, isIn) in [(999.0, false), (1000, true), (2000, true), (2001, false)] {
      let snapper = try snapper(SnapMap(of: index.network.base), view: SnapView(scale: scale)) {
        $0.scaleRange = range
      }
      #expect(try (snapper.snap(at: c(0, 0), tolerance: 1) != nil) == isIn)
      guard !isIn else { continue }
      let refusal = try snapper.explain(at: c(0, 0), tolerance: 1).refused.first
      #expect(refusal?.reason == .outOfScale && refusal?.remedy == .zoom(range))
    }
  }

  @Test("Filters follow SQL: a comparison with nothing is unknown, and so is its negation")
  func filters() {
    let table = index.network.base.tables[0]
    let isZero = FeatureFilter.compare(field: "STATUS", .equal, .integer(0))
    let isNull = FeatureFilter.isNull(field: "STATUS")
    func half(_ comparison: FeatureFilter.Comparison) -> FeatureFilter {
      .compare(field: "STATUS", comparison, .real(0.5))
    }
    let cases: [(FeatureFilter, [Int])] = [
      (isZero, [0]), (.not(isZero), []), (.isNull(field: "status"), [1]), (.not(isNull), [0]),
      (.any([isZero, isNull]), [0, 1]), (.all([isZero, isNull]), []), (.all([]), [0, 1]),
      (.any([]), []), (.compare(field: "NOSUCH", .equal, .integer(0)), []),
      (.compare(field: "STATUS", .equal, .text("0")), []), (half(.less), [0]),
      (half(.lessOrEqual), [0]), (half(.greater), []), (half(.greaterOrEqual), []),
      (half(.notEqual), [0]), (half(.equal), []),
    ]
    for (filter, rows) in cases {
      #expect((0..<table.count).filter { filter.holds(for: $0, of: table) } == rows, "\(filter)")
    }
  }

  @Test("A scene's edits are seen by new snappers and by no old one")
  func edits() throws {
    var scene = SnapScene(index)
    let before = Snapper(scene, settings: SnapSettings(on: index.network.base))
    try scene.hide(line)
    try scene.hide(line)
    #expect(place(scene, 10, 0) == nil)
    #expect(try before.snap(at: c(10, 0), tolerance: 1)?.place.feature == line)
    try scene.move(line, to: wkt("LINESTRING (0 50, 10 50)"))
    #expect(place(scene, 10, 50)?.feature == line && place(scene, 5, 50.5)?.fraction == 0.5)
    #expect(place(scene, 10, 0) == nil)
    try scene.move(line, to: wkt("LINESTRING (0 70, 10 70)"))
    #expect(place(scene, 10, 50) == nil)
    try scene.show(line)
    #expect(place(scene, 10, 0)?.feature == line && place(scene, 10, 70) == nil)
    let number = try scene.add(wkt("POINT Z (-5 -5 3)"), to: 1, assetType: nil)
    let created = place(scene, -5, -5)
    #expect(created?.target == .pending(number) && created?.source == "points" && created?.z == 3)
    try scene.removePending(number)
    #expect(place(scene, -5, -5) == nil)
    #expect(try scene.add(wkt("POINT (-5 -5)"), to: 1, assetType: nil) != number)
  }

  @Test("Centres follow the scene's edits")
  func centroids() throws {
    let index = try PlainNetwork.index(["areas": ["POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))"]])
    let settings = SnapSettings(on: index.network.base) { $0.kinds = SnapKinds(.centroid) }
    var scene = SnapScene(index)
    func centre(_ x: Double, _ y: Double) -> Coordinate? {
      try? Snapper(scene, settings: settings).snap(at: c(x, y), tolerance: 1)?.place.location
    }
    #expect(centre(5, 5) == c(5, 5))
    try scene.move(line, to: wkt("POLYGON ((100 0, 102 0, 102 2, 100 2, 100 0))"))
    #expect(centre(5, 5) == nil && centre(101, 1) == c(101, 1))
  }

  @Test("A filter never hides what the network does not have, and a moved feature by its own row")
  func filtersAndEdits() throws {
    var (layer, shown) = (FeatureLayer("points"), FeatureLayer("lines"))
    layer.filter = .compare(field: "STATUS", .equal, .integer(7))
    shown.filter = .compare(field: "STATUS", .equal, .integer(0))
    var scene = try SnapScene(index, map: SnapMap(layers: [layer, shown]))
    for number in 0..<130 {
      _ = try scene.add(wkt("POINT (\(1000 + 5 * number) 0)"), to: 1, assetType: nil)
    }
    try scene.move(line, to: wkt("LINESTRING (0 90, 10 90)"))
    try scene.move(FeatureID(table: 0, row: 1), to: wkt("LINESTRING (0 95, 10 95)"))
    let missing = (0..<130).filter {
      place(scene, 1000 + 5 * Double($0), 0.1)?.target != .pending($0)
    }
    #expect(missing == [])
    #expect(place(scene, 0, 90) != nil && place(scene, 0, 95) == nil)
  }

  @Test("A geometry that cannot be shown leaves the scene as it was")
  func refusedEdits() throws {
    var scene = SnapScene(index)
    let bad = Geometry.point(Point(c(.nan, 0)))
    #expect(throws: IndexError.self) { try scene.move(FeatureID(table: 1, row: 0), to: bad) }
    #expect(place(scene, 5, 0)?.kind == .point)
    let number = try scene.add(wkt("POINT (70 70)"), to: 1, assetType: nil)
    #expect(throws: IndexError.self) { try scene.movePending(number, to: bad) }
    #expect(place(scene, 70, 70) != nil)
  }

  @Test("A feature that is given its first geometry is known where it is shown, not to itself")
  func givenGeometry() throws {
    var points = FeatureTable(name: "points", sourceID: nil, geometryType: .point)
    points.append(Feature(rowID: 1, globalID: nil, geometry: nil))
    var scene = SnapScene(try NetworkIndex(.plain(points)))
    try scene.move(line, to: wkt("POINT Z (3 4 5)"))
    #expect(place(scene, 3, 4)?.z == 5)
    let snapper = Snapper(scene, settings: SnapSettings(on: scene.network.base))
    #expect(try snapper.snap(at: c(3, 4), tolerance: 1, editing: line) == nil)
    try scene.show(line)
    #expect(place(scene, 3, 4) == nil)
  }
}

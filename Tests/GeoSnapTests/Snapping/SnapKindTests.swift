import GeoSnap
import GeoSnapTestSupport
import Testing

private func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

private func line(_ places: Coordinate...) throws -> Geometry {
  .lineString(try LineString(CoordinateSequence(places)))
}

private func square(_ minX: Double, _ minY: Double, _ side: Double) throws -> Geometry {
  .polygon(
    try Polygon(rings: [
      [
        c(minX, minY), c(minX + side, minY), c(minX + side, minY + side), c(minX, minY + side),
        c(minX, minY),
      ]
    ])
  )
}

/// A network of plain tables, where no rules apply.
private func plain(_ tables: [(String, GeometryType, [Geometry])]) throws -> NetworkIndex {
  try NetworkIndex(
    UtilityNetwork(
      definition: NetworkDefinition(domainNetworks: []),
      srid: nil,
      tables: tables.map { name, type, geometries in
        var table = FeatureTable(
          name: name,
          sourceID: nil,
          geometryType: type,
          fields: [AttributeField("STATUS", .integer)]
        )
        for (row, geometry) in geometries.enumerated() {
          table.append(
            Feature(
              rowID: Int64(row + 1),
              globalID: nil,
              geometry: geometry,
              attributes: [row % 2 == 0 ? .integer(Int64(row)) : .null]
            )
          )
        }
        return table
      }
    )
  )
}

private func settings(
  _ map: SnapMap,
  _ network: UtilityNetwork,
  _ change: (inout SnapSettings) -> Void = { _ in }
) -> SnapSettings {
  var settings = SnapSettings()
  settings.isEnabled = true
  settings.syncSourceSettings(with: map, of: network)
  for source in settings.sourceSettings.indices { settings.sourceSettings[source].isEnabled = true }
  change(&settings)
  return settings
}

private func snapper(
  _ index: NetworkIndex,
  _ change: (inout SnapSettings) -> Void = { _ in }
) -> Snapper {
  Snapper(index, settings: settings(SnapMap(of: index.network), index.network, change))
}

@Suite("Kinds of places")
struct SnapKindTests {
  let index: NetworkIndex

  init() throws {
    index = try plain([
      (
        "lines", .lineString, [try line(c(0, 0), c(10, 0), c(10, 10)), try line(c(3, -5), c(3, 5))]
      ),
      ("areas", .polygon, [try square(20, 0, 10)]), ("points", .point, [.point(Point(c(1, 3)))]),
    ])
  }

  @Test(
    "Each kind is offered where it is, and only when it is switched on",
    arguments: [
      (SnapKind.point, c(1.2, 3.1), c(1, 3)), (.lineEnd, c(0.5, 0.2), c(0, 0)),
      (.vertex, c(10.4, -0.3), c(10, 0)), (.intersection, c(3.2, 0.4), c(3, 0)),
      (.midpoint, c(10.3, 5.2), c(10, 5)), (.centroid, c(25.3, 5.1), c(25, 5)),
      (.segment, c(7.5, 0.6), c(7.5, 0)), (.boundary, c(20.3, 4), c(20, 4)),
      (.area, c(27, 7), c(27, 7)),
    ]
  )
  func each(kind: SnapKind, at place: Coordinate, location: Coordinate) throws {
    let only = snapper(index) { $0.kinds = SnapKinds(kind) }
    let match = try #require(only.snap(at: place, tolerance: 1))
    #expect(match.place.kind == kind)
    #expect(match.place.location == location)
    #expect(match.place.distance == place.distance(to: location))
    let without = snapper(index) { $0.kinds = .all.subtracting(SnapKinds(kind)) }
    #expect(without.snap(at: place, tolerance: 1)?.place.kind != kind)
    #expect(without.matches(at: place, tolerance: 1).allSatisfy { $0.place.kind != kind })
  }

  @Test("A better rank wins over a nearer place; matches lists all, best first")
  func ranks() {
    let snapper = snapper(index) { $0.kinds = .all }
    let matches = snapper.matches(at: c(3.3, 0.1), tolerance: 5)
    let ranks = matches.map(\.place.kind.rank)
    #expect(ranks == ranks.sorted())
    #expect(matches.first?.place.kind.rank == 0)
    #expect(matches.contains { $0.place.kind == .intersection })
    #expect(matches.first == snapper.snap(at: c(3.3, 0.1), tolerance: 5))
  }

  @Test("The next place follows in order, the first after the last")
  func cycling() throws {
    let snapper = snapper(index) { $0.kinds = .all }
    let all = snapper.matches(at: c(3.3, 0.1), tolerance: 5)
    var current = try #require(all.first)
    for step in 1...all.count {
      current = try #require(snapper.match(after: current, at: c(3.3, 0.1), tolerance: 5))
      #expect(current.isSamePlace(as: all[step % all.count]))
    }
  }

  @Test("A kind, a source and a kind of a source have tolerances of their own")
  func tolerances() {
    let far = c(7, 2)
    #expect(snapper(index).snap(at: far, tolerance: 1) == nil)
    let byKind = snapper(index) { $0.kindTolerances = [.segment: .mapUnits(2)] }
    #expect(byKind.snap(at: far, tolerance: 1)?.place.kind == .segment)
    let bySource = snapper(index) { $0.sourceSettings[0].tolerance = .mapUnits(2.5) }
    #expect(bySource.snap(at: far, tolerance: 1)?.place.kind == .segment)
    let both = snapper(index) {
      $0.sourceSettings[0].tolerance = .mapUnits(2.5)
      $0.sourceSettings[0].kindTolerances = [.segment: .mapUnits(1.5)]
    }
    #expect(both.snap(at: far, tolerance: 1) == nil)
    let refused = both.explain(at: far, tolerance: 1).refused
    #expect(refused.first { $0.place.kind == .segment }?.reason == .beyondTolerance)
    #expect(refused.first { $0.place.kind == .segment }?.remedy == .widen(2))
  }

  @Test("A tolerance in pixels is one in map units at a view")
  func pixels() {
    let map = SnapMap(of: index.network)
    let scene = SnapScene(index)
    let settings = settings(map, index.network)
    let view = SnapView(unitsPerPixel: 0.1)
    let snapper = Snapper(scene, settings: settings, view: view)
    #expect(snapper.snap(at: c(7, 1)) != nil)
    #expect(snapper.snap(at: c(7, 1.0000001)) == nil)
    #expect(abs(SnapView(scale: 1000).unitsPerPixel - 0.2645833333) < 1e-9)
    #expect(abs(SnapView(unitsPerPixel: 0.2645833333333333).scale - 1000) < 1e-9)
  }

  @Test("The grid's node, when nothing of a feature is near; suspended, nothing")
  func grid() {
    let snapper = snapper(index) {
      $0.kinds = .all
      $0.grid = SnapGrid(origin: c(100, 100), spacing: 5)
    }
    #expect(snapper.snap(at: c(104.2, 95.9), tolerance: 2)?.place.location == c(105, 95))
    #expect(snapper.snap(at: c(104.2, 95.9), tolerance: 2)?.place.target == .grid)
    #expect(snapper.snap(at: c(102.5, 97.5), tolerance: 2) == nil)
    let suspended = Snapper(
      snapper.scene,
      settings: settings(SnapMap(of: index.network), index.network) {
        $0.isSuspended = true
        $0.grid = SnapGrid(spacing: 5)
      }
    )
    #expect(suspended.snap(at: c(0, 0), tolerance: 2) == nil)
    let refused = suspended.explain(at: c(0, 0), tolerance: 2).refused
    #expect(!refused.isEmpty && refused.allSatisfy { $0.reason == .suspended })
  }

  @Test("Intersections: not at common ends, not of overlaps, exactly at an end that touches")
  func intersections() throws {
    let index = try plain([
      (
        "lines", .lineString,
        [
          try line(c(0, 0), c(10, 10)), try line(c(10, 10), c(20, 0)),
          try line(c(5, 5), c(5, -9)), try line(c(2, 2), c(8, 8)), try line(c(0.1, 3), c(0.1, -3)),
        ]
      )
    ])
    let snapper = snapper(index) { $0.kinds = SnapKinds(.intersection) }
    #expect(snapper.snap(at: c(10, 10), tolerance: 0.5) == nil)
    let touch = try #require(snapper.snap(at: c(5.1, 5), tolerance: 0.5))
    #expect(touch.place.location == c(5, 5))
    #expect(snapper.snap(at: c(3, 3), tolerance: 0.5) == nil)
    let crossing = try #require(snapper.snap(at: c(0, 0), tolerance: 0.5))
    #expect(crossing.place.location.distance(to: c(0.1, 0.1)) < 1e-15)
    #expect(crossing.place.feature == FeatureID(table: 0, row: 0))
    #expect(crossing.crossing?.target == .feature(FeatureID(table: 0, row: 4)))
    #expect(abs((crossing.crossing?.fraction ?? 0) - 2.9 / 6) < 1e-12)
  }
}

@Suite("The previous answer")
struct SnapStickinessTests {
  let snapper: Snapper

  init() throws {
    snapper = GeoSnapTests.snapper(
      try plain([("points", .point, [.point(Point(c(0, 0))), .point(Point(c(2, 0)))])])
    )
  }

  @Test("Another place wins only when it is nearer by a tenth of the tolerance")
  func margin() throws {
    let first = try #require(snapper.snap(at: c(0.9, 0), tolerance: 2))
    #expect(first.place.location == c(0, 0))
    #expect(
      snapper.snap(at: c(1.05, 0), tolerance: 2, previous: first)?.place.location == c(0, 0)
    )
    #expect(snapper.snap(at: c(1.05, 0), tolerance: 2)?.place.location == c(2, 0))
    #expect(
      snapper.snap(at: c(1.11, 0), tolerance: 2, previous: first)?.place.location == c(2, 0)
    )
  }

  @Test("It is held a fifth of the tolerance beyond it, and tells the new distance")
  func hold() throws {
    let first = try #require(snapper.snap(at: c(-0.5, 0), tolerance: 1))
    let held = snapper.snap(at: c(-1.2, 0), tolerance: 1, previous: first)
    #expect(held?.place.location == c(0, 0))
    #expect(held?.place.distance == 1.2)
    #expect(snapper.snap(at: c(-1.21, 0), tolerance: 1, previous: first) == nil)
    #expect(snapper.snap(at: c(-1.2, 0), tolerance: 1) == nil)
  }

  @Test("A pointer that trembles between two places changes the answer once")
  func noFlicker() {
    var generator = SeededGenerator(seed: 5)
    var previous: SnapMatch?
    var changes = 0
    for _ in 0..<500 {
      let place = c(1 + generator.double(-0.09...0.09), generator.double(-0.1...0.1))
      let match = snapper.snap(at: place, tolerance: 2, previous: previous)
      if let match, previous?.isSamePlace(as: match) != true { changes += 1 }
      previous = match
    }
    #expect(changes == 1, "seed 5")
  }
}

@Suite("Layers, overlays and scenes")
struct SnapSceneTests {
  let index: NetworkIndex

  init() throws {
    index = try plain([
      ("lines", .lineString, [try line(c(0, 0), c(10, 0)), try line(c(0, 5), c(10, 5))]),
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
      settings: settings(map, index.network, change),
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
    let table = index.network.tables[0]
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
    var map = SnapMap(of: index.network)
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
    let map = SnapMap(of: index.network)
    let settings = settings(map, index.network)
    var scene = SnapScene(index)
    let before = Snapper(scene, settings: settings)
    let line = FeatureID(table: 0, row: 0)
    try scene.hide(line)
    try scene.hide(line)
    #expect(Snapper(scene, settings: settings).snap(at: c(10, 0), tolerance: 1) == nil)
    #expect(before.snap(at: c(10, 0), tolerance: 1)?.place.feature == line)
    try scene.move(line, to: try GeoSnapTests.line(c(0, 50), c(10, 50)))
    let moved = Snapper(scene, settings: settings)
    #expect(moved.snap(at: c(10, 50), tolerance: 1)?.place.feature == line)
    #expect(moved.snap(at: c(5, 50.5), tolerance: 1)?.place.fraction == 0.5)
    #expect(moved.snap(at: c(10, 0), tolerance: 1) == nil)
    try scene.move(line, to: try GeoSnapTests.line(c(0, 70), c(10, 70)))
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
    let index = try plain([("areas", .polygon, [try square(0, 0, 10)])])
    var scene = SnapScene(index)
    let settings = settings(SnapMap(of: index.network), index.network) {
      $0.kinds = SnapKinds(.centroid)
    }
    #expect(Snapper(scene, settings: settings).snap(at: c(5, 5), tolerance: 1) != nil)
    try scene.move(FeatureID(table: 0, row: 0), to: try square(100, 0, 2))
    let moved = Snapper(scene, settings: settings)
    #expect(moved.snap(at: c(5, 5), tolerance: 1) == nil)
    #expect(moved.snap(at: c(101, 1), tolerance: 1)?.place.location == c(101, 1))
  }
}

@Suite("Guides of the sketch")
struct SnapGuideTests {
  let snapper: Snapper

  init() throws {
    snapper = GeoSnapTests.snapper(
      try plain([("points", .point, [.point(Point(c(500, 500)))])])
    ) { $0.kinds = .all }
  }

  private func snap(
    at place: Coordinate,
    _ parts: [[Coordinate]],
    isRing: Bool = false,
    vertex: Int
  ) -> SnapMatch? {
    snapper.snap(
      at: place,
      tolerance: 1,
      sketch: SnapSketch(parts: parts, isRing: isRing, vertex: vertex)
    )
  }

  @Test("A new vertex lies straight on, at a right angle, or parallel to another segment")
  func lines() {
    let straight = snap(at: c(15, 0.5), [[c(0, 0), c(10, 0)]], vertex: 2)
    #expect(straight?.place.kind == .extend)
    #expect(straight?.place.location == c(15, 0))
    #expect(straight?.place.target == .sketch)
    #expect(straight?.guides == [Segment(c(10, 0), c(15, 0))])
    // Back over the last segment there is no extension, but the edge itself is not offered either.
    #expect(snap(at: c(5, 40), [[c(0, 0), c(10, 0)]], vertex: 2) == nil)
    let square = snap(at: c(10.5, 7), [[c(0, 0), c(10, 0)]], vertex: 2)
    #expect(square?.place.kind == .perpendicular)
    #expect(square?.place.location == c(10, 7))
    let parallel = snap(at: c(16.4, 6), [[c(0, 0), c(5, 5), c(10, 0)]], vertex: 3)
    #expect(parallel?.place.kind == .parallel || parallel?.place.kind == .perpendicular)
    let skew = snap(at: c(20.2, 5), [[c(0, 0), c(10, 5), c(10, 0)]], vertex: 3)
    #expect(skew?.place.kind == .parallel)
  }

  @Test("Own vertices and edges, but not those that move; a ring is closed at its first vertex")
  func own() {
    let parts = [[c(0, 0), c(10, 0), c(10, 10), c(30, 10)]]
    #expect(snap(at: c(0.3, 0.3), parts, vertex: 4)?.place.kind == .ownVertex)
    #expect(snap(at: c(30.3, 10.2), parts, vertex: 4)?.place.kind != .ownVertex)
    #expect(snap(at: c(5, 0.4), parts, vertex: 4)?.place.kind == .ownEdge)
    #expect(snap(at: c(5, 0.4), parts, vertex: 1)?.place.kind != .ownEdge)
    let ring = snap(at: c(0.3, 0.3), parts, isRing: true, vertex: 4)
    #expect(ring?.place.kind == .ownVertex)
    #expect(ring?.place.location == c(0, 0))
  }

  @Test("Where two guides meet, their crossing wins; features win over all guides")
  func crossings() throws {
    // A corner being moved: at a right angle to both neighbours' segments.
    let parts = [[c(-10, 0), c(0, 0), c(3, 3), c(0, 20), c(-10, 20)]]
    let match = try #require(
      snap(at: c(10.3, 0.2), [[c(0, 20), c(0, 0), c(9, 9), c(10, 20), c(20, 20)]], vertex: 2)
    )
    #expect(match.place.kind == .guideCrossing)
    #expect(match.place.location == c(10, 0))
    #expect(match.guides.count == 2)
    #expect(snap(at: c(500.4, 500), parts, vertex: 2)?.place.kind == .point)
  }

  @Test("Switched off, no guide is offered")
  func off() throws {
    let index = snapper.scene.index
    let off = GeoSnapTests.snapper(index) {
      $0.kinds = .all
      $0.snapsToGeometryGuides = false
    }
    let sketch = SnapSketch(parts: [[c(0, 0), c(10, 0)]], vertex: 2)
    #expect(off.snap(at: c(15, 0.5), tolerance: 1, sketch: sketch) == nil)
  }

  @Test(
    "Random sketches: each guide offered is what its kind says, and none is missed",
    arguments: 1...20
  )
  func random(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<100 {
      let count = generator.int(1...5)
      let vertices = (0..<count).map { _ in
        c(Double(generator.int(0...20)), Double(generator.int(0...20)))
      }
      let isRing = generator.oneIn(3)
      let vertex = generator.int(0...count)
      let sketch = SnapSketch(parts: [vertices], isRing: isRing, vertex: vertex)
      let place = c(generator.double(-5...25), generator.double(-5...25))
      let matches = snapper.matches(at: place, tolerance: 2, sketch: sketch)
      for match in matches {
        #expect(match.place.distance <= 2)
        for guide in match.guides where match.place.kind != .guideCrossing {
          #expect(vertices.contains(guide.start))
          let reach = match.place.location.distance(to: place)
          #expect(abs(reach - match.place.distance) < 1e-9)
        }
      }
      // The last segment of an open sketch, carried on by hand.
      guard !isRing, vertex == count, count >= 2 else { continue }
      let (one, two) = (vertices[count - 2], vertices[count - 1])
      guard one != two else { continue }
      let length = one.distance(to: two)
      let direction = c((two.x - one.x) / length, (two.y - one.y) / length)
      let along = (place.x - two.x) * direction.x + (place.y - two.y) * direction.y
      let across = abs((place.y - two.y) * direction.x - (place.x - two.x) * direction.y)
      let expected = along > 1e-6 && across <= 2 - 1e-6
      if expected {
        #expect(matches.contains { $0.place.kind == .extend }, "seed \(seed) at \(place)")
      }
      #expect(
        matches.contains { $0.place.kind == .perpendicular } == (abs(along) <= 2)
          || abs(abs(along) - 2) < 1e-6,
        "seed \(seed) at \(place)"
      )
    }
  }
}

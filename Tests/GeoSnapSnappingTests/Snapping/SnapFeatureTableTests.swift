import GeoSnap
import Testing

/// What editors can snap to: one test for each row of the table in Documentation/Snapping.md that
/// has none elsewhere.
@Suite("What editors can snap to")
struct SnapFeatureTableTests {
  /// Two crossing lines, a bent one, a square with a point on its border, and a lonely point.
  private let index: NetworkIndex

  init() throws {
    let lines = [
      "LINESTRING (0 0, 20 0)", "LINESTRING (5 -5, 5 15)", "LINESTRING (30 0, 40 10, 50 0)",
    ]
    index = try NetworkIndex(
      .plain(
        FeatureTable("points", ["POINT (105 0)", "POINT (50 50)"]),
        FeatureTable("lines", lines),
        FeatureTable("areas", ["POLYGON ((100 0, 110 0, 110 10, 100 10, 100 0))"])
      )
    )
  }

  private func snapper(
    _ kinds: SnapKinds,
    view: SnapView? = nil,
    _ change: (inout SnapSettings) -> Void = { _ in }
  ) -> Snapper {
    let settings = SnapSettings(on: index.network.base) {
      $0.kinds = kinds
      change(&$0)
    }
    return Snapper(SnapScene(index), settings: settings, view: view)
  }

  /// What is snapped to within 2 of a place.
  private func place(_ kinds: SnapKinds, _ x: Double, _ y: Double) -> SnapPlace? {
    try? snapper(kinds).snap(at: c(x, y), tolerance: 2)?.place
  }

  @Test("Vertices and segments, each without the other")
  func verticesAndSegments() {
    #expect(place(.vertices, 39.5, 10.5)?.location == c(40, 10))
    #expect(place(.vertices, 15, 0) == nil)
    #expect(place(.edges, 20.5, 0)?.kind == .segment)
    #expect(place(.edges, 20.5, 0)?.location == c(20, 0))
    #expect(place(.edges, 105, 10.5)?.kind == .boundary)
    #expect(place(.edges, 50, 50) == nil)
  }

  @Test("Ends of lines only")
  func lineEnds() {
    let places = [(30.5, 0.0), (49.5, 0), (40, 10), (100, 0)]
    let vertices = places.map { place(SnapKinds(.lineEnd), $0, $1)?.vertex }
    #expect(vertices == [0, 2, nil, nil])
  }

  @Test("Points only")
  func points() {
    #expect(place(SnapKinds(.point), 50.5, 50)?.kind == .point)
    #expect(place(SnapKinds(.point), 0, 0) == nil)
  }

  @Test("A point on the border of an area wins over the border")
  func pointOnBorder() {
    let place = place(.standard, 105.4, 0.1)
    #expect(place?.kind == .point && place?.source == "points")
  }

  @Test("Intersections when asked for, which name both segments")
  func intersections() throws {
    let snapper = snapper(SnapKinds.standard.union(SnapKinds(.intersection)))
    let match = try #require(try snapper.snap(at: c(5.5, 0.5), tolerance: 1))
    #expect(match.text == "intersection 5.0 0.0")
    #expect(match.place.target == .feature(FeatureID(table: 1, row: 0)))
    #expect(match.crossing?.target == .feature(FeatureID(table: 1, row: 1)))
    #expect(match.crossing?.fraction == 0.25)
    #expect(place(.standard, 5.5, 0.5)?.kind == .segment)
    // A common vertex of two segments is a vertex, no intersection.
    #expect(place(SnapKinds(.intersection), 40, 10) == nil)
  }

  @Test("Midpoints of segments")
  func midpoints() {
    let place = place(SnapKinds(.midpoint), 35.5, 5)
    #expect(place?.location == c(35, 5) && place?.fraction == 0.25)
  }

  @Test("The centre of an area, and of nothing else")
  func centroids() {
    #expect(place(SnapKinds(.centroid), 105.5, 5)?.location == c(105, 5))
    #expect(place(SnapKinds(.centroid), 40, 5) == nil)
  }

  @Test("The inside of an area says what is there and moves nothing")
  func areas() throws {
    let match = try snapper(SnapKinds(.area)).snap(at: c(103.25, 4), tolerance: 0)
    #expect(match?.text == "area 103.25 4.0" && match?.place.source == "areas")
  }

  @Test("The sketch's guides: extension, perpendicular, parallel, and where two meet")
  func guides() throws {
    let snapper = snapper([.guides])
    func snap(_ x: Double, _ y: Double, _ sketch: SnapSketch) throws -> SnapMatch {
      try #require(try snapper.snap(at: c(x, y), tolerance: 1, role: .innerVertex, sketch: sketch))
    }
    let sketch = SnapSketch(parts: [[c(0, 100), c(10, 110), c(20, 110)]], vertex: 3)
    let extended = try snap(30, 110.4, sketch)
    #expect(extended.text == "extension 30.0 110.0")
    #expect(extended.guides == [Segment(c(20, 110), c(30, 110))])
    #expect(try snap(20.4, 125, sketch).text == "perpendicular 20.0 125.0")
    let parallel = try snap(30.4, 120, sketch).place
    #expect(parallel.kind == .parallel && parallel.location.distance(to: c(30.2, 120.2)) < 1e-12)
    // A vertex between others is led from both sides: straight on from each.
    let bend = [c(0, 100), c(0, 110), c(5, 118), c(20, 120), c(30, 120)]
    let corner = try snap(0.3, 120.3, SnapSketch(parts: [bend], vertex: 2))
    #expect(corner.text == "guideCrossing 0.0 120.0" && corner.guides.count == 2)
  }

  @Test("The sketch's own vertices and edges, so that a ring can be closed with features off")
  func ownSketch() throws {
    let snapper = snapper([.guides]) { $0.snapsToFeatures = false }
    let ring = SnapSketch(parts: [[c(0, 0), c(10, 0), c(10, 10)]], isRing: true, vertex: 3)
    let closing = try snapper.snap(at: c(0.3, 0.3), tolerance: 1, sketch: ring)
    #expect(closing?.text == "ownVertex 0.0 0.0" && closing?.place.target == .sketch)
    let onEdge = try snapper.snap(at: c(5, 0.3), tolerance: 0.5, sketch: ring)
    #expect(onEdge?.text == "ownEdge 5.0 0.0")
  }

  @Test("Nodes of a grid")
  func grid() throws {
    let snapper = snapper(.all) { $0.grid = SnapGrid(origin: c(1, 101), spacing: 5) }
    let match = try snapper.snap(at: c(10.6, 86.4), tolerance: 1)
    #expect(match?.place.location == c(11, 86) && match?.place.target == .grid)
    #expect(try snapper.snap(at: c(13, 13), tolerance: 1) == nil)
  }

  @Test("Tolerances in pixels at a scale and in map units, ten pixels unless told")
  func toleranceUnits() {
    func snaps(_ x: Double, _ view: SnapView, _ tolerance: SnapTolerance? = nil) -> Bool {
      let snapper = snapper(.vertices, view: view) { $0.tolerance = tolerance ?? $0.tolerance }
      return (try? snapper.snap(at: c(x, 50))) != nil
    }
    // 1:500 has 0.1323 m a pixel.
    let view = SnapView(scale: 500)
    #expect(snaps(51.3, view) && !snaps(51.4, view))
    #expect(snaps(54.9, view, .mapUnits(5)) && snaps(52.9, view, .pixels(22)))
    let zoomed = SnapView(unitsPerPixel: 0.01)
    #expect(snaps(50.09, zoomed) && !snaps(50.11, zoomed))
  }

  @Test("A tolerance of its own for a kind, a source, and a kind of one source")
  func tolerances() throws {
    let snapper = snapper(.standard) { settings in
      settings.kindTolerances[.segment] = .mapUnits(0.5)
      settings.sourceSettings[0].tolerance = .mapUnits(4)
      settings.sourceSettings[0].kindTolerances[.point] = .mapUnits(6)
      settings.sourceSettings[2].tolerance = .mapUnits(3)
    }
    let places = [c(12, 0.6), c(12, 0.4), c(21.9, 0), c(55.5, 50), c(107, 12.5)]
    let kinds = try places.map { try snapper.snap(at: $0, tolerance: 2)?.place.kind }
    #expect(kinds == [nil, .segment, .lineEnd, .point, .boundary])
    let refusal = try snapper.explain(at: c(12, 0.6), tolerance: 2).refused.first
    #expect(refusal?.reason == .beyondTolerance && refusal?.remedy == .widen(0.6))
  }

  @Test("Kinds of its own for a source")
  func kindsOfSource() throws {
    let snapper = snapper(.standard) { $0.sourceSettings[1].kinds = SnapKinds(.lineEnd) }
    #expect(try snapper.snap(at: c(12, 0), tolerance: 1) == nil)
    #expect(try snapper.snap(at: c(105, 10), tolerance: 1)?.place.kind == .boundary)
  }

  @Test("A key that suspends snapping, and lets go again, changes no other switch")
  func suspension() throws {
    let resting = snapper(.standard) { $0.isSuspended = true }
    #expect(try resting.snap(at: c(50, 50), tolerance: 1) == nil)
    var settings = resting.settings
    settings.isSuspended = false
    #expect(settings == snapper(.standard).settings)
  }

  @Test("Several candidates, which a key cycles through")
  func cycling() throws {
    let snapper = snapper(.standard)
    let pointer = c(105.2, 0.1)
    let all = try snapper.matches(at: pointer, tolerance: 1)
    #expect(all.map(\.place.kind) == [.point, .boundary])
    #expect(try all.first == snapper.snap(at: pointer, tolerance: 1))
    var current = all[0]
    for _ in 0..<2 {
      current = try #require(try snapper.match(after: current, at: pointer, tolerance: 1))
    }
    #expect(current.isSamePlace(as: all[0]))
  }

  @Test("Layers have an order: the upper one wins at the same distance, overlays come last")
  func layerOrder() throws {
    for names in [["points", "lines"], ["lines", "points"]] {
      let overlay = GraphicsOverlay("graphic", graphics: [try wkt("POINT (20 0)")])
      let map = SnapMap(layers: names.map { FeatureLayer($0) }, overlays: [overlay])
      // A point at the end of a line, and a graphic there too.
      var scene = try SnapScene(index, map: map)
      _ = try scene.add(wkt("POINT (20 0)"), to: 0, assetType: nil)
      let matches = try Snapper(scene, settings: SnapSettings(on: index.network.base, map: map))
        .matches(at: c(20, 0.5), tolerance: 0.6)
      // The line's segment at its end is not a separate place.
      #expect(matches.map(\.place.source) == names + ["graphic"])
    }
  }
}

import GeoSnap
import GeoSnapTestSupport
import Testing

/// What editors can snap to: one test for each row of the table in Documentation/Snapping.md that
/// has none elsewhere.
@Suite("What editors can snap to")
struct SnapFeatureTableTests {
  private static func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

  /// Two crossing lines, a bent one, a square with a point on its border, and a lonely point.
  private static func network() throws -> UtilityNetwork {
    func table(_ name: String, _ type: GeometryType, _ geometries: [Geometry]) -> FeatureTable {
      var table = FeatureTable(name: name, sourceID: nil, geometryType: type)
      for (row, geometry) in geometries.enumerated() {
        table.append(Feature(rowID: Int64(row + 1), globalID: nil, geometry: geometry))
      }
      return table
    }
    return try UtilityNetwork(
      definition: NetworkDefinition(),
      srid: nil,
      tables: [
        table("points", .point, [.point(Point(x: 105, y: 0)), .point(Point(x: 50, y: 50))]),
        table(
          "lines",
          .lineString,
          [
            .lineString(try LineString([c(0, 0), c(20, 0)])),
            .lineString(try LineString([c(5, -5), c(5, 15)])),
            .lineString(try LineString([c(30, 0), c(40, 10), c(50, 0)])),
          ]
        ),
        table(
          "areas",
          .polygon,
          [
            .polygon(
              try Polygon(rings: [[c(100, 0), c(110, 0), c(110, 10), c(100, 10), c(100, 0)]])
            )
          ]
        ),
      ]
    )
  }

  private func snapper(
    _ kinds: SnapKinds,
    view: SnapView? = nil,
    _ change: (inout SnapSettings) -> Void = { _ in }
  ) throws -> Snapper {
    let network = try Self.network()
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.kinds = kinds
    settings.syncSourceSettings(with: network)
    for source in settings.sourceSettings.indices {
      settings.sourceSettings[source].isEnabled = true
    }
    change(&settings)
    return Snapper(try SnapScene(NetworkIndex(network)), settings: settings, view: view)
  }

  private func place(
    _ kinds: SnapKinds,
    _ x: Double,
    _ y: Double,
    _ tolerance: Double = 2
  ) throws -> SnapPlace? {
    try snapper(kinds).snap(at: Self.c(x, y), tolerance: tolerance)?.place
  }

  @Test("Vertices and segments, each without the other")
  func verticesAndSegments() throws {
    #expect(try place(.vertices, 39.5, 10.5)?.location == Self.c(40, 10))
    #expect(try place(.vertices, 15, 0) == nil)
    let onSegment = try place(.edges, 20.5, 0)
    #expect(onSegment?.kind == .segment)
    #expect(onSegment?.location == Self.c(20, 0))
    #expect(try place(.edges, 105, 10.5)?.kind == .boundary)
    #expect(try place(.edges, 50, 50) == nil)
  }

  @Test("Ends of lines only")
  func lineEnds() throws {
    let ends = SnapKinds(.lineEnd)
    #expect(try place(ends, 30.5, 0)?.vertex == 0)
    #expect(try place(ends, 49.5, 0)?.vertex == 2)
    #expect(try place(ends, 40, 10) == nil)
    #expect(try place(ends, 100, 0) == nil)
  }

  @Test("Points only")
  func points() throws {
    let points = SnapKinds(.point)
    #expect(try place(points, 50.5, 50)?.kind == .point)
    #expect(try place(points, 0, 0) == nil)
  }

  @Test("A point on the border of an area wins over the border")
  func pointOnBorder() throws {
    let place = try place(.standard, 105.4, 0.1)
    #expect(place?.kind == .point)
    #expect(place?.source == "points")
  }

  @Test("Intersections when asked for, which name both segments")
  func intersections() throws {
    let snapper = try snapper(SnapKinds.standard.union(SnapKinds(.intersection)))
    let match = try #require(snapper.snap(at: Self.c(5.5, 0.5), tolerance: 1))
    #expect(match.place.kind == .intersection)
    #expect(match.place.location == Self.c(5, 0))
    #expect(match.place.target == .feature(FeatureID(table: 1, row: 0)))
    #expect(match.crossing?.target == .feature(FeatureID(table: 1, row: 1)))
    #expect(match.crossing?.fraction == 0.25)
    #expect(try place(.standard, 5.5, 0.5)?.kind == .segment)
    // A common vertex of two segments is a vertex, no intersection.
    #expect(try place(SnapKinds(.intersection), 40, 10) == nil)
  }

  @Test("Midpoints of segments")
  func midpoints() throws {
    let place = try place(SnapKinds(.midpoint), 35.5, 5)
    #expect(place?.location == Self.c(35, 5))
    #expect(place?.fraction == 0.25)
  }

  @Test("The centre of an area, and of nothing else")
  func centroids() throws {
    #expect(try place(SnapKinds(.centroid), 105.5, 5)?.location == Self.c(105, 5))
    #expect(try place(SnapKinds(.centroid), 40, 5) == nil)
  }

  @Test("The inside of an area says what is there and moves nothing")
  func areas() throws {
    let pointer = Self.c(103.25, 4)
    let match = try snapper(SnapKinds(.area)).snap(at: pointer, tolerance: 0)
    #expect(match?.place.kind == .area)
    #expect(match?.place.location == pointer)
    #expect(match?.place.source == "areas")
  }

  @Test("The sketch's guides: extension, perpendicular, parallel, and where two meet")
  func guides() throws {
    let snapper = try snapper([.guides])
    let sketch = SnapSketch(parts: [[Self.c(0, 100), Self.c(10, 110), Self.c(20, 110)]], vertex: 3)
    func snap(_ x: Double, _ y: Double) -> SnapMatch? {
      snapper.snap(at: Self.c(x, y), tolerance: 1, role: .innerVertex, sketch: sketch)
    }
    let extended = try #require(snap(30, 110.4))
    #expect(extended.place.kind == .extend)
    #expect(extended.place.location == Self.c(30, 110))
    #expect(extended.guides == [Segment(Self.c(20, 110), Self.c(30, 110))])
    let upright = snap(20.4, 125)
    #expect(upright?.place.kind == .perpendicular)
    #expect(upright?.place.location == Self.c(20, 125))
    let parallel = try #require(snap(30.4, 120))
    #expect(parallel.place.kind == .parallel)
    #expect(abs(parallel.place.location.x - 30.2) < 1e-12)
    #expect(abs(parallel.place.location.y - 120.2) < 1e-12)
    // A vertex between others is led from both sides: straight on from each.
    let bend = SnapSketch(
      parts: [[Self.c(0, 100), Self.c(0, 110), Self.c(5, 118), Self.c(20, 120), Self.c(30, 120)]],
      vertex: 2
    )
    let corner = snapper.snap(
      at: Self.c(0.3, 120.3),
      tolerance: 1,
      role: .innerVertex,
      sketch: bend
    )
    #expect(corner?.place.kind == .guideCrossing)
    #expect(corner?.place.location == Self.c(0, 120))
    #expect(corner?.guides.count == 2)
  }

  @Test("The sketch's own vertices and edges, so that a ring can be closed with features off")
  func ownSketch() throws {
    let snapper = try snapper([.guides]) { $0.snapsToFeatures = false }
    let ring = SnapSketch(
      parts: [[Self.c(0, 0), Self.c(10, 0), Self.c(10, 10)]],
      isRing: true,
      vertex: 3
    )
    let closing = snapper.snap(at: Self.c(0.3, 0.3), tolerance: 1, sketch: ring)
    #expect(closing?.place.kind == .ownVertex)
    #expect(closing?.place.target == .sketch)
    #expect(closing?.place.location == Self.c(0, 0))
    let onEdge = snapper.snap(at: Self.c(5, 0.3), tolerance: 0.5, sketch: ring)
    #expect(onEdge?.place.kind == .ownEdge)
    #expect(onEdge?.place.location == Self.c(5, 0))
  }

  @Test("Nodes of a grid")
  func grid() throws {
    let snapper = try snapper(SnapKinds(.grid)) {
      $0.grid = SnapGrid(origin: Self.c(1, 1), spacing: 5)
    }
    let match = snapper.snap(at: Self.c(10.6, 16.4), tolerance: 1)
    #expect(match?.place.location == Self.c(11, 16))
    #expect(match?.place.target == .grid)
    #expect(snapper.snap(at: Self.c(13, 13), tolerance: 1) == nil)
  }

  @Test("Tolerances in pixels at a scale and in map units, ten pixels unless told")
  func toleranceUnits() throws {
    // 1:500 has 0.1323 m a pixel.
    let view = SnapView(scale: 500)
    let snapper = try snapper(.vertices, view: view)
    #expect(snapper.snap(at: Self.c(51.3, 50)) != nil)
    #expect(snapper.snap(at: Self.c(51.4, 50)) == nil)
    let wide = try self.snapper(.vertices, view: view) { $0.tolerance = .mapUnits(5) }
    #expect(wide.snap(at: Self.c(54.9, 50)) != nil)
    let touch = try self.snapper(.vertices, view: view) { $0.tolerance = .pixels(22) }
    #expect(touch.snap(at: Self.c(52.9, 50)) != nil)
    let zoomed = try self.snapper(.vertices, view: SnapView(unitsPerPixel: 0.01))
    #expect(zoomed.snap(at: Self.c(50.09, 50)) != nil)
    #expect(zoomed.snap(at: Self.c(50.11, 50)) == nil)
  }

  @Test("A tolerance of its own for a kind, and for a kind of one source")
  func tolerances() throws {
    let snapper = try snapper(.standard) { settings in
      settings.kindTolerances[.segment] = .mapUnits(0.5)
      guard let points = settings.index(ofSource: "points") else { return }
      settings.sourceSettings[points].tolerance = .mapUnits(4)
      settings.sourceSettings[points].kindTolerances[.point] = .mapUnits(6)
    }
    #expect(snapper.snap(at: Self.c(12, 0.6), tolerance: 2) == nil)
    #expect(snapper.snap(at: Self.c(12, 0.4), tolerance: 2)?.place.kind == .segment)
    #expect(snapper.snap(at: Self.c(21.9, 0), tolerance: 2)?.place.kind == .lineEnd)
    #expect(snapper.snap(at: Self.c(55.5, 50), tolerance: 2)?.place.kind == .point)
  }

  @Test("Kinds of its own for a source")
  func kindsOfSource() throws {
    let snapper = try snapper(.standard) { settings in
      guard let lines = settings.index(ofSource: "lines") else { return }
      settings.sourceSettings[lines].kinds = SnapKinds(.lineEnd)
    }
    #expect(snapper.snap(at: Self.c(12, 0), tolerance: 1) == nil)
    #expect(snapper.snap(at: Self.c(105, 10), tolerance: 1)?.place.kind == .boundary)
  }

  @Test("A key that suspends snapping, and lets go again, changes no other switch")
  func suspension() throws {
    let resting = try snapper(.standard) { $0.isSuspended = true }
    #expect(resting.snap(at: Self.c(50, 50), tolerance: 1) == nil)
    var settings = try snapper(.standard).settings
    settings.isSuspended = true
    settings.isSuspended = false
    #expect(settings == (try snapper(.standard).settings))
  }

  @Test("Several candidates, which a key cycles through")
  func cycling() throws {
    let snapper = try snapper(.standard)
    let pointer = Self.c(105.2, 0.1)
    let all = snapper.matches(at: pointer, tolerance: 1)
    #expect(all.map(\.place.kind) == [.point, .boundary])
    #expect(all.first == snapper.snap(at: pointer, tolerance: 1))
    var current = all[0]
    for _ in 0..<2 {
      current = try #require(snapper.match(after: current, at: pointer, tolerance: 1))
    }
    #expect(current.isSamePlace(as: all[0]))
  }

  @Test("Layers have an order: the upper one wins at the same distance, overlays come last")
  func layerOrder() throws {
    let network = try Self.network()
    let points = try #require(network.tables.firstIndex { $0.name == "points" })
    for names in [["points", "lines"], ["lines", "points"]] {
      let map = SnapMap(
        layers: names.map { FeatureLayer($0) },
        overlays: [GraphicsOverlay("graphic", graphics: [.point(Point(x: 20, y: 0))])]
      )
      var settings = SnapSettings()
      settings.isEnabled = true
      settings.syncSourceSettings(with: map, of: network)
      for source in settings.sourceSettings.indices {
        settings.sourceSettings[source].isEnabled = true
      }
      // A point at the end of a line, and a graphic there too.
      var scene = try SnapScene(NetworkIndex(network), map: map)
      _ = try scene.add(.point(Point(x: 20, y: 0)), to: points, assetType: nil)
      let matches = Snapper(scene, settings: settings)
        .matches(at: Self.c(20, 0.5), tolerance: 0.6)
      // The line's segment at its end is no place of its own.
      #expect(matches.map(\.place.source) == names + ["graphic"])
    }
  }

  @Test("The answer before is kept until another is nearer by a tenth of the tolerance")
  func hysteresis() throws {
    let snapper = try snapper(.vertices)
    let ends = (left: Self.c(40, 10), right: Self.c(50, 0))
    let first = try #require(snapper.snap(at: Self.c(44.9, 5), tolerance: 10))
    #expect(first.place.location == ends.left)
    // The middle is passed: the other end is nearer, but not by a unit of the ten.
    let kept = snapper.snap(at: Self.c(45.2, 4.9), tolerance: 10, previous: first)
    #expect(kept?.place.location == ends.left)
    #expect(snapper.snap(at: Self.c(45.2, 4.9), tolerance: 10)?.place.location == ends.right)
    let gone = snapper.snap(at: Self.c(46, 4), tolerance: 10, previous: first)
    #expect(gone?.place.location == ends.right)
    // And held up to a fifth beyond the tolerance.
    let lonely = try #require(snapper.snap(at: Self.c(52, 50), tolerance: 3))
    #expect(snapper.snap(at: Self.c(53.5, 50), tolerance: 3) == nil)
    #expect(snapper.snap(at: Self.c(53.5, 50), tolerance: 3, previous: lonely) != nil)
    #expect(snapper.snap(at: Self.c(53.7, 50), tolerance: 3, previous: lonely) == nil)
  }

  @Test("A feature just created is a candidate, the stored copy of the edited one is not")
  func editedAndCreated() throws {
    let network = try Self.network()
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.syncSourceSettings(with: network)
    for source in settings.sourceSettings.indices {
      settings.sourceSettings[source].isEnabled = true
    }
    var scene = SnapScene(try NetworkIndex(network))
    let points = try #require(scene.network.base.tables.firstIndex { $0.name == "points" })
    let number = try scene.add(.point(Point(x: 70, y: 70)), to: points, assetType: nil)
    try scene.hide(FeatureID(table: points, row: 1))
    let snapper = Snapper(scene, settings: settings)
    #expect(snapper.snap(at: Self.c(70, 70.5), tolerance: 1)?.place.target == .pending(number))
    #expect(snapper.snap(at: Self.c(50, 50), tolerance: 1) == nil)
  }
}

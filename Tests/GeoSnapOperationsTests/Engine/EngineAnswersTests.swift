import GeoSnap
import GeoSnapTestSupport
import Testing

/// Answers that shapely 2.2.0 (GEOS 3.14.1) gives, where GEOS versions agree.
struct EngineAnswersTests {
  static let round = BufferStyle()
  static let buffers: [(wkt: String, distance: Double, style: BufferStyle, area: Double)] = [
    ("POINT (0 0)", 1, round, 3.121445152258052),
    ("POINT Z (0 0 9)", 1, round, 3.121445152258052),
    ("LINESTRING (0 0, 10 0)", 2, round, 52.48578060903222),
    ("LINESTRING (0 0, 10 0)", 2, BufferStyle(cap: .flat), 40),
    ("LINESTRING (0 0, 10 0)", 2, BufferStyle(cap: .square), 56),
    ("LINESTRING (0 0, 10 0, 10 10)", 1, BufferStyle(join: .mitre), 43.121445152258055),
    ("LINESTRING (0 0, 10 0, 10 10)", 1, BufferStyle(cap: .flat, join: .bevel), 39.5),
    ("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))", -1, round, 64),
    ("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))", -6, round, 0),
    ("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))", 0, round, 100),
    ("MULTIPOINT ((0 0), (10 0))", 1, round, 6.242890304516103),
    ("LINESTRING (0 0, 10 0)", 0, round, 0),
    ("LINESTRING (0 0, 10 0)", -1, round, 0),
    (
      "LINESTRING (3417460 5369562, 3417470 5369562)", 0.5, BufferStyle(quadrantSegments: 2),
      10.707106780726463
    ),
  ]

  @Test("Buffers have the areas that shapely finds", arguments: buffers)
  func buffer(_ row: (wkt: String, distance: Double, style: BufferStyle, area: Double)) throws {
    let buffer = try Geometry(wkt: row.wkt, srid: 25_832).buffer(
      distance: row.distance,
      style: row.style
    )
    #expect(((try GEOSOracle().area(buffer)) - row.area).magnitude <= 1e-6)
    #expect(buffer.isEmpty == (row.area == 0))
    #expect(buffer.type == .polygon || buffer.type == .multiPolygon)
    #expect(buffer.srid == 25_832)
    #expect(buffer.hasZ == false)
  }

  @Test("A mitre limit cuts sharp corners off")
  func mitreLimit() throws {
    let line = try Geometry(wkt: "LINESTRING (0 0, 10 0, 0 1)")
    let sharp = BufferStyle(cap: .flat, join: .mitre, mitreLimit: 20)
    let blunt = BufferStyle(cap: .flat, join: .mitre, mitreLimit: 2)
    let sharpReach = try #require(try line.buffer(distance: 1, style: sharp).envelope).maxX
    let bluntReach = try #require(try line.buffer(distance: 1, style: blunt).envelope).maxX
    #expect(sharpReach > 20)
    #expect(bluntReach < 13)
  }

  @Test("Distances and styles out of range are refused")
  func refusedStyles() throws {
    let point = Geometry.point(Point(x: 0, y: 0))
    for distance in [Double.nan, .infinity, -.infinity, 1e200] {
      #expect(
        geometryErrorCode { () throws(GeometryError) in _ = try point.buffer(distance: distance) }
          == .invalidArgument
      )
    }
    let styles = [
      BufferStyle(quadrantSegments: 0), BufferStyle(quadrantSegments: 1_001),
      BufferStyle(mitreLimit: 0), BufferStyle(mitreLimit: .nan), BufferStyle(mitreLimit: -1),
    ]
    for style in styles {
      #expect(
        geometryErrorCode { () throws(GeometryError) in
          _ = try point.buffer(distance: 1, style: style)
        } == .invalidArgument
      )
    }
  }

  static let problems: [(wkt: String, reason: String?, x: Double, y: Double)] = [
    ("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", nil, 0, 0),
    ("LINESTRING (0 0, 2 2, 2 0, 0 2)", nil, 0, 0),
    ("POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))", "Self-intersection", 2, 2),
    (
      "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (5 5, 5 6, 6 6, 5 5))", "Hole lies outside shell", 5, 5
    ),
    (
      """
      POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 3 1, 3 3, 1 1), (2 1.5, 2.5 1.5, 2.5 2, 2 1.5))
      """, "Holes are nested", 2, 1.5
    ),
    ("LINESTRING Z (1 1 0, 1 1 5)", "Too few points in geometry component", 1, 1),
    ("POLYGON ((0 0, 1 1, 2 2, 0 0))", "Self-intersection", 1, 1),
    ("LINESTRING (0 0, inf 7)", "Invalid Coordinate", .infinity, 7),
  ]

  @Test("Validity says what is wrong and where, as shapely does", arguments: problems)
  func validity(_ row: (wkt: String, reason: String?, x: Double, y: Double)) throws {
    let geometry = try Geometry(wkt: row.wkt)
    let problem = try geometry.validityProblem()
    #expect(problem?.reason == row.reason)
    #expect(problem == nil || problem?.location == Coordinate(x: row.x, y: row.y))
    #expect(try geometry.isValid == (row.reason == nil))
  }

  @Test("Validity agrees with GEOS on random rings", arguments: seeds(5))
  func randomValidity(seed: UInt64) throws {
    let geos = try GEOSOracle()
    var random = RandomGeometry(
      seed: seed,
      center: Coordinate(x: 0, y: 0),
      radius: 4,
      isGrid: true
    )
    var valid = 0
    for _ in 0..<500 {
      let polygon = Geometry.polygon(try random.tangledPolygon())
      let problem = try polygon.validityProblem()
      #expect((problem == nil) == (try geos.isValid(polygon)), "seed \(seed): \(polygon.wkt)")
      if problem == nil { valid += 1 }
    }
    #expect((10..<490).contains(valid))
  }

  static let middles: [(wkt: String, centroid: String, onSurface: String)] = [
    (
      "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))",
      "POINT (2.033333333333333 2.033333333333333)", "POINT (2 3)"
    ),
    ("LINESTRING (0 0, 10 0, 10 10)", "POINT (7.5 2.5)", "POINT (10 0)"),
    ("MULTIPOINT ((0 0), (1 1), (5 0))", "POINT (2 0.3333333333333333)", "POINT (1 1)"),
    (
      "POLYGON ((0 0, 10 0, 10 1, 1 1, 1 10, 0 10, 0 0))",
      "POINT (2.8684210526315788 2.8684210526315788)", "POINT (0.5 5.5)"
    ),
    ("GEOMETRYCOLLECTION (POINT (9 9), LINESTRING (0 0, 4 0))", "POINT (2 0)", "POINT (0 0)"),
    ("POLYGON ((0 0, 1 1, 2 2, 0 0))", "POINT (1 1)", "POINT (0 0)"),
    ("LINESTRING (1 1, 1 1)", "POINT (1 1)", "POINT (1 1)"),
  ]

  @Test("Centroids and points on the surface are where shapely finds them", arguments: middles)
  func middle(_ row: (wkt: String, centroid: String, onSurface: String)) throws {
    let geometry = try Geometry(wkt: row.wkt)
    let centroid = try #require(try geometry.centroid().coordinate)
    let expected = try Geometry(wkt: row.centroid).coordinates[0]
    #expect(centroid.distance(to: expected) < 1e-12)
    #expect(Geometry.point(try geometry.pointOnSurface()).wkt == row.onSurface)
  }

  static let pairs: [(a: String, b: String, distance: Double, equal: Bool)] = [
    ("POINT (0 0)", "LINESTRING (1 1, 1 -1)", 1, false),
    ("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", "POINT (1 1)", 0, false),
    ("LINESTRING (0 0, 1 0)", "LINESTRING (0 3, 5 3)", 3, false),
    (
      "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 3, 3 3, 3 1, 1 1))", "POINT (2 2.5)", 0.5, false
    ),
    ("LINESTRING (0 0, 4 0)", "LINESTRING (4 0, 2 0, 0 0)", 0, true),
    (
      "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", "POLYGON ((4 4, 4 0, 0 0, 0 4, 2 4, 4 4))", 0, true
    ),
  ]

  @Test("Distance, intersection and equality are what shapely says, both ways", arguments: pairs)
  func pair(_ row: (a: String, b: String, distance: Double, equal: Bool)) throws {
    let a = try Geometry(wkt: row.a)
    let b = try Geometry(wkt: row.b)
    for (first, second) in [(a, b), (b, a)] {
      #expect(try first.distance(to: second) == row.distance)
      #expect(try first.intersects(second) == (row.distance == 0))
      #expect(try first.equalsTopologically(second) == row.equal)
    }
  }
}

import GeoSnap
import GeoSnapGeometry
import GeoSnapTestSupport
import Testing

struct AreaContainsTests {
  @Test("Places in areas agree with GEOS", arguments: seeds(10))
  func agreesWithGEOS(seed: UInt64) throws {
    let geos = try GEOSOracle()
    let (isGrid, middle) = (seed.isMultiple(of: 2), Coordinate(x: 0, y: 0))
    var random = RandomGeometry(seed: seed, center: middle, radius: isGrid ? 5 : 50, isGrid: isGrid)
    var inside = 0
    for _ in 0..<500 {
      let polygon = Geometry.polygon(
        random.generator.oneIn(2) ? try random.polygon() : try random.tangledPolygon()
      )
      // GEOS's own answer means something on valid areas only.
      guard !polygon.isEmpty, try geos.isValid(polygon) else { continue }
      for _ in 0..<5 {
        let place = random.coordinate()
        let expected = try geos.covers(polygon, place)
        #expect(polygon.areaContains(place) == expected, "seed \(seed): \(polygon.wkt) \(place)")
        if expected { inside += 1 }
      }
      for vertex in polygon.coordinates { #expect(polygon.areaContains(vertex)) }
    }
    #expect(inside > 20)
  }

  static let cases: [(wkt: String, x: Double, y: Double, Bool)] = [
    ("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", 2, 0, true),
    ("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", 4, 2, true),
    ("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", 0, 2, true),
    ("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", 2, 4, true),
    ("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", -1, 0, false),
    ("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", -1, 4, false),
    ("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", 5, 4, false),
    // The ray passes through vertices.
    ("POLYGON ((0 0, 2 2, 4 0, 2 -2, 0 0))", 1, 0, true),
    ("POLYGON ((0 0, 2 2, 4 0, 2 -2, 0 0))", -1, 0, false),
    ("POLYGON ((0 0, 4 0, 4 4, 2 2, 0 4, 0 0))", -1, 2, false),
    ("POLYGON ((0 0, 4 0, 4 4, 2 2, 0 4, 0 0))", 1, 2, true),
    // Holes are outside, their edges inside.
    ("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (3 3, 3 6, 6 6, 6 3, 3 3))", 4, 4, false),
    ("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (3 3, 3 6, 6 6, 6 3, 3 3))", 3, 4, true),
    ("MULTIPOLYGON (((0 0, 1 0, 0 1, 0 0)), ((5 5, 9 5, 5 9, 5 5)))", 6, 6, true),
    // Overlapping polygons do not cancel.
    ("MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((0 0, 4 0, 4 4, 0 4, 0 0)))", 2, 2, true),
    // Even-odd: the doubly wound middle of this ring is outside, a folded ring has only its line.
    ("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0, 4 0, 4 4, 0 4, 0 0))", 2, 2, false),
    ("POLYGON ((0 0, 2 2, 4 4, 0 0))", 3, 3, true), ("POLYGON ((0 0, 2 2, 4 4, 0 0))", 3, 2, false),
    ("GEOMETRYCOLLECTION (POINT (9 9), POLYGON ((0 0, 1 0, 0 1, 0 0)))", 0.25, 0.25, true),
    ("GEOMETRYCOLLECTION (POINT (9 9), POLYGON ((0 0, 1 0, 0 1, 0 0)))", 9, 9, false),
    ("LINESTRING (0 0, 4 0, 4 4, 0 0)", 3, 1, false), ("POLYGON EMPTY", 0, 0, false),
    ("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", .nan, 2, false),
    ("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", 2, .infinity, false),
  ]

  @Test("Boundaries are inside, holes are outside", arguments: cases)
  func answer(_ row: (wkt: String, x: Double, y: Double, Bool)) throws {
    let geometry = try Geometry(wkt: row.wkt)
    #expect(geometry.areaContains(Coordinate(x: row.x, y: row.y)) == row.3)
  }

  @Test("The side of a line is exact where doubles are closest", arguments: seeds(4))
  func orientationIsExact(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let unit = 0x1p-52
    var onLine = 0
    for _ in 0..<20_000 {
      // Ordinates from 1/2 to 24 in steps of 2^-52 or coarser are whole multiples of `unit`.
      func near(_ middle: Double) -> Double { middle + Double(generator.int(-3...3)) * middle.ulp }
      let start = Coordinate(x: near(12), y: near(12))
      let end = Coordinate(x: near(24), y: near(24))
      let place = Coordinate(x: near(0.5), y: near(0.5))
      func whole(_ number: Double) -> Int128 { Int128(number / (unit / 4)) }
      let exact =
        (whole(start.x) - whole(place.x)) * (whole(end.y) - whole(place.y))
        - (whole(start.y) - whole(place.y)) * (whole(end.x) - whole(place.x))
      let side = orientation(start, end, place)
      #expect((side > 0) == (exact > 0), "seed \(seed): \(start), \(end), \(place)")
      #expect((side < 0) == (exact < 0), "seed \(seed): \(start), \(end), \(place)")
      if exact == 0 { onLine += 1 }
    }
    #expect(onLine > 0)
  }
}

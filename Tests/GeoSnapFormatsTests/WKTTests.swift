import GeoSnap
import GeoSnapTestSupport
import Testing

struct WKTTests {
  @Test("GEOS reads our text as the same coordinates", arguments: seeds(10))
  func agreesWithGEOS(seed: UInt64) throws {
    let geos = try GEOSOracle()
    var random = RandomGeometry(seed: seed)
    var compared = 0
    for _ in 0..<200 {
      let geometry = try random.geometry()
      if geometry.hasMixedDimensions || (geometry.isEmpty && geometry.hasZ) { continue }
      let read = try #require(geos.wkb(wkt: geometry.wkt), "seed \(seed): \(geometry.wkt)")
      #expect(try Geometry(wkb: read).wkt == geometry.wkt, "seed \(seed)")
      compared += 1
    }
    #expect(compared > 100)
  }

  static let spellings: [(text: String, wkt: String)] = [
    ("point(1 2)", "POINT (1 2)"), ("  Point  (  1.0   2.50 ) \n", "POINT (1 2.5)"),
    ("POINT Z(1 2 3)", "POINT Z (1 2 3)"), ("POINTZ (1 2 3)", "POINT Z (1 2 3)"),
    ("POINT (1 2 3)", "POINT Z (1 2 3)"), ("pointz empty", "POINT EMPTY"),
    ("POINT EMPTY", "POINT EMPTY"), ("SRID=25832;POINT (1 2)", "POINT (1 2)"),
    ("srid = 25832 ; POINT (1 2)", "POINT (1 2)"), ("POINT (-0 +1)", "POINT (-0 1)"),
    ("POINT (1e3 -2.5E-3)", "POINT (1000 -0.0025)"),
    ("POINT (1e16 123456789012345680)", "POINT (1e+16 1.2345678901234568e+17)"),
    ("POINT (.5 5.)", "POINT (0.5 5)"), ("POINT (inf -INF)", "POINT (inf -inf)"),
    ("POINT (Infinity nan)", "POINT (inf nan)"), ("LINESTRING Z EMPTY", "LINESTRING Z EMPTY"),
    ("LINESTRING(0 0,1 1)", "LINESTRING (0 0, 1 1)"),
    ("MULTIPOINT (1 2, 3 4)", "MULTIPOINT ((1 2), (3 4))"),
    ("MULTIPOINT ((1 2), 3 4, EMPTY)", "MULTIPOINT ((1 2), (3 4))"),
    ("MULTIPOINT (EMPTY)", "MULTIPOINT EMPTY"),
    ("MULTIPOINT Z (EMPTY, (1 2 3))", "MULTIPOINT Z ((1 2 3))"),
    ("MULTILINESTRING (EMPTY, (0 0 1, 1 1 1))", "MULTILINESTRING Z ((0 0 1, 1 1 1))"),
    ("MULTILINESTRING Z EMPTY", "MULTILINESTRING Z EMPTY"), ("POLYGON (EMPTY)", "POLYGON EMPTY"),
    ("POLYGON ((0 0,1 0,0 1,0 0), EMPTY)", "POLYGON ((0 0, 1 0, 0 1, 0 0))"),
    ("MULTIPOLYGON (EMPTY, ((0 0, 1 0, 0 1, 0 0)))", "MULTIPOLYGON (((0 0, 1 0, 0 1, 0 0)))"),
    ("GEOMETRYCOLLECTION EMPTY", "GEOMETRYCOLLECTION EMPTY"),
    ("POINT M(1 2 3)", "POINT M (1 2 3)"), ("pointm (1 2 NaN)", "POINT M (1 2 nan)"),
    ("PointZM(1 2 3 4)", "POINT ZM (1 2 3 4)"), ("POINT (1 2 3 4)", "POINT ZM (1 2 3 4)"),
    ("POINT ZM EMPTY", "POINT EMPTY"), ("LINESTRING ZM EMPTY", "LINESTRING ZM EMPTY"),
    ("POLYGON M EMPTY", "POLYGON M EMPTY"),
    ("MULTIPOINT M (EMPTY, 1 2 3, (3 4 5))", "MULTIPOINT M ((1 2 3), (3 4 5))"),
    ("MULTILINESTRING M EMPTY", "MULTILINESTRING M EMPTY"),
    (
      "GEOMETRYCOLLECTION (POINT Z (1 2 3), POINT M (1 2 4))",
      "GEOMETRYCOLLECTION ZM (POINT Z (1 2 3), POINT M (1 2 4))"
    ),
    (
      "GEOMETRYCOLLECTION ZM (POINT M (1 2 4), POINT (1 2))",
      "GEOMETRYCOLLECTION M (POINT M (1 2 4), POINT (1 2))"
    ),
    (
      "GEOMETRYCOLLECTION (POINT EMPTY, POINT Z (1 2 3), GEOMETRYCOLLECTION (POINT (1 2)))",
      "GEOMETRYCOLLECTION Z (POINT EMPTY, POINT Z (1 2 3), GEOMETRYCOLLECTION (POINT (1 2)))"
    ),
  ]

  @Test("Every spelling in use is read")
  func spelling() throws {
    for (text, wkt) in Self.spellings { #expect(try Geometry(wkt: text).wkt == wkt) }
  }

  static let refusals: [(text: String, code: FormatError.Code, offset: Int)] = [
    ("", .unexpectedType, 0), ("  ", .unexpectedType, 2), ("POINTY (1 2)", .unexpectedType, 0),
    ("CIRCULARSTRING (0 0, 1 1, 2 0)", .unsupportedCurve, 0), ("TIN EMPTY", .unexpectedType, 0),
    ("LINEARRING (0 0, 1 0, 0 1, 0 0)", .unexpectedType, 0),
    ("POINT M (1 2)", .unsupportedDimensions, 9), ("POINT M (1 2 3 4)", .unsupportedDimensions, 9),
    ("POINT ZM (1 2 3)", .unsupportedDimensions, 10), ("POINT MZ (1 2 3 4)", .unexpectedType, 0),
    ("POINT (1 2 3 4 5)", .unsupportedDimensions, 7),
    ("LINESTRING (1 2 3, 3 4 5 6)", .unsupportedDimensions, 19),
    ("GEOMETRYCOLLECTION M (POINT (1 2 3))", .unsupportedDimensions, 22),
    ("GEOMETRYCOLLECTION Z (POINT Z (1 2 3), POINT M (1 2 3))", .unsupportedDimensions, 39),
    ("POINT (1)", .unsupportedDimensions, 7), ("POINT Z (1 2)", .unsupportedDimensions, 9),
    ("LINESTRING (1 2, 3 4 5)", .unsupportedDimensions, 17), ("POINT", .truncated, 5),
    ("POINT (", .truncated, 7), ("POINT (1 2", .truncated, 10), ("POINT Z (1 2", .truncated, 12),
    ("LINESTRING Z (0 0 0, 1 1", .truncated, 24), ("LINESTRING (0 0 0, 1 1", .truncated, 22),
    ("POINT (1 x)", .syntax, 9), ("POINT (1 2x)", .syntax, 10), ("POINT (0x10 2)", .syntax, 8),
    ("POINT (1e999 2)", .syntax, 7), ("POINT (1, 2)", .unsupportedDimensions, 7),
    ("POINT (1 2, 3 4)", .syntax, 6), ("POINT (1 2))", .trailingData, 11),
    ("POINT (1 2) POINT (1 2)", .trailingData, 12), ("POINT ()", .syntax, 7),
    ("LINESTRING (1 2)", .invalidGeometry, 0), ("POLYGON ((0 0, 1 0, 0 1))", .invalidGeometry, 8),
    ("POLYGON ((0 0, 1 0, 0 1, 9 9))", .invalidGeometry, 8),
    ("POLYGON (EMPTY, (0 0, 1 0, 0 1, 0 0))", .invalidGeometry, 8),
    ("MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((0 0, 1 1, 2 2)))", .invalidGeometry, 38),
    ("SRID=1.5;POINT (1 2)", .syntax, 5), ("SRID=99999999999;POINT (1 2)", .syntax, 5),
    ("SRID=25832 POINT (1 2)", .syntax, 11), ("POINT (\u{FF11} 2)", .syntax, 7),
  ]

  @Test("Each kind of bad text is refused with its code and place")
  func refusal() {
    for (text, code, offset) in Self.refusals {
      expectRefused(text, code, at: offset) { try Geometry(wkt: text) }
    }
  }

  @Test("Where a list breaks off, what would go on or end it is told")
  func brokenList() {
    let error = #expect(throws: FormatError.self) { try Geometry(wkt: "LINESTRING (0 0, 1 1") }
    #expect(error?.message == "',' or ')' is missing.")
  }

  @Test("Doubles of every kind come back from text with their bits", arguments: seeds(5))
  func strangeOrdinates(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var ordinates: [Double] = [
      -0.0, 0, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, .infinity,
      -.infinity, 0.1, 1e15, 1e16, 1e22, 1e23, 9_007_199_254_740_994, 1e-300,
    ]
    while ordinates.count < 2_000 {
      let number = Double(bitPattern: generator.next())
      if !number.isNaN { ordinates.append(number) }
    }
    let line = Geometry.lineString(
      try LineString(CoordinateSequence(trusted: ordinates, dimensions: .xy))
    )
    let back = try Geometry(wkt: line.wkt)
    #expect(back.coordinates.ordinates.map(\.bitPattern) == ordinates.map(\.bitPattern))
  }

  @Test("A stated reference system reaches every member and must be the expected one")
  func referenceSystems() throws {
    let geometry = try Geometry(wkt: "SRID=25832;GEOMETRYCOLLECTION (POINT (1 2))")
    guard case .collection(let collection) = geometry else {
      Issue.record("not a collection")
      return
    }
    #expect(geometry.srid == 25_832)
    #expect(collection.geometries.map(\.srid) == [25_832])
    #expect(throws: FormatError.self) { try Geometry(wkt: "SRID=1;POINT (1 2)", srid: 2) }
  }
}

import GeoSnap
import GeoSnapTesting
import GeoSnapXCTest
import Synchronization
import Testing

@Suite("Expectations for geometries")
struct ExpectationTests {
  private let square = "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))"

  private func failure(_ body: () throws -> Void) throws -> String {
    final class Messages: Sendable { let text = Mutex("") }
    let messages = Messages()
    try withKnownIssue {
      try body()
    } matching: { issue in
      messages.text.withLock { $0 += issue.comments.map(\.rawValue).joined() }
      return true
    }
    return messages.text.withLock { $0 }
  }

  @Test("What is equal, valid and within passes")
  func passing() throws {
    let geometry = try Geometry(wkt: square)
    expectEqual(geometry, to: geometry)
    expectEqual(try Geometry(wkt: "POINT M (1 2 nan)"), to: try Geometry(wkt: "POINT M (1 2 nan)"))
    expectEqual(
      try Geometry(wkt: "POINT Z (1.0009 2 3)"),
      to: try Geometry(wkt: "POINT Z (1 2 3.0009)"),
      tolerance: 0.001
    )
    expectSameShape(geometry.reversed(), as: geometry)
    expectSameShape(
      try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0.001, 0 0))"),
      as: geometry,
      area: 0.01
    )
    expectValid(geometry)
    expectWithin(try Geometry(wkt: "POINT (1 1)"), geometry)
    expectRelation(geometry, .touches, try Geometry(wkt: "POINT (0 1)"))
    XCTAssertGeometryEqual(geometry, geometry)
    XCTAssertGeometryValid(geometry)
    XCTAssertGeometrySameShape(geometry.reversed(), geometry)
    XCTAssertGeometry(geometry, .contains, try Geometry(wkt: "POINT (1 1)"))
  }

  @Test("A failure shows both geometries, what differs and where")
  func equality() throws {
    let message = try failure {
      expectEqual(
        try Geometry(wkt: "SRID=25832;POLYGON ((0 0, 0 4, 4 5, 4 0, 0 0))"),
        to: try Geometry(wkt: square, srid: 25_832)
      )
    }
    #expect(
      message == """
        Coordinate 2 of ring 0 is 1.0 away from (4.0 4.0). First at (4.0 5.0).
          is:       SRID=25832;POLYGON ((0 0, 0 4, 4 5, 4 0, 0 0))
          expected: SRID=25832;POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))
          differ:   SRID=25832;POLYGON ((0 4, 4 5, 4 4, 0 4)) (area 2.0)
        """
    )
  }

  static let differences: [(one: String, other: String, words: String)] = [
    ("POINT (1 2)", "LINESTRING (1 2, 3 4)", "is a POINT, expected a LINESTRING"),
    ("SRID=1;POINT (1 2)", "POINT (1 2)", "is EPSG:1, expected undeclared"),
    ("POINT Z (1 2 3)", "POINT M (1 2 3)", "are XYZ, expected XYM"),
    ("POINT Z (1 2 3)", "POINT Z (1 2 4)", "Z of coordinate 0 of point 0 is 3.0, expected 4.0"),
    ("POINT M (1 2 nan)", "POINT M (1 2 4)", "M of coordinate 0 of point 0 is nan"),
    (
      "LINESTRING (0 0, 1 1)", "LINESTRING (0 0, 1 1, 2 2)",
      "has 2 coordinates, expected 3. First at (2.0 2.0)"
    ),
    ("MULTIPOINT ((0 0))", "MULTIPOINT ((0 0), (1 1))", "There are 1 points, expected 2"),
    (
      "GEOMETRYCOLLECTION (POINT (1 2))", "GEOMETRYCOLLECTION (POINT (1 3))",
      "In member 0: Coordinate 0"
    ),
    ("GEOMETRYCOLLECTION (POINT (1 2))", "GEOMETRYCOLLECTION EMPTY", "has 1 members, expected 0"),
    ("POINT (nan 1)", "POINT (2 1)", "Coordinate 0 of point 0 is nan away"),
  ]

  @Test("Each kind of difference is named", arguments: differences)
  func difference(_ row: (one: String, other: String, words: String)) throws {
    let difference = GeometryDifference(
      between: try Geometry(wkt: row.one),
      and: try Geometry(wkt: row.other)
    )
    let text = try #require(difference).description
    #expect(text.contains(row.words), "\(text)")
  }

  @Test("Problems are all named, and what breaks a relation is shown")
  func others() throws {
    let message = try failure {
      expectValid(try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0), (9 9, 9 9, 9 9, 9 9))"))
    }
    #expect(message.contains("selfIntersectingRing at (2.0 2.0), part 0, ring 0"))
    #expect(message.contains("tooFewPoints at (9.0 9.0), part 0, ring 1"))
    let within = try failure {
      expectWithin(try Geometry(wkt: "LINESTRING (1 1, 6 1)"), try Geometry(wkt: square))
    }
    #expect(within.contains("is not within the other. First at (4.0 1.0)"), "\(within)")
    #expect(within.contains("because of: LINESTRING (4 1, 6 1) (length 2.0)"))
    let shape = try failure {
      expectSameShape(try Geometry(wkt: "POINT (9 9)"), as: try Geometry(wkt: "POINT (9 8)"))
    }
    #expect(shape.contains("2 places differ"), "\(shape)")
  }
}

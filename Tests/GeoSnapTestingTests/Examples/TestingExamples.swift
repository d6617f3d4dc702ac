// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing
import GeoSnapTesting

@Suite("Examples in the documentation: Testing")
struct TestingExamples {

  @Test("GeometryCheck")
  func exampleGeometryCheck() throws {
    let bowtie = try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")
    let district = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 0, 0 0))")
    let pole = try Geometry(wkt: "POINT (1 1)")
    shows(GeometryCheck.valid(district), "nil")
    shows(GeometryCheck.valid(bowtie), "The geometry has a problem....")
    shows(GeometryCheck.relation(pole, .within, district), "nil")
  }

  @Test("GeometryDifference")
  func exampleGeometryDifference() throws {
    let drawn = try Geometry(wkt: "LINESTRING (0 0, 4 0)")
    let expected = try Geometry(wkt: "LINESTRING (0 0, 4 1)")
    shows(GeometryDifference(between: drawn, and: drawn), "nil")
    shows(GeometryDifference(between: drawn, and: expected)?.location, "4 0")
    shows(GeometryDifference(ofShapes: drawn, and: drawn.reversed()), "nil")
  }

  @Test("expectEqual(_:to:tolerance:sourceLocation:)")
  func exampleExpectEqual() throws {
    let line = try Geometry(wkt: "LINESTRING (0 0, 4 0)")
    expectEqual(line.reversed(), to: try Geometry(wkt: "LINESTRING (4 0, 0 0)"), tolerance: 1e-9)
  }

  @Test("expectSameShape(_:as:area:length:sourceLocation:)")
  func exampleExpectSameShape() throws {
    let drawn = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    let stored = try Geometry(wkt: "POLYGON ((4 4, 4 0, 0 0, 0 4.001, 4 4))")
    expectSameShape(drawn, as: stored, area: 0.01)
  }

  @Test("expectValid(_:_:sourceLocation:)")
  func exampleExpectValid() throws {
    expectValid(try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))"))
  }

  @Test("expectRelation(_:_:_:sourceLocation:)")
  func exampleExpectRelation() throws {
    let pipe = try Geometry(wkt: "LINESTRING (1 1, 3 3)")
    let district = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    expectRelation(pipe, .within, district)
  }

  @Test("expectWithin(_:_:sourceLocation:)")
  func exampleExpectWithin() throws {
    expectWithin(
      try Geometry(wkt: "POINT (1 1)"), try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))"))
  }
}

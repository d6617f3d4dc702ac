// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing
import GeoSnapTesting
import GeoSnapXCTest

@Suite("Examples in the documentation: XCTest")
struct XCTestExamples {

  @Test("XCTAssertGeometryEqual(_:_:tolerance:file:line:)")
  func exampleXCTAssertGeometryEqual() throws {
    let line = try Geometry(wkt: "LINESTRING (0 0, 4 0)")
    XCTAssertGeometryEqual(line.reversed(), try Geometry(wkt: "LINESTRING (4 0, 0 0)"), tolerance: 1e-9)
  }

  @Test("XCTAssertGeometrySameShape(_:_:area:length:file:line:)")
  func exampleXCTAssertGeometrySameShape() throws {
    let line = try Geometry(wkt: "LINESTRING (0 0, 4 0)")
    XCTAssertGeometrySameShape(line, line.reversed())
  }

  @Test("XCTAssertGeometryValid(_:_:file:line:)")
  func exampleXCTAssertGeometryValid() throws {
    XCTAssertGeometryValid(try Geometry(wkt: "LINESTRING (0 0, 4 0)"))
  }

  @Test("XCTAssertGeometry(_:_:_:file:line:)")
  func exampleXCTAssertGeometry() throws {
    let district = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    XCTAssertGeometry(district, .contains, try Geometry(wkt: "POINT (1 1)"))
  }
}

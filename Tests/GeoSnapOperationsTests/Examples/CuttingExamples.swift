// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Examples in the documentation: Cutting")
struct CuttingExamples {

  @Test("Geometry.cut(by:)")
  func exampleCut() throws {
    let main = try Geometry(wkt: "LINESTRING M (0 0 100, 10 0 110)")
    let pieces = try main.cut(by: Geometry(wkt: "LINESTRING (4 -5, 4 5)"))
    shows(pieces?.left, "LINESTRING M (0 0 100, 4 0 104)")
    shows(pieces?.right, "LINESTRING M (4 0 104, 10 0 110)")
    shows(try main.cut(by: Geometry(wkt: "LINESTRING (4 1, 4 5)")) == nil, "true")
  }

  @Test("Geometry.extended(to:options:)")
  func exampleExtended() throws {
    let sketch = try Geometry(wkt: "LINESTRING Z (0 0 5, 2 0 6)")
    let main = try Geometry(wkt: "LINESTRING (6 -9, 6 9)")
    shows(try sketch.extended(to: main), "LINESTRING Z (0 0 5, 2 0 6, 6 0 8)")
    shows(try sketch.extended(to: main, options: .relocateEnds), "LINESTRING Z (0 0 5, 6 0 8)")
    shows(try sketch.extended(to: main.moved(dx: -9, dy: 0), options: .doNotExtendFromStart), "nil")
  }

  @Test("Geometry.offset(distance:style:)")
  func exampleOffset() throws {
    let centreLine = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
    shows(try centreLine.offset(distance: 3.5).wkt, "LINESTRING (0 -3.5, 10 -3.5)")
    shows(try centreLine.offset(distance: -3.5).wkt, "LINESTRING (0 3.5, 10 3.5)")
    let loop = try Geometry(wkt: "LINESTRING (0 0, 9 0, 9 5, 4 5, 4 -9)")
    shows(try loop.offset(distance: -1).parts.map(\.length), "[3, 12, 8]")
  }

  @Test("Geometry.reshaped(by:)")
  func exampleReshaped() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
    let detour = try Geometry(wkt: "LINESTRING (2 -1, 2 3, 6 3, 6 -1)")
    shows(try main.reshaped(by: detour), "LINESTRING (0 0, 2 0, 2 3, 6 3, 6 0, 10 0)")
  }

  @Test("Geometry.point(atDistance:)")
  func examplePoint() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 3 4, 3 10)")
    shows(try main.point(atDistance: 7).coordinate, "3 6")
    shows(try main.point(atDistance: -1).coordinate, "0 0")
  }

  @Test("Geometry.substring(from:to:)")
  func exampleSubstring() throws {
    let main = try Geometry(wkt: "LINESTRING M (0 0 100, 4 0 104, 8 0 108)")
    shows(try main.substring(from: 0.25, to: 0.75).wkt, "LINESTRING M (2 0 102, 4 0 104, 6 0 106)")
    shows(try main.substring(from: 0.5, to: 0).wkt, "LINESTRING M (4 0 104, 0 0 100)")
    shows(try main.substring(from: 0.5, to: 0.5).wkt, "POINT M (4 0 104)")
  }

  @Test("Geometry.split(atFractions:)")
  func exampleSplit() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 8 0)")
    shows(try main.split(atFractions: [0.5]), "[LINESTRING (0 0, 4 0), LINESTRING (4 0, 8 0)]")
    shows(try main.split(atFractions: [0.75, 0.25, 0]).count, "3")
  }

  @Test("Geometry.split(at:tolerance:)")
  func exampleSplit2() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 8 0)")
    let valve = Coordinate(x: 3, y: 0.005)
    shows(try main.split(at: [valve], tolerance: 0.01), "[LINESTRING (0 0, 3 0), LINESTRING (3 0, 8 0)]")
  }
}

// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Examples in the documentation: Measure")
struct MeasureExamples {

  @Test("Geometry.area")
  func exampleArea() throws {
    shows(try Geometry(wkt: "POLYGON ((0 0, 4 0, 4 3, 0 0))").area, "6")
    shows(try Geometry(wkt: "POLYGON ((0 0, 9 0, 9 9, 0 0), (5 1, 6 1, 6 2, 5 1))").area, "40")
  }

  @Test("Geometry.areaContains(_:)")
  func exampleAreaContains() throws {
    let zone = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 0, 0 0))")
    shows(zone.areaContains(Coordinate(x: 9, y: 4)), "true")
    shows(zone.areaContains(Coordinate(x: 9.1, y: 4)), "false")
  }

  @Test("Geometry.equalsExactly(_:tolerance:)")
  func exampleEqualsExactly() throws {
    let read = try Geometry(wkt: "LINESTRING (0 0, 3 4.0000001)")
    let written = try Geometry(wkt: "LINESTRING (0 0, 3 4)")
    shows(read.equalsExactly(written), "false")
    shows(read.equalsExactly(written, tolerance: 1e-6), "true")
    shows(read.equalsExactly(written.reversed(), tolerance: 1e-6), "false")
  }

  @Test("Geometry.frechetDistance(to:densifyFraction:)")
  func exampleFrechetDistance() throws {
    let walked = try Geometry(wkt: "LINESTRING (0 0, 5 0, 10 0)")
    let planned = try Geometry(wkt: "LINESTRING (0 1, 5 2, 10 1)")
    shows(try walked.frechetDistance(to: planned), "2")
    shows(try walked.frechetDistance(to: planned.reversed()), "10.049...")
  }

  @Test("Geometry.length")
  func exampleLength() throws {
    shows(try Geometry(wkt: "LINESTRING Z (0 0 0, 3 4 99)").length, "5")
    shows(try Geometry(wkt: "POLYGON ((0 0, 0 2, 2 2, 2 0, 0 0))").length, "8")
  }

  @Test("Geometry.densified(maxSegmentLength:)")
  func exampleDensified() throws {
    let main = try Geometry(wkt: "LINESTRING Z (0 0 10, 3 0 13, 4 0 13)")
    shows(try main.densified(maxSegmentLength: 1.5).wkt, "LINESTRING Z (0 0 10, 1.5 0 11.5, 3 0 13, 4 0 13)")
  }

  @Test("Geometry.linearLocation(closestTo:tolerance:)")
  func exampleLinearLocation() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 8 0)")
    let tap = Coordinate(x: 2, y: 3)
    shows(try main.linearLocation(closestTo: tap)?.fraction, "0.25")
    shows(try main.linearLocation(closestTo: tap)?.distance, "3")
    shows(try main.linearLocation(closestTo: tap, tolerance: .within(2))?.fraction, "nil")
  }

  @Test("Geometry.fraction(closestTo:tolerance:)")
  func exampleFraction() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 8 0)")
    let tap = Coordinate(x: 2, y: 3)
    shows(try main.fraction(closestTo: tap), "0.25")
    shows(try main.fraction(closestTo: tap, tolerance: .within(2)), "nil")
  }

  @Test("Geometry.linearLocation(atFraction:)")
  func exampleLinearLocation2() throws {
    let main = try Geometry(wkt: "MULTILINESTRING ((0 0, 6 0), (9 0, 9 2))")
    shows(try main.linearLocation(atFraction: 0.75)?.coordinate, "6 0")
    shows(try main.linearLocation(atFraction: 0.875)?.part, "1")
  }

  @Test("Geometry.linearLocation(atDistance:)")
  func exampleLinearLocation3() throws {
    let main = try Geometry(wkt: "LINESTRING Z (0 0 5, 8 0 9)")
    shows(try main.linearLocation(atDistance: 2)?.z, "6")
    shows(try main.linearLocation(atDistance: 99)?.coordinate, "8 0")
    shows(try main.linearLocation(atDistance: -1)?.fraction, "0")
  }

  @Test("Geometry.point(atFraction:)")
  func examplePoint() throws {
    let main = try Geometry(wkt: "LINESTRING M (0 0 100, 8 0 108)")
    shows(try main.point(atFraction: 0.25).m, "102")
    shows(try main.point(atFraction: 0.25).coordinate, "2 0")
  }

  @Test("Geometry.distance(to:)")
  func exampleDistance() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 8 0)")
    shows(main.distance(to: Coordinate(x: 2, y: 3)), "3")
    shows(try Geometry(wkt: "POINT EMPTY").distance(to: Coordinate(x: 2, y: 3)), "nil")
  }

  @Test("Geometry.nearestCoordinate(to:)")
  func exampleNearestCoordinate() throws {
    let zone = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 0, 0 0))")
    shows(zone.nearestCoordinate(to: Coordinate(x: 8, y: 4))?.coordinate, "8 4")
    shows(zone.nearestCoordinate(to: Coordinate(x: 12, y: 4))?.coordinate, "9 4")
  }

  @Test("Geometry.nearestBoundaryCoordinate(to:)")
  func exampleNearestBoundaryCoordinate() throws {
    let zone = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 0, 0 0))")
    let nearest = zone.nearestBoundaryCoordinate(to: Coordinate(x: 8, y: 4))
    shows(nearest?.coordinate, "9 4")
    shows(nearest?.index, "2")
    shows(nearest?.distance, "1")
  }

  @Test("Geometry.nearestVertex(to:)")
  func exampleNearestVertex() throws {
    let main = try Geometry(wkt: "LINESTRING Z (0 0 1, 8 0 2, 8 5 3)")
    let vertex = main.nearestVertex(to: Coordinate(x: 7, y: 1))
    shows(vertex?.index, "1")
    shows(vertex?.z, "2")
  }

  @Test("Geometry.insertingVertex(at:tolerance:)")
  func exampleInsertingVertex() throws {
    let main = try Geometry(wkt: "LINESTRING Z (0 0 5, 8 0 9)")
    let valve = Coordinate(x: 2, y: 0)
    shows(try main.insertingVertex(at: valve, tolerance: 0.01).wkt, "LINESTRING Z (0 0 5, 2 0 6, 8 0 9)")
  }
}

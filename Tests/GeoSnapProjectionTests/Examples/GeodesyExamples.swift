// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing
import GeoSnapProjection

@Suite("Examples in the documentation: Geodesy")
struct GeodesyExamples {

  @Test("Geodesy.buffer(_:distance:maxDeviation:)")
  func exampleBuffer() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    let valve = try Geometry(wkt: "POINT (8 48)", srid: 4326)
    let reach = try ground.buffer(valve, distance: 100)
    shows(try ground.area(of: reach), "314...")
  }

  @Test("Geodesy.densified(_:maxSegmentLength:)")
  func exampleDensified() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    let pipeline = try Geometry(wkt: "LINESTRING (8 48, 9 48)", srid: 4326)
    let curve = try ground.densified(pipeline, maxSegmentLength: 20_000)
    shows(curve.coordinates.count, "5")
    shows(curve.coordinates[2].y > 48, "true")
  }

  @Test("Geodesy.location(along:closestTo:tolerance:)")
  func exampleLocation() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    let main = try Geometry(wkt: "LINESTRING (8 0, 9 0)", srid: 4326)
    let tap = Coordinate(x: 8.25, y: 0.001)
    shows(try ground.location(along: main, closestTo: tap)?.distance, "110.574...")
    shows(try ground.location(along: main, closestTo: tap, tolerance: .within(100))?.fraction, "nil")
  }

  @Test("Geodesy.location(along:atFraction:)")
  func exampleLocation2() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    let main = try Geometry(wkt: "LINESTRING (8 0, 9 0)", srid: 4326)
    shows(try ground.location(along: main, atFraction: 1)?.coordinate, "9 0")
  }

  @Test("Geodesy.location(along:atDistance:)")
  func exampleLocation3() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    let main = try Geometry(wkt: "LINESTRING M (8 0 0, 9 0 100)", srid: 4326)
    shows(try ground.location(along: main, atDistance: 55_659.745_4)?.m, "50.0000...")
  }

  @Test("Geodesy.point(along:atFraction:)")
  func examplePoint() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    let main = try Geometry(wkt: "LINESTRING (8 0, 9 0)", srid: 4326)
    shows(try ground.point(along: main, atFraction: 1).coordinate, "9 0")
  }

  @Test("Geodesy.area(of:)")
  func exampleArea() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    let field = try Geometry(wkt: "POLYGON ((8 48, 8 48.01, 8.01 48.01, 8.01 48, 8 48))", srid: 4326)
    shows(try ground.area(of: field), "829682.2...")
  }

  @Test("Geodesy.line(from:to:)")
  func exampleLine() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    let way = try ground.line(from: Coordinate(x: 8, y: 48), to: Coordinate(x: 8, y: 49))
    shows(way.distance, "111200.036...")
    shows(way.startAzimuth, "0")
  }

  @Test("Geodesy.distance(from:to:)")
  func exampleDistance() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    shows(try ground.distance(from: Coordinate(x: 179, y: 0), to: Coordinate(x: -179, y: 0)), "222638.981...")
  }

  @Test("Geodesy.place(from:distance:azimuth:)")
  func examplePlace() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    shows(try ground.place(from: Coordinate(x: 8, y: 48), distance: 1_000, azimuth: 90).x, "8.01340...")
  }

  @Test("Geodesy.nearestLocation(on:to:)")
  func exampleNearestLocation() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    let main = try Geometry(wkt: "LINESTRING (8 48, 8 49)", srid: 4326)
    let nearest = try ground.nearestLocation(on: main, to: Coordinate(x: 8.01, y: 48.5))
    shows(nearest?.distance, "739.01...")
    shows(nearest?.segment, "0")
  }

  @Test("Geodesy.distance(from:to:)")
  func exampleDistance2() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    let field = try Geometry(wkt: "POLYGON ((8 48, 8 49, 9 49, 9 48, 8 48))", srid: 4326)
    shows(try ground.distance(from: Coordinate(x: 8.5, y: 48.5), to: field), "0")
    shows(try ground.distance(from: Coordinate(x: 7.99, y: 48.5), to: field), "739.01...")
  }

  @Test("Geodesy.distance(from:to:)")
  func exampleDistance3() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    let main = try Geometry(wkt: "LINESTRING (8 0, 9 0)", srid: 4326)
    let parcel = try Geometry(wkt: "POLYGON ((8.2 0.001, 8.2 0.1, 8.4 0.1, 8.2 0.001))", srid: 4326)
    shows(try ground.distance(from: main, to: parcel), "110.574...")
    shows(try ground.distance(from: main, to: main.reversed()), "0")
  }

  @Test("Geodesy")
  func exampleGeodesy() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    let main = try Geometry(wkt: "LINESTRING (8 48.5, 8.01 48.5)", srid: 4326)
    shows(try ground.length(of: main), "739.014...")
    shows(main.length, "0.00999...")
  }
}

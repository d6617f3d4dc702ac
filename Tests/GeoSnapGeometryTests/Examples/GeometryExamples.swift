// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Examples in the documentation: Geometry")
struct GeometryExamples {

  @Test("Coordinate")
  func exampleCoordinate() throws {
    let pole = Coordinate(x: 3, y: 4)
    shows(pole.distance(to: Coordinate(x: 0, y: 0)), "5")
  }

  @Test("CoordinateSequence")
  func exampleCoordinateSequence() throws {
    var vertices = try CoordinateSequence(ordinates: [0, 0, 1.5, 10, 0, 2.5], dimensions: .xyz)
    shows(vertices.count, "2")
    shows(vertices.z(at: 1), "2.5")
    shows(vertices.m(at: 1), "nil")
    shows(vertices.slice(1..<2).ordinates, "[10, 0, 2.5]")
    try vertices.append(contentsOf: vertices)
    shows(vertices.count, "4")
  }

  @Test("Envelope")
  func exampleEnvelope() throws {
    let sheet = Envelope(minX: 0, minY: 0, maxX: 10, maxY: 5)
    shows(sheet.contains(Coordinate(x: 10, y: 5)), "true")
    shows(sheet.contains(Envelope(minX: 1, minY: 1, maxX: 11, maxY: 2)), "false")
    shows(sheet.intersects(Envelope(minX: 10, minY: 5, maxX: 20, maxY: 20)), "true")
    shows(sheet.union(Envelope(Coordinate(x: 12, y: 1))).width, "12")
    shows(sheet.expanded(by: 1).height, "7")
    shows(Envelope([Coordinate(x: 3, y: 1), Coordinate(x: 1, y: 2)])?.minX, "1")
    shows(Envelope.combining([sheet, nil, sheet])?.width, "10")
  }

  @Test("Geometry.init(_:srid:)")
  func exampleGeometry() throws {
    let sheet = Geometry(Envelope(minX: 0, minY: 0, maxX: 2, maxY: 1))
    shows(sheet.wkt, "POLYGON ((0 0, 0 1, 2 1, 2 0, 0 0))")
    shows(Geometry(Envelope(minX: 0, minY: 1, maxX: 2, maxY: 1)).wkt, "LINESTRING (0 1, 2 1)")
  }

  @Test("Geometry.parts")
  func exampleParts() throws {
    shows(try Geometry(wkt: "MULTIPOINT ((0 0), (1 1))").parts, "[POINT (0 0), POINT (1 1)]")
    let mixture = try Geometry(wkt: "GEOMETRYCOLLECTION (POINT EMPTY, LINESTRING (0 0, 1 1))")
    shows(mixture.parts, "[LINESTRING (0 0, 1 1)]")
  }

  @Test("Geometry.asMulti()")
  func exampleAsMulti() throws {
    shows(try Geometry(wkt: "POINT (1 2)").asMulti().wkt, "MULTIPOINT ((1 2))")
    shows(try Geometry(wkt: "LINESTRING Z (0 0 5, 1 2 6)").asMulti().wkt, "MULTILINESTRING Z ((0 0 5, 1 2 6))")
  }

  @Test("GeometryPath")
  func exampleGeometryPath() throws {
    let laid = try Geometry(wkt: "MULTILINESTRING ZM ((0 0 1 5, 9 0 2 6), (9 0 2 6, 9 9 3 7))")
    let second = laid.paths[1]
    shows(second[1], "9 9")
    shows(second.z(at: 1), "3")
    shows(second.m(at: 1), "7")
  }

  @Test("Geometry.forEachPath(_:)")
  func exampleForEachPath() throws {
    let streets = try Geometry(wkt: "MULTILINESTRING ((0 0, 9 0), (9 0, 9 9, 0 9))")
    var vertexCounts: [Int] = []
    streets.forEachPath { path in vertexCounts.append(path.count) }
    shows(vertexCounts, "[2, 3]")
  }

  @Test("Geometry.paths")
  func examplePaths() throws {
    let zone = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 0 0), (1 2, 2 4, 3 4, 1 2))")
    shows(zone.paths.count, "2")
    shows(zone.paths[1].part, "1")
    shows(zone.paths[1].kind, "ring")
  }

  @Test("Geometry.removingZ()")
  func exampleRemovingZ() throws {
    shows(try Geometry(wkt: "LINESTRING ZM (0 0 5 1, 9 0 6 2)").removingZ().wkt, "LINESTRING M (0 0 1, 9 0 2)")
  }

  @Test("Geometry.removingM()")
  func exampleRemovingM() throws {
    shows(try Geometry(wkt: "LINESTRING ZM (0 0 5 1, 9 0 6 2)").removingM().wkt, "LINESTRING Z (0 0 5, 9 0 6)")
  }

  @Test("Geometry.removingZAndM()")
  func exampleRemovingZAndM() throws {
    shows(try Geometry(wkt: "LINESTRING ZM (0 0 5 1, 9 0 6 2)").removingZAndM().wkt, "LINESTRING (0 0, 9 0)")
  }

  @Test("Geometry.removingRepeatedVertices(tolerance:)")
  func exampleRemovingRepeatedVertices() throws {
    let track = try Geometry(wkt: "LINESTRING (0 0, 0 0, 5 0, 5.001 0, 9 0)")
    shows(try track.removingRepeatedVertices().wkt, "LINESTRING (0 0, 5 0, 5.001 0, 9 0)")
    shows(try track.removingRepeatedVertices(tolerance: 0.01).wkt, "LINESTRING (0 0, 5 0, 9 0)")
  }

  @Test("Geometry.orientingRings(_:)")
  func exampleOrientingRings() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 0 0))")
    shows(parcel.orientingRings(.counterclockwise).wkt, "POLYGON ((0 0, 9 9, 0 9, 0 0))")
    shows(parcel.orientingRings(.clockwise) == parcel, "true")
  }

  @Test("Geometry.reversed()")
  func exampleReversed() throws {
    let main = try Geometry(wkt: "LINESTRING M (0 0 100, 5 0 105, 5 5 110)")
    shows(main.reversed().wkt, "LINESTRING M (5 5 110, 5 0 105, 0 0 100)")
  }

  @Test("Geometry.isEmpty")
  func exampleIsEmpty() throws {
    shows(try Geometry(wkt: "GEOMETRYCOLLECTION (POINT EMPTY)").isEmpty, "true")
    shows(try Geometry(wkt: "POINT (1 2)").isEmpty, "false")
  }

  @Test("Geometry.hasZ")
  func exampleHasZ() throws {
    shows(try Geometry(wkt: "POINT Z (1 2 3)").hasZ, "true")
    shows(try Geometry(wkt: "POINT M (1 2 3)").hasZ, "false")
  }

  @Test("Geometry.hasM")
  func exampleHasM() throws {
    shows(try Geometry(wkt: "POINT M (1 2 nan)").hasM, "true")
    shows(try Geometry(wkt: "POINT Z (1 2 3)").hasM, "false")
  }

  @Test("Geometry.coordinates")
  func exampleCoordinates() throws {
    let zone = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 0 0))")
    shows(zone.coordinates.count, "4")
    shows(zone.coordinates[2], "9 9")
  }

  @Test("Geometry.envelope")
  func exampleEnvelope2() throws {
    shows(try Geometry(wkt: "LINESTRING (3 1, 0 5)").envelope?.width, "3")
    shows(try Geometry(wkt: "POINT EMPTY").envelope, "nil")
  }

  @Test("Geometry.isFinite")
  func exampleIsFinite() throws {
    shows(try Geometry(wkt: "POINT M (1 2 nan)").isFinite, "true")
    shows(try Geometry(wkt: "POINT (1 inf)").isFinite, "false")
  }

  @Test("GeometryCollection.init(_:srid:)")
  func exampleGeometryCollection() throws {
    let valve = try Geometry(wkt: "POINT (1 2)", srid: 25_832)
    let mixture = try GeometryCollection([valve, Geometry(wkt: "LINESTRING (0 0, 1 2)")])
    shows(mixture.geometries.count, "2")
    shows(mixture.srid, "25832")
  }

  @Test("IntersectionMatrix")
  func exampleIntersectionMatrix() throws {
    let line = try Geometry(wkt: "LINESTRING (1 1, 5 1)")
    let area = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    let matrix = try line.relate(area)
    shows(matrix, "1010F0212")
    shows(matrix[.interior, .boundary], "0")
    shows(try matrix.matches("T*****F**"), "false")
    shows(matrix.transposed, "1020F1102")
    shows(IntersectionMatrix("1010F0212") == matrix, "true")
    shows(IntersectionMatrix("1010F021"), "nil")
  }

  @Test("LineString.init(_:srid:)")
  func exampleLineString() throws {
    let main = try LineString([Coordinate(x: 0, y: 0), Coordinate(x: 3, y: 4)], srid: 25_832)
    shows(Geometry.lineString(main).length, "5")
  }

  @Test("MultiLineString.init(parts:srid:)")
  func exampleMultiLineString() throws {
    let lines = try MultiLineString(parts: [
      [Coordinate(x: 0, y: 0), Coordinate(x: 3, y: 0)], [], [Coordinate(x: 3, y: 1), Coordinate(x: 9, y: 1)],
    ])
    shows(lines.partEnds, "[2, 4]")
  }

  @Test("Polygon.init(rings:srid:)")
  func examplePolygon() throws {
    let parcel = try Polygon(rings: [
      [Coordinate(x: 0, y: 0), Coordinate(x: 0, y: 1), Coordinate(x: 1, y: 1), Coordinate(x: 0, y: 0)]
    ])
    shows(Geometry.polygon(parcel).area, "0.5")
  }

  @Test("Polygon.init(coordinates:ringEnds:srid:)")
  func examplePolygon2() throws {
    let ring: CoordinateSequence = [
      Coordinate(x: 0, y: 0), Coordinate(x: 0, y: 1), Coordinate(x: 1, y: 1), Coordinate(x: 0, y: 0),
    ]
    let parcel = try Polygon(coordinates: ring, ringEnds: [4])
    shows(parcel.ringEnds.count, "1")
  }

  @Test("MultiPolygon.init(polygons:srid:)")
  func exampleMultiPolygon() throws {
    let ring: CoordinateSequence = [
      Coordinate(x: 0, y: 0), Coordinate(x: 0, y: 1), Coordinate(x: 1, y: 1), Coordinate(x: 0, y: 0),
    ]
    let islands = try MultiPolygon(polygons: [Polygon(rings: [ring]), Polygon(rings: [])])
    shows(islands.polygonRings.count, "1")
  }

  @Test("MultiPolygon.polygonRings")
  func examplePolygonRings() throws {
    let text = "MULTIPOLYGON (((0 0, 0 9, 9 9, 0 0), (1 2, 2 4, 3 4, 1 2)), ((20 0, 20 9, 29 9, 20 0)))"
    guard case .multiPolygon(let islands) = try Geometry(wkt: text) else { return }
    shows(islands.polygonRings.count, "2")
    shows(islands.polygonRings[0].count, "2")
  }

  @Test("Segment")
  func exampleSegment() throws {
    let main = Segment(Coordinate(x: 0, y: 0), Coordinate(x: 10, y: 0))
    let tap = Coordinate(x: 4, y: 3)
    shows(main.fraction(closestTo: tap), "0.4")
    shows(main.coordinate(atFraction: 0.25), "2.5 0")
    shows(main.squaredDistance(to: tap), "9")
  }
}

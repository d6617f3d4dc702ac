import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapTestSupport
import Testing

@Suite("Transformations")
struct TransformationTests {
  private func transformation(_ source: SRID, _ target: SRID) throws -> CoordinateTransformation {
    try CoordinateTransformation(
      from: SpatialReference(srid: source),
      to: SpatialReference(srid: target)
    )
  }

  private func code(_ body: () throws -> Void) -> ProjectionError.Code? {
    do { try body() } catch let error { return (error as? ProjectionError)?.code }
    return nil
  }

  @Test(
    "Random places come back from 20 systems, alone and in a batch, to the same bits",
    arguments: 1...20
  )
  func roundTrips(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let systems: [(SRID, SRID)] = [
      (4326, 25832), (4326, 3857), (4150, 2056), (4277, 27700), (4326, 3413), (4326, 3031),
      (4267, 26715), (4267, 32040), (4269, 2278), (4269, 5070), (4171, 2154), (4807, 27572),
      (4289, 28992), (4314, 31467), (4156, 5514), (4283, 28355), (4167, 2193), (4298, 29873),
      (4148, 2053), (6668, 6677),
    ]
    let (source, target) = systems[seed - 1]
    let there = try transformation(source, target)
    let area = try #require(there.target.areaOfUse)
    let east = area.west <= area.east ? area.east : 180
    var places: [Coordinate] = []
    for _ in 0..<200 {
      var place = Coordinate(
        x: random.double(area.west...east),
        y: random.double(max(area.south, -89.9)...min(area.north, 89.9))
      )
      if source == 4807 { place = Coordinate(x: (place.x - 2.337_229_17) / 0.9, y: place.y / 0.9) }
      places.append(place)
    }
    let images = try there.transform(CoordinateSequence(places))
    let back = try there.inverse.transform(images)
    for (index, place) in places.enumerated() {
      #expect(abs(back[index].x - place.x) < 1e-9, "seed \(seed)")
      #expect(abs(back[index].y - place.y) < 1e-9, "seed \(seed)")
      #expect(try there.transform(place) == images[index])
    }
    #expect(there.inverse.inverse.pipeline == there.pipeline)
  }

  @Test("Every type of geometry is transformed, Z and M kept, empties stay empty, rings closed")
  func types() throws {
    let there = try transformation(4326, 25832)
    for wkt in [
      "POINT (8 48)", "POINT ZM (8 48 5 nan)", "LINESTRING M (8 48 1, 8.1 48 2)",
      "POLYGON Z ((8 48 1, 9 48 2, 9 49 3, 8 48 1), (8.5 48.2 1, 8.6 48.2 1, 8.6 48.3 1, 8.5 48.2 1))",
      "MULTIPOINT (8 48, 9 49)", "MULTILINESTRING ((8 48, 9 49), (8 49, 9 48))",
      "MULTIPOLYGON (((8 48, 9 48, 9 49, 8 48)), ((10 48, 11 48, 11 49, 10 48)))",
      "GEOMETRYCOLLECTION (POINT (8 48), LINESTRING Z (8 48 1, 9 49 2), POLYGON EMPTY)",
      "POINT EMPTY", "LINESTRING EMPTY", "GEOMETRYCOLLECTION EMPTY",
    ] {
      let geometry = try Geometry(wkt: wkt, srid: 4326)
      let moved = try there.transform(geometry)
      #expect((moved.type, moved.srid, moved.isEmpty) == (geometry.type, 25832, geometry.isEmpty))
      #expect((moved.hasZ, moved.hasM) == (geometry.hasZ, geometry.hasM))
      #expect(moved.coordinates.count == geometry.coordinates.count)
      for index in geometry.coordinates.indices {
        let alone = try there.transform(geometry.coordinates[index])
        #expect(moved.coordinates[index] == alone)
        #expect(moved.coordinates.z(at: index) == geometry.coordinates.z(at: index))
        let (old, new) = (geometry.coordinates.m(at: index), moved.coordinates.m(at: index))
        #expect(old == new || old?.isNaN == new?.isNaN)
      }
      let back = try there.inverse.transform(moved)
      #expect(back.equalsExactly(geometry, tolerance: 1e-9))
    }
  }

  @Test("Heights are transformed where both systems have them, and a missing one stays missing")
  func heights() throws {
    let feet = try CoordinateTransformation(
      from: SpatialReference(parsing: "EPSG:4269+5703"),
      to: SpatialReference(parsing: "EPSG:2263+6360")
    )
    #expect(feet.transformsHeights)
    let line = try Geometry(wkt: "LINESTRING ZM (-73.9 40.7 10 1, -73.8 40.7 nan 2)")
    let moved = try feet.transform(line)
    #expect(abs((moved.coordinates.z(at: 0) ?? 0) - 10 * 3_937 / 1_200) < 1e-9)
    #expect(moved.coordinates.z(at: 1)?.isNaN == true)
    #expect(moved.coordinates[1].isFinite)
    #expect(moved.coordinates.m(at: 1) == 2)
    let flat = try transformation(4269, 2263)
    #expect(!flat.transformsHeights)
    #expect(try flat.transform(line).coordinates.z(at: 0) == 10)
    // Heights play no part in x and y: a point without one stays on the line with one.
    let datum = try transformation(4326, 27700)
    let high = try datum.transform(Geometry(wkt: "POINT Z (-1 52 3000)"))
    let low = try datum.transform(Geometry(wkt: "POINT (-1 52)"))
    #expect(high.coordinates[0] == low.coordinates[0])
  }

  @Test("What cannot be transformed is named: the place, the systems, the grid file")
  func errors() throws {
    let mercator = try transformation(4326, 3857)
    #expect(code { _ = try mercator.transform(Coordinate(x: 0, y: 95)) } == .outsideDomain)
    #expect(code { _ = try mercator.transform(Coordinate(x: .nan, y: 5)) } == .invalidArgument)
    #expect(code { _ = try mercator.transform(Coordinate(x: .infinity, y: 5)) } == .invalidArgument)
    let error = #expect(throws: ProjectionError.self) {
      try mercator.transform(
        [Coordinate(x: 0, y: 5), Coordinate(x: 1, y: 95)] as CoordinateSequence
      )
    }
    #expect(error?.message.contains("Coordinate 1, at 1.0 95.0") == true)
    // The one that failed does not spoil those after it.
    #expect(try mercator.transform(Coordinate(x: 0, y: 0)).x == 0)
    let other = try Geometry(wkt: "POINT (1 2)", srid: 25832)
    #expect(code { _ = try mercator.transform(other) } == .mixedReferences)
    #expect(code { _ = try transformation(5783, 4326) } == .unsupportedReference)
    #expect(code { _ = try transformation(4326, 5783) } == .unsupportedReference)
    // NAD27 to NAD83 needs a grid file in the United States, which PROJ's own data lacks.
    let states = AreaOfUse(west: -100, south: 35, east: -99, north: 36)
    let nad = try (SpatialReference(srid: 4267), SpatialReference(srid: 4269))
    let missing = #expect(throws: ProjectionError.self) {
      try CoordinateTransformation(from: nad.0, to: nad.1, in: states)
    }
    #expect(missing?.code == .missingGrid)
    #expect(missing?.message.contains("us_noaa_") == true, "\(missing?.message ?? "")")
    let ballpark = try CoordinateTransformation(
      from: nad.0,
      to: nad.1,
      in: states,
      allowingBallpark: true
    )
    #expect(ballpark.isBallpark)
    // Of the moon there is no way to the earth.
    let moon = try SpatialReference(parsing: "+proj=longlat +R=1737400")
    #expect(code { _ = try CoordinateTransformation(from: moon, to: nad.1) } == .noTransformation)
  }

  @Test("The best operation that is installed is taken, and the grid of a better one is named")
  func choice() throws {
    let british = try transformation(4326, 27700)
    #expect(british.name.contains("OSGB36 to WGS 84 (6)") || british.name.contains("OSGB"))
    #expect(british.missingGrids.contains { $0.contains("OSTN15") })
    #expect(british.accuracy == 2)
    let zone = try transformation(4326, 32632)
    #expect(zone.missingGrids.isEmpty)
    #expect(zone.accuracy == 0)
    #expect(try transformation(32632, 3857).accuracy == 0)
    // Of a datum that covers a continent there is another operation for each part.
    let nad = try (SpatialReference(srid: 4267), SpatialReference(srid: 4326))
    func name(_ west: Double, _ south: Double) throws -> String {
      try CoordinateTransformation(
        from: nad.0,
        to: nad.1,
        covering: Envelope(minX: west, minY: south, maxX: west + 1, maxY: south + 1)
      ).name
    }
    #expect(try name(-150, 62) != name(-84, 10))
  }

  @Test(
    "x is to the east and y to the north, whatever the axes of the system are",
    arguments: [
      (4326, 25832), (4314, 31467), (4167, 2193), (4148, 2053), (6668, 6677), (4156, 5514),
    ] as [(SRID, SRID)]
  )
  func axes(source: SRID, target: SRID) throws {
    let there = try transformation(source, target)
    let area = try #require(there.target.areaOfUse)
    let place = Coordinate(
      x: area.west <= area.east ? (area.west + area.east) / 2 : 175,
      y: (area.south + area.north) / 2
    )
    let image = try there.transform(place)
    let east = try there.transform(Coordinate(x: place.x + 0.01, y: place.y))
    let north = try there.transform(Coordinate(x: place.x, y: place.y + 0.01))
    #expect(east.x - image.x > 500 && abs(east.y - image.y) < 200)
    #expect(north.y - image.y > 1_000 && abs(north.x - image.x) < 300)
  }

  @Test("A line that a projection tears is refused; a long one that it only bends is not")
  func tearing() throws {
    let pacific = try transformation(3832, 4326)
    let torn = try Geometry(wkt: "LINESTRING (3000000 0, 3500000 100000)", srid: 3832)
    let whole = try Geometry(wkt: "LINESTRING (1000000 0, 2500000 100000)", srid: 3832)
    #expect(code { _ = try pacific.transform(torn) } == .torn)
    #expect(try pacific.transform(whole).coordinates.count == 2)
    let mercator = try transformation(4326, 3857)
    #expect(
      code { _ = try mercator.transform(Geometry(wkt: "LINESTRING (170 10, 190 12)")) } == .torn
    )
    #expect(
      code { _ = try mercator.transform(Geometry(wkt: "POLYGON ((170 0, 190 0, 190 5, 170 0))")) }
        == .torn
    )
    let long = try Geometry(wkt: "LINESTRING (-170 10, 170 12)", srid: 4326)
    let image = try mercator.transform(long)
    #expect(try mercator.inverse.transform(image).equalsExactly(long, tolerance: 1e-9))
    // Points stand each for itself.
    let points = try Geometry(wkt: "MULTIPOINT (170 10, 190 12)")
    #expect(try mercator.transform(points).coordinates.count == 2)
  }

  @Test("Eight threads that share transformations answer as one does")
  func threads() async throws {
    let values = try [(4326, 25832), (4326, 27700), (4269, 2263), (4807, 27572)].map {
      try transformation($0, $1)
    }
    let geodesy = try Geodesy(of: SpatialReference(srid: 25832))
    @Sendable func answers(_ seed: Int) throws -> [Coordinate] {
      var random = SeededGenerator(seed: UInt64(seed))
      return try (0..<400).map { step in
        let place = Coordinate(x: random.double(0...1), y: random.double(45...46))
        if step % 5 == 4 {
          return try geodesy.place(
            from: Coordinate(x: 5e5 + place.x, y: 5e6),
            distance: place.y,
            azimuth: place.x
          )
        }
        return try values[step % 4].transform(
          Coordinate(x: place.x + [8, -3, -74, 0][step % 4], y: place.y + [3, 7, -5, 3][step % 4])
        )
      }
    }
    let alone = try (0..<8).map(answers)
    let together = try await withThrowingTaskGroup(of: (Int, [Coordinate]).self) { group in
      for seed in 0..<8 { group.addTask { (seed, try answers(seed)) } }
      var found = [[Coordinate]](repeating: [], count: 8)
      for try await (seed, answer) in group { found[seed] = answer }
      return found
    }
    #expect(together == alone)
  }

  @Test("More operations than a thread keeps ready take turns without changing an answer")
  func manyPipelines() throws {
    let zones = try (0..<20).map { try transformation(4326, 32601 + Int32($0)) }
    let places = (0..<20).map { Coordinate(x: -177 + Double($0) * 6, y: 48) }
    let first = try zip(zones, places).map { try $0.transform($1) }
    for _ in 0..<3 {
      #expect(try zip(zones, places).map { try $0.transform($1) } == first)
    }
    #expect(first.allSatisfy { abs($0.x - 500_000) < 1e-6 })
  }
}

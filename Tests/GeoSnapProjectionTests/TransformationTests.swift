import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapTestSupport
import Testing

@Suite("Transformations")
struct TransformationTests {
  @Test(
    "Random places come back from 20 systems, alone and in a batch, to the same bits",
    arguments: [
      (4326, 25832), (4326, 3857), (4150, 2056), (4277, 27700), (4326, 3413), (4326, 3031),
      (4267, 26715), (4267, 32040), (4269, 2278), (4269, 5070), (4171, 2154), (4807, 27572),
      (4289, 28992), (4314, 31467), (4156, 5514), (4283, 28355), (4167, 2193), (4298, 29873),
      (4148, 2053), (6668, 6677),
    ] as [(SRID, SRID)]
  )
  func roundTrips(source: SRID, target: SRID) throws {
    var random = SeededGenerator(seed: UInt64(target))
    let there = try transformation(source, target)
    let area = try #require(there.target.areaOfUse)
    let places = (0..<200).map { _ in
      let x = random.double(area.west...(area.west <= area.east ? area.east : 180))
      let y = random.double(max(area.south, -89.9)...min(area.north, 89.9))
      return source == 4807 ? at((x - 2.337_229_17) / 0.9, y / 0.9) : at(x, y)
    }
    let images = try there.transform(CoordinateSequence(places))
    let back = try there.inverse.transform(images)
    for (index, place) in places.enumerated() {
      #expect(abs(back[index].x - place.x) < 1e-9 && abs(back[index].y - place.y) < 1e-9)
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
      for (index, place) in geometry.coordinates.enumerated() {
        #expect(try moved.coordinates[index] == there.transform(place))
        #expect(moved.coordinates.z(at: index) == geometry.coordinates.z(at: index))
        let (old, new) = (geometry.coordinates.m(at: index), moved.coordinates.m(at: index))
        #expect(old == new || old?.isNaN == new?.isNaN)
      }
      #expect(try there.inverse.transform(moved).equalsExactly(geometry, tolerance: 1e-9))
    }
  }

  @Test("Heights are transformed where both systems have them, and a missing one stays missing")
  func heights() throws {
    let feet = try CoordinateTransformation(
      from: SpatialReference(parsing: "EPSG:4269+5703"),
      to: SpatialReference(parsing: "EPSG:2263+6360")
    )
    let line = try Geometry(wkt: "LINESTRING ZM (-73.9 40.7 10 1, -73.8 40.7 nan 2)")
    let moved = try feet.transform(line).coordinates
    #expect(feet.transformsHeights && abs((moved.z(at: 0) ?? 0) - 10 * 3_937 / 1_200) < 1e-9)
    #expect(moved.z(at: 1)?.isNaN == true && moved[1].isFinite && moved.m(at: 1) == 2)
    let flat = try transformation(4269, 2263)
    #expect(try !flat.transformsHeights && flat.transform(line).coordinates.z(at: 0) == 10)
    // Heights play no part in x and y: a point without one stays on the line with one.
    let datum = try transformation(4326, 27700)
    let high = try datum.transform(Geometry(wkt: "POINT Z (-1 52 3000)"))
    #expect(try high.coordinates[0] == datum.transform(at(-1, 52)))
  }

  @Test("What cannot be transformed is named: the place, the systems, the grid file")
  func errors() throws {
    let mercator = try transformation(4326, 3857)
    #expect(code { try mercator.transform(at(0, 95)) } == .outsideDomain)
    #expect(code { try mercator.transform(at(.nan, 5)) } == .invalidArgument)
    #expect(code { try mercator.transform(at(.infinity, 5)) } == .invalidArgument)
    let error = #expect(throws: ProjectionError.self) {
      try mercator.transform([at(0, 5), at(1, 95)] as CoordinateSequence)
    }
    #expect(error?.message.contains("Coordinate 1, at 1.0 95.0") == true)
    // The one that failed does not spoil those after it.
    #expect(try mercator.transform(at(0, 0)).x == 0)
    let other = try Geometry(wkt: "POINT (1 2)", srid: 25832)
    #expect(code { try mercator.transform(other) } == .mixedReferences)
    #expect(code { try transformation(5783, 4326) } == .unsupportedReference)
    #expect(code { try transformation(4326, 5783) } == .unsupportedReference)
    // NAD27 to NAD83 needs a grid file in the United States, which PROJ's own data lacks.
    let states = AreaOfUse(west: -100, south: 35, east: -99, north: 36)
    let (old, new) = try (SpatialReference(srid: 4267), SpatialReference(srid: 4269))
    func overStates(_ ballpark: Bool) throws -> CoordinateTransformation {
      try CoordinateTransformation(from: old, to: new, in: states, allowingBallpark: ballpark)
    }
    let missing = #expect(throws: ProjectionError.self) { try overStates(false) }
    #expect(missing?.code == .missingGrid)
    #expect(missing?.message.contains("us_noaa_") == true, "\(missing?.message ?? "")")
    #expect(try overStates(true).isBallpark)
    // Of the moon there is no way to the earth.
    let moon = try SpatialReference(parsing: "+proj=longlat +R=1737400")
    #expect(code { try CoordinateTransformation(from: moon, to: new) } == .noTransformation)
  }

  @Test("The best operation that is installed is taken, and the grid of a better one is named")
  func choice() throws {
    let british = try transformation(4326, 27700)
    #expect(british.name.contains("OSGB") && british.accuracy == 2)
    #expect(british.missingGrids.contains { $0.contains("OSTN15") })
    let zone = try transformation(4326, 32632)
    #expect(zone.missingGrids.isEmpty && zone.accuracy == 0)
    #expect(try transformation(32632, 3857).accuracy == 0)
    // Of a datum that covers a continent there is another operation for each part.
    let (nad, gps) = try (SpatialReference(srid: 4267), SpatialReference(srid: 4326))
    let names = try [at(-150, 62), at(-84, 10)].map { place in
      let part = Envelope(around: place, radius: 1)
      return try CoordinateTransformation(from: nad, to: gps, covering: part).name
    }
    #expect(names[0] != names[1])
  }

  @Test(
    "x is to the east and y to the north, whatever the axes of the system are",
    arguments: [
      (4326, 25832), (4314, 31467), (4167, 2193), (4148, 2053), (6668, 6677), (4156, 5514),
    ] as [(SRID, SRID)]
  )
  func axes(source: SRID, target: SRID) throws {
    let there = try transformation(source, target)
    let place = try #require(there.target.areaOfUse?.middle)
    let image = try there.transform(place)
    let east = try there.transform(at(place.x + 0.01, place.y))
    let north = try there.transform(at(place.x, place.y + 0.01))
    #expect(east.x - image.x > 500 && abs(east.y - image.y) < 200)
    #expect(north.y - image.y > 1_000 && abs(north.x - image.x) < 300)
  }

  @Test("A line that a projection tears is refused; a long one that it only bends is not")
  func tearing() throws {
    let (pacific, mercator) = try (transformation(3832, 4326), transformation(4326, 3857))
    for (there, wkt, isTorn) in [
      (pacific, "LINESTRING (3000000 0, 3500000 100000)", true),
      (pacific, "LINESTRING (1000000 0, 2500000 100000)", false),
      (mercator, "LINESTRING (170 10, 190 12)", true),
      (mercator, "POLYGON ((170 0, 190 0, 190 5, 170 0))", true),
      (mercator, "LINESTRING (-170 10, 170 12)", false),
      // Points stand each for itself.
      (mercator, "MULTIPOINT (170 10, 190 12)", false),
    ] {
      let found = code { try there.transform(Geometry(wkt: wkt)) }
      #expect(found == (isTorn ? .torn : nil), "\(wkt)")
    }
    let long = try Geometry(wkt: "LINESTRING (-170 10, 170 12)", srid: 4326)
    let back = try mercator.inverse.transform(mercator.transform(long))
    #expect(back.equalsExactly(long, tolerance: 1e-9))
  }

  @Test("Eight threads that share transformations answer as one does")
  func threads() async throws {
    let ways = try [(4326, 25832), (4326, 27700), (4269, 2263), (4807, 27572)].map {
      try transformation($0, $1)
    }
    let geodesy = try Geodesy(of: SpatialReference(srid: 25832))
    @Sendable func answers(_ seed: Int) throws -> [Coordinate] {
      var random = SeededGenerator(seed: UInt64(seed))
      return try (0..<400).map { step in
        let (x, y) = (random.double(0...1), random.double(45...46))
        if step % 5 == 4 {
          return try geodesy.place(from: at(5e5 + x, 5e6), distance: y, azimuth: x)
        }
        let way = step % 4
        return try ways[way].transform(at(x + [8, -3, -74, 0][way], y + [3, 7, -5, 3][way]))
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
    let places = (0..<20).map { at(-177 + Double($0) * 6, 48) }
    let first = try zip(zones, places).map { try $0.transform($1) }
    for _ in 0..<3 { #expect(try zip(zones, places).map { try $0.transform($1) } == first) }
    #expect(first.allSatisfy { abs($0.x - 500_000) < 1e-6 })
  }
}

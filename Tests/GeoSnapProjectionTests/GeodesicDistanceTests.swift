import GeoSnap
import GeoSnapProjection
import GeoSnapTestSupport
import Testing

@Suite("The geodesic distance of two geometries")
struct GeodesicDistanceTests {
  let ground: Geodesy

  init() throws { ground = try GeodesyTests.ground.get() }

  private func line(
    _ random: inout SeededGenerator,
    around place: Coordinate,
    size: Double
  ) throws -> Geometry {
    let places = (0..<random.int(2...5)).map { _ in
      at(
        place.x + random.double(-size...size),
        min(max(place.y + random.double(-size...size), -89), 89)
      )
    }
    return .lineString(try LineString(CoordinateSequence(places), srid: 4326))
  }

  /// The least distance to `other` of places of `line`, searched ever more finely where it was least.
  private func sampled(_ line: Geometry, to other: Geometry) throws -> Double {
    func sample(_ fraction: Double) throws -> (fraction: Double, distance: Double) {
      let place = try #require(try ground.location(along: line, atFraction: fraction)?.coordinate)
      return (fraction, try #require(try ground.nearestLocation(on: other, to: place)).distance)
    }
    let count = 400
    let samples = try (0...count).map { try sample(Double($0) / Double(count)) }
    var least = Double.infinity
    for (index, start) in samples.enumerated() {
      // Each sample that is no farther than its neighbours may have the least near it.
      let beside = [samples[max(index - 1, 0)], samples[min(index + 1, count)]]
      guard beside.allSatisfy({ start.distance <= $0.distance }) else { continue }
      var width = 1 / Double(count)
      var best = start
      while width > 1e-13 {
        for fraction in [best.fraction - width, best.fraction + width] where 0...1 ~= fraction {
          let found = try sample(fraction)
          if found.distance < best.distance { best = found }
        }
        width /= 2
      }
      least = min(least, best.distance)
    }
    return least
  }

  @Test(
    "Random lines are as far apart as their places, searched one by one",
    arguments: seeds(Extent.count(12, long: 60))
  )
  func brute(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 7_000)
    let size = [1e-4, 0.01, 1, 15][Int(seed) % 4]
    let place = at(random.double(-180...180), random.double(-85...85))
    let (right, up) = (random.double(-2...2) * size, random.double(-2...2) * size)
    let one = try line(&random, around: place, size: size)
    let other = try line(&random, around: at(place.x + right, place.y + up), size: size)
    let distance = try #require(try ground.distance(from: one, to: other))
    let back = try #require(try ground.distance(from: other, to: one))
    #expect(abs(distance - back) < 1e-7, "seed \(seed)")
    let least = try sampled(one, to: other)
    // A search may come to rest before the very place; never nearer.
    #expect(distance <= least + 1e-6, "seed \(seed): \(distance) \(least)")
    #expect(least <= distance + 1e-2 + distance * 1e-6, "seed \(seed): \(distance) \(least)")
  }

  @Test("As far apart as pyproj says that searched both lines; 0 where it came within a micrometre")
  func pyproj() throws {
    let rows = try PyprojAnswers.rows(of: "distances.tsv")
    #expect(rows.count == 48)
    for row in rows {
      let metres = try #require(Double(row[2]))
      let distance = try ground.distance(from: Geometry(wkt: row[0]), to: Geometry(wkt: row[1]))
      let missed = abs((distance ?? .infinity) - metres)
      #expect(metres < 1e-6 ? distance == 0 : missed < 2e-6, "\(row)")
    }
  }

  @Test("Many points: the least of all pairs", arguments: seeds(10))
  func points(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 8_000)
    func cloud(_ count: Int) -> [Coordinate] {
      (0..<count).map { _ in at(random.double(-180...180), random.double(-90...90)) }
    }
    let (first, second) = (cloud(40), cloud(60))
    var least = Double.infinity
    for one in first {
      for other in second { least = min(least, try ground.distance(from: one, to: other)) }
    }
    let found = try ground.distance(
      from: .multiPoint(MultiPoint(CoordinateSequence(first))),
      to: .multiPoint(MultiPoint(CoordinateSequence(second)))
    )
    #expect(abs((found ?? .infinity) - least) < 1e-7, "seed \(seed)")
  }

  @Test("What crosses, touches or lies inside is 0 away")
  func touching() throws {
    func distance(_ one: String, _ other: String) throws -> Double? {
      let one = try Geometry(wkt: one, srid: 4326)
      let other = try Geometry(wkt: other, srid: 4326)
      let distance = try ground.distance(from: one, to: other)
      #expect(try ground.distance(from: other, to: one) == distance)
      return distance
    }
    let area = "POLYGON ((8 48, 8 49, 9 49, 9 48, 8 48), (8.4 48.4, 8.6 48.4, 8.6 48.6, 8.4 48.4))"
    for (one, other) in [
      ("LINESTRING (8 48, 9 49)", "LINESTRING (8 49, 9 48)"),
      ("LINESTRING (0 0, 60 50)", "LINESTRING (60 0, 0 50)"),
      ("LINESTRING (8 48, 9 49)", "LINESTRING (9 49, 9 50)"),
      ("LINESTRING (170 10, -170 10)", "LINESTRING (180 0, 180 20)"),
      ("LINESTRING (0 89, 180 89)", "LINESTRING (90 89, -90 89)"),
      (area, "LINESTRING (8.1 48.1, 8.2 48.2)"), (area, "MULTIPOINT ((0 0), (8.1 48.1))"),
      (area, area), (area, "POLYGON ((0 40, 0 60, 20 60, 20 40, 0 40))"),
    ] { #expect(try distance(one, other) == 0, "\(one) \(other)") }
    #expect(try distance(area, "LINESTRING (8.57 48.45, 8.58 48.45)") ?? 0 > 1_000)
    // A side of an area touches a vertex of another on its geodesic.
    let side = try Geometry(wkt: "LINESTRING (8 48, 9 48)", srid: 4326)
    let foot = try #require(try ground.point(along: side, atFraction: 0.3).coordinate)
    let spur = Geometry.lineString(try LineString([foot, at(foot.x, 47)], srid: 4326))
    #expect(try ground.distance(from: side, to: spur) == 0)
  }

  @Test("Long parallels are nearest where their geodesics bulge to the north")
  func bulge() throws {
    // The geodesic from (0 60) to (90 60) runs over 67 degrees at its middle, as far as the point there.
    let one = try Geometry(wkt: "LINESTRING (0 60, 90 60)", srid: 4326)
    let other = try Geometry(wkt: "LINESTRING (40 70, 50 70)", srid: 4326)
    let distance = try #require(try ground.distance(from: one, to: other))
    let least = try sampled(other, to: one)
    #expect(abs(distance - least) < 1e-3)
    #expect(distance < 300_000)
  }

  @Test("A place, as a point, has the distance that it has as a coordinate", arguments: seeds(20))
  func place(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 9_000)
    let place = at(random.double(-180...180), random.double(-80...80))
    let line = try line(&random, around: place, size: [0.01, 5][Int(seed) % 2])
    let known = try #require(try ground.distance(from: place, to: line))
    let point = Geometry.point(Point(place, srid: 4326))
    let found = try #require(try ground.distance(from: point, to: line))
    #expect(abs(found - known) < 2.1e-8, "seed \(seed)")
  }

  @Test("Degrees and metres agree; other systems and NaN are refused, empties have no distance")
  func systems() throws {
    let one = try Geometry(wkt: "LINESTRING (8 48, 8.01 48.01)", srid: 4258)
    let other = try Geometry(wkt: "LINESTRING (8.02 48, 8.03 48.02)", srid: 4258)
    let degrees = try Geodesy(of: SpatialReference(srid: 4258))
    let there = try transformation(4258, 25_832)
    let (moved, movedOther) = (try there.transform(one), try there.transform(other))
    let here = try #require(try degrees.distance(from: one, to: other))
    let projected = try Geodesy(of: there.target).distance(from: moved, to: movedOther)
    #expect(abs(here - (projected ?? .infinity)) < 1e-6)
    #expect(try degrees.distance(from: one, to: Geometry(wkt: "POINT EMPTY")) == nil)
    #expect(throws: ProjectionError.self) { try ground.distance(from: one, to: other) }
    for wkt in ["POINT (nan 0)", "POINT (0 91)"] {
      #expect(throws: ProjectionError.self) {
        try degrees.distance(from: one, to: Geometry(wkt: wkt))
      }
    }
  }
}

import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapTestSupport
import Testing

@Suite("Geodesic measures")
struct GeodesyTests {
  static let ground = Result { try Geodesy(of: SpatialReference(srid: 4326)) }
  let degrees: Geodesy

  init() throws { degrees = try Self.ground.get() }

  /// A line of some vertices near a place, in degrees.
  private func line(_ random: inout SeededGenerator, size: Double) throws -> Geometry {
    var place = Coordinate(x: random.double(-180...180), y: random.double(-80...80))
    var places = [place]
    for _ in 0..<random.int(1...6) {
      place.x += random.double(-size...size)
      place.y = min(max(place.y + random.double(-size...size), -89), 89)
      places.append(place)
    }
    return .lineString(try LineString(CoordinateSequence(places), srid: 4326))
  }

  @Test(
    "The nearest place on a line is nearer than any place sampled on it",
    arguments: 1...Extent.count(8, long: 40)
  )
  func nearest(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let size = [1e-4, 0.01, 1, 20][seed % 4]
    let line = try line(&random, size: size)
    let vertex = line.coordinates[0]
    let place = Coordinate(
      x: vertex.x + random.double(-size...size),
      y: min(max(vertex.y + random.double(-size...size), -89.9), 89.9)
    )
    let found = try #require(try degrees.nearestLocation(on: line, to: place))
    let here = try degrees.distance(from: place, to: found.coordinate)
    #expect(abs(here - found.distance) < 1e-7)
    let length = try degrees.length(of: line)
    var least = Double.infinity
    for step in 0...2_000 {
      let sample = try #require(
        try degrees.location(along: line, atFraction: Double(step) / 2_000)
      )
      least = min(least, try degrees.distance(from: place, to: sample.coordinate))
    }
    #expect(found.distance <= least + 1e-7, "seed \(seed)")
    #expect(least <= found.distance + length / 4_000 + 1e-7, "seed \(seed)")
  }

  @Test("The point at a fraction has that fraction, and lies on the line", arguments: 1...40)
  func inverse(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 1_000)
    let size = [1e-4, 0.01, 1, 10][seed % 4]
    let line = try line(&random, size: size)
    // A line may cross itself: then the place has two fractions, and the first one is answered.
    let length = try degrees.length(of: line)
    for _ in 0..<10 {
      let fraction = random.double(0...1)
      let point = try degrees.point(along: line, atFraction: fraction)
      let place = try #require(point.coordinate)
      let location = try #require(try degrees.location(along: line, closestTo: place))
      #expect(location.distance < 1e-6, "seed \(seed)")
      #expect(abs(location.fraction - fraction) * length < 1e-4, "seed \(seed) \(fraction)")
      let again = try #require(
        try degrees.location(along: line, atDistance: location.fraction * length)
      )
      #expect(try degrees.distance(from: place, to: again.coordinate) < 1e-4)
    }
    let start = try #require(try degrees.location(along: line, atFraction: -1))
    let end = try #require(try degrees.location(along: line, atFraction: 2))
    #expect(start.coordinate == line.coordinates[0])
    #expect(end.coordinate == line.coordinates[line.coordinates.count - 1])
    #expect((start.fraction, end.fraction) == (0, 1))
  }

  @Test("A fraction is of the length on the ground, where degrees and Mercator differ")
  func fractionOfGround() throws {
    // Along a meridian to 60 degrees north; half the length is at 30 degrees in the plane of degrees, too,
    // but an eastward piece of the same degrees is half as long there.
    let line = try Geometry(wkt: "LINESTRING (0 60, 1 60, 1 61)", srid: 4326)
    let corner = try #require(
      try degrees.location(along: line, closestTo: Coordinate(x: 1, y: 60))
    )
    let planar = try #require(try line.linearLocation(closestTo: Coordinate(x: 1, y: 60)))
    #expect(planar.fraction == 0.5)
    #expect(abs(corner.fraction - 55_800 / (55_800 + 111_420)) < 1e-3)
    let mercator = try CoordinateTransformation(
      from: SpatialReference(srid: 4326),
      to: SpatialReference(srid: 3857)
    )
    let ground = try Geodesy(of: SpatialReference(srid: 3857))
    let projected = try mercator.transform(line)
    let same = try #require(
      try ground.location(along: projected, closestTo: projected.coordinates[1])
    )
    #expect(abs(same.fraction - corner.fraction) < 1e-12)
    #expect(same.coordinate == projected.coordinates[1])
  }

  @Test("What Esri answers NaN for has no location; its -1 asks for a place between the ends")
  func tolerance() throws {
    let line = try Geometry(wkt: "LINESTRING (8 48, 8.01 48)", srid: 4326)
    let beside = Coordinate(x: 8.005, y: 48.0001)  // 11 m to the north
    let beyond = Coordinate(x: 8.02, y: 48)
    func location(_ place: Coordinate, _ tolerance: FractionTolerance) throws -> Double? {
      try degrees.location(along: line, closestTo: place, tolerance: tolerance)?.fraction
    }
    #expect(abs((try location(beside, .within(12)) ?? 9) - 0.5) < 1e-6)
    #expect(try location(beside, .within(10)) == nil)
    #expect(try location(beside, .betweenEnds) != nil)
    #expect(try location(beyond, .betweenEnds) == nil)
    #expect(try location(beyond, .unlimited) == 1)
    #expect(try location(Coordinate(x: 7.99, y: 48.0001), .betweenEnds) == nil)
    #expect(try location(Coordinate(x: 8, y: 48), .betweenEnds) == 0)
    #expect(throws: ProjectionError.self) { try location(beside, .within(-1)) }
    #expect(throws: ProjectionError.self) { try location(beside, .within(.nan)) }
    // A closed line has no ends, an empty one no locations, and one of no length its own place alone.
    let closed = try Geometry(wkt: "LINESTRING (8 48, 8.01 48, 8.01 48.01, 8 48)")
    let outside = Coordinate(x: 7.9, y: 47.9)
    #expect(
      try degrees.location(along: closed, closestTo: outside, tolerance: .betweenEnds) != nil
    )
    let empty = try Geometry(wkt: "LINESTRING EMPTY")
    #expect(try degrees.location(along: empty, closestTo: outside) == nil)
    #expect(try degrees.location(along: empty, atFraction: 0.5) == nil)
    #expect(try degrees.point(along: empty, atFraction: 0.5).coordinate == nil)
    let dot = try Geometry(wkt: "LINESTRING (8 48, 8 48)")
    #expect(try degrees.location(along: dot, closestTo: outside, tolerance: .betweenEnds) == nil)
    #expect(
      try degrees.location(along: dot, closestTo: Coordinate(x: 8, y: 48))?.fraction == 0
    )
    #expect(throws: ProjectionError.self) {
      try degrees.location(along: Geometry(wkt: "POINT (8 48)"), closestTo: outside)
    }
  }

  @Test("Z and M are interpolated by the length on the ground, and are a vertex's own there")
  func heights() throws {
    let line = try Geometry(wkt: "LINESTRING ZM (8 48 10 0, 8.01 48 20 nan)", srid: 4326)
    let middle = try degrees.point(along: line, atFraction: 0.25)
    #expect(abs((middle.z ?? 0) - 12.5) < 1e-9)
    #expect(middle.m?.isNaN == true)
    let start = try degrees.point(along: line, atFraction: 0)
    #expect(start.m == 0)
    #expect(start.srid == 4326)
    let dense = try degrees.densified(line, maxSegmentLength: 300)
    #expect(dense.coordinates.count == 4)
    #expect(abs((dense.coordinates.z(at: 1) ?? 0) - 10 - 10.0 / 3) < 1e-9)
    #expect(dense.coordinates.m(at: 0) == 0)
  }

  @Test(
    "Densified lines keep their vertices and lengths, with pieces no longer than asked",
    arguments: 1...20
  )
  func densify(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 2_000)
    let line = try line(&random, size: [0.01, 2, 30][seed % 3])
    let length = try degrees.length(of: line)
    let limit = length / random.double(1...50)
    let dense = try degrees.densified(line, maxSegmentLength: limit)
    #expect(abs(try degrees.length(of: dense) - length) < 1e-6 + 1e-12 * length)
    let places = dense.coordinates
    for index in 1..<places.count {
      #expect(try degrees.distance(from: places[index - 1], to: places[index]) < limit * (1 + 1e-9))
    }
    for vertex in line.coordinates { #expect(places.contains(vertex)) }
    for place in places {
      let distance = try #require(try degrees.distance(from: place, to: line))
      #expect(distance < 1e-6)
    }
  }

  @Test("Areas of a collection are densified too, points stay, and a limit of no length is refused")
  func densifyOthers() throws {
    let mixed = try Geometry(
      wkt: "GEOMETRYCOLLECTION (POINT (0 0), POLYGON ((0 0, 1 0, 0 1, 0 0)), "
        + "MULTIPOLYGON (((5 5, 6 5, 5 6, 5 5))), MULTILINESTRING ((0 0, 0 1)))"
    )
    let dense = try degrees.densified(mixed, maxSegmentLength: 60_000)
    #expect(dense.coordinates.count == 1 + 8 + 8 + 3)
    #expect(abs(try degrees.area(of: dense) - degrees.area(of: mixed)) < 1)
    for limit in [0, -1, .nan, .infinity] {
      #expect(throws: ProjectionError.self) {
        try degrees.densified(mixed, maxSegmentLength: limit)
      }
    }
    #expect(throws: ProjectionError.self) { try degrees.densified(mixed, maxSegmentLength: 1e-9) }
    let empty = try Geometry(wkt: "POLYGON EMPTY")
    #expect(try degrees.densified(empty, maxSegmentLength: 1) == empty)
  }

  @Test("Across the antimeridian new longitudes go on, or jump where those of the line jump")
  func antimeridian() throws {
    let jumping = try Geometry(wkt: "LINESTRING (179 10, -179 10)")
    let running = try Geometry(wkt: "LINESTRING (179 10, 181 10)")
    #expect(abs(try degrees.length(of: jumping) - degrees.length(of: running)) < 1e-6)
    #expect(try degrees.length(of: jumping) < 220_000)
    let jumped = try degrees.densified(jumping, maxSegmentLength: 50_000).coordinates.map(\.x)
    let run = try degrees.densified(running, maxSegmentLength: 50_000).coordinates.map(\.x)
    #expect(jumped.allSatisfy { abs($0) <= 180 })
    #expect(zip(run, run.dropFirst()).allSatisfy { $0 < $1 })
    for (one, other) in zip(jumped, run) { #expect(abs(remainder(one - other, 360)) < 1e-9) }
    let nearest = try #require(
      try degrees.nearestLocation(on: jumping, to: Coordinate(x: 179.999, y: 11))
    )
    #expect(nearest.distance < 112_000)
  }

  @Test("Over a pole the way is the meridian, and areas around it have their size")
  func pole() throws {
    let over = try Geometry(wkt: "LINESTRING (20 89, -160 89)")
    let length = try degrees.length(of: over)
    let north = Coordinate(x: 0, y: 90)
    let toPole = try degrees.distance(from: Coordinate(x: 20, y: 89), to: north)
    #expect(abs(length - 2 * toPole) < 1e-6)
    let middle = try degrees.point(along: over, atFraction: 0.5)
    #expect(abs((middle.coordinate?.y ?? 0) - 90) < 1e-9)
    let cap = try Geometry(wkt: "POLYGON ((0 80, 90 80, 180 80, -90 80, 0 80))")
    #expect(try degrees.distance(from: Coordinate(x: 77, y: 89.9), to: cap) == 0)
    #expect(try degrees.distance(from: Coordinate(x: 77, y: -89.9), to: cap) ?? 0 > 1e7)
    #expect(try degrees.distance(from: Coordinate(x: 45, y: 60), to: cap) ?? 0 > 2e6)
    #expect(throws: ProjectionError.self) { try degrees.buffer(cap, distance: 1_000) }
    #expect(throws: ProjectionError.self) {
      try degrees.buffer(Geometry(wkt: "POINT (30 89.995)"), distance: 1_000)
    }
    let polar = try Geodesy(of: SpatialReference(srid: 3413))
    let around = try polar.buffer(Geometry(wkt: "POINT (100 100)", srid: 3413), distance: 1_000)
    #expect(around.type == .polygon)
    #expect(abs(try polar.area(of: around) / (.pi * 1e6) - 1) < 1e-3)
  }

  @Test("Inside an area the distance is 0, in its hole it is that to the border")
  func inside() throws {
    let area = try Geometry(
      wkt:
        "POLYGON ((8 48, 9 48, 9 49, 8 49, 8 48), (8.4 48.4, 8.6 48.4, 8.6 48.6, 8.4 48.6, 8.4 48.4))"
    )
    #expect(try degrees.distance(from: Coordinate(x: 8.2, y: 48.5), to: area) == 0)
    #expect(try degrees.distance(from: Coordinate(x: 8, y: 48), to: area) == 0)
    let hole = try #require(try degrees.distance(from: Coordinate(x: 8.5, y: 48.5), to: area))
    #expect(abs(hole - 7_387) < 10)
    let outside = try #require(try degrees.distance(from: Coordinate(x: 9.1, y: 48.5), to: area))
    #expect(abs(outside - 7_387) < 10)
    let border = try #require(
      try degrees.nearestLocation(on: area, to: Coordinate(x: 8.41, y: 48.5))
    )
    #expect((border.part, border.segment) == (1, 3))
    #expect(
      try degrees.distance(from: Coordinate(x: 1, y: 1), to: Geometry(wkt: "POINT EMPTY")) == nil
    )
    let many = try Geometry(wkt: "MULTIPOINT (1 1, 8 48, 9 9)")
    #expect(try degrees.nearestLocation(on: many, to: Coordinate(x: 8, y: 47))?.part == 1)
  }

  @Test("There and back by distance and direction is the same place", arguments: 1...20)
  func thereAndBack(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 3_000)
    let ground = try Geodesy(
      of: SpatialReference(srid: [4326, 25832, 2263, 27572, 3857, 2193][seed % 6])
    )
    let area = try #require(ground.reference.areaOfUse)
    let toGround = try CoordinateTransformation(
      from: SpatialReference(srid: 4326),
      to: ground.reference,
      allowingBallpark: true
    )
    let middle = Coordinate(
      x: area.west <= area.east ? (area.west + area.east) / 2 : 175,
      y: (area.south + area.north) / 2
    )
    let start = try toGround.transform(middle)
    for _ in 0..<20 {
      let distance = random.double(0.01...100_000)
      let azimuth = random.double(-180...180)
      let place = try ground.place(from: start, distance: distance, azimuth: azimuth)
      let line = try ground.line(from: start, to: place)
      #expect(abs(line.distance - distance) < 1e-5, "seed \(seed)")
      #expect(abs(remainder(line.startAzimuth - azimuth, 360)) < 1e-8 + 1e-4 / distance)
      let back = try ground.place(from: place, distance: -distance, azimuth: line.endAzimuth)
      #expect(try ground.distance(from: start, to: back) < 1e-5)
    }
  }

  @Test("What is not finite, beyond a pole, or of another system is refused")
  func refusals() throws {
    func code(_ body: () throws -> Void) -> ProjectionError.Code? {
      do { try body() } catch let error { return (error as? ProjectionError)?.code }
      return nil
    }
    let nan = try Geometry(wkt: "LINESTRING (0 0, nan 1, 2 2)")
    #expect(code { _ = try degrees.length(of: nan) } == .invalidArgument)
    #expect(code { _ = try degrees.length(of: Geometry(wkt: "POINT (0 91)")) } == .outsideDomain)
    #expect(
      code { _ = try degrees.length(of: Geometry(wkt: "POINT (0 1)", srid: 25832)) }
        == .mixedReferences
    )
    let place = Coordinate(x: 0, y: 0)
    #expect(
      code { _ = try degrees.place(from: place, distance: .nan, azimuth: 0) } == .invalidArgument
    )
    #expect(
      code { _ = try degrees.place(from: place, distance: 0, azimuth: .infinity) }
        == .invalidArgument
    )
    #expect(
      code { _ = try degrees.distance(from: place, to: Coordinate(x: .nan, y: 0)) }
        == .invalidArgument
    )
    #expect(code { _ = try Geodesy(of: SpatialReference(srid: 4978)) } == .unsupportedReference)
    #expect(code { _ = try Geodesy(of: SpatialReference(srid: 5783)) } == .unsupportedReference)
    let line = try Geometry(wkt: "LINESTRING (0 0, 1 1)")
    #expect(code { _ = try degrees.location(along: line, atFraction: .nan) } == .invalidArgument)
    #expect(code { _ = try degrees.location(along: line, atDistance: .nan) } == .invalidArgument)
    for distance in [Double.nan, .infinity, 3e6] {
      #expect(code { _ = try degrees.buffer(line, distance: distance) } == .invalidArgument)
    }
    for deviation in [0, -1, .nan, 1e-6] {
      #expect(
        code { _ = try degrees.buffer(line, distance: 100, maxDeviation: deviation) }
          == .invalidArgument
      )
    }
  }
}

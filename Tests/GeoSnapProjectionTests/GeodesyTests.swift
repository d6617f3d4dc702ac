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

  private func line(_ random: inout SeededGenerator, size: Double) throws -> Geometry {
    var places = [at(random.double(-180...180), random.double(-80...80))]
    for _ in 0..<random.int(1...6) {
      let last = places[places.count - 1]
      let y = min(max(last.y + random.double(-size...size), -89), 89)
      places.append(at(last.x + random.double(-size...size), y))
    }
    return .lineString(try LineString(CoordinateSequence(places), srid: 4326))
  }

  @Test(
    "The nearest place on a line is nearer than any place sampled on it",
    arguments: seeds(Extent.count(8, long: 40))
  )
  func nearest(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let size = [1e-4, 0.01, 1, 20][Int(seed) % 4]
    let line = try line(&random, size: size)
    let vertex = line.coordinates[0]
    let y = min(max(vertex.y + random.double(-size...size), -89.9), 89.9)
    let place = at(vertex.x + random.double(-size...size), y)
    let found = try #require(try degrees.nearestLocation(on: line, to: place))
    let here = try degrees.distance(from: place, to: found.coordinate)
    #expect(abs(here - found.distance) < 1e-7)
    let length = try degrees.length(of: line)
    let least =
      try (0...2_000).map { step in
        let sample = try degrees.location(along: line, atFraction: Double(step) / 2_000)
        return try degrees.distance(from: place, to: #require(sample).coordinate)
      }.min() ?? 0
    #expect(found.distance <= least + 1e-7, "seed \(seed)")
    #expect(least <= found.distance + length / 4_000 + 1e-7, "seed \(seed)")
  }

  @Test("The point at a fraction has that fraction, and lies on the line", arguments: seeds(40))
  func inverse(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 1_000)
    let line = try line(&random, size: [1e-4, 0.01, 1, 10][Int(seed) % 4])
    // A line may cross itself: then the place has two fractions, and the first one is answered.
    let length = try degrees.length(of: line)
    for _ in 0..<10 {
      let fraction = random.double(0...1)
      let place = try #require(try degrees.point(along: line, atFraction: fraction).coordinate)
      let location = try #require(try degrees.location(along: line, closestTo: place))
      #expect(location.distance < 1e-6, "seed \(seed)")
      #expect(abs(location.fraction - fraction) * length < 1e-4, "seed \(seed) \(fraction)")
      let distance = location.fraction * length
      let again = try #require(try degrees.location(along: line, atDistance: distance))
      #expect(try degrees.distance(from: place, to: again.coordinate) < 1e-4)
    }
    let ends = (line.coordinates[0], line.coordinates[line.coordinates.count - 1])
    for (asked, fraction, end) in [(-1, 0, ends.0), (2, 1, ends.1)]
      as [(Double, Double, Coordinate)]
    {
      let location = try #require(try degrees.location(along: line, atFraction: asked))
      #expect(location.coordinate == end && location.fraction == fraction)
    }
  }

  @Test("A fraction is of the length on the ground, where degrees and Mercator differ")
  func fractionOfGround() throws {
    // An eastward piece at 60 degrees north is half as long as a northward one of the same degrees.
    let line = try Geometry(wkt: "LINESTRING (0 60, 1 60, 1 61)", srid: 4326)
    let corner = try #require(try degrees.location(along: line, closestTo: at(1, 60)))
    #expect(try line.linearLocation(closestTo: at(1, 60))?.fraction == 0.5)
    #expect(abs(corner.fraction - 55_800 / (55_800 + 111_420)) < 1e-3)
    let projected = try transformation(4326, 3857).transform(line)
    let ground = try Geodesy(of: SpatialReference(srid: 3857))
    let same = try ground.location(along: projected, closestTo: projected.coordinates[1])
    #expect(abs((same?.fraction ?? 9) - corner.fraction) < 1e-12)
    #expect(same?.coordinate == projected.coordinates[1])
  }

  @Test("What Esri answers NaN for has no location; its -1 asks for a place between the ends")
  func tolerance() throws {
    func fraction(
      _ wkt: String,
      _ x: Double,
      _ y: Double,
      _ tolerance: FractionTolerance = .unlimited
    ) throws -> Double? {
      let line = try Geometry(wkt: wkt)
      return try degrees.location(along: line, closestTo: at(x, y), tolerance: tolerance)?.fraction
    }
    let line = "LINESTRING (8 48, 8.01 48)"
    // 11 m to the north of its middle.
    #expect(abs((try fraction(line, 8.005, 48.0001, .within(12)) ?? 9) - 0.5) < 1e-6)
    #expect(try fraction(line, 8.005, 48.0001, .within(10)) == nil)
    #expect(try fraction(line, 8.005, 48.0001, .betweenEnds) != nil)
    #expect(try fraction(line, 8.02, 48, .betweenEnds) == nil)
    #expect(try fraction(line, 8.02, 48) == 1)
    #expect(try fraction(line, 7.99, 48.0001, .betweenEnds) == nil)
    #expect(try fraction(line, 8, 48, .betweenEnds) == 0)
    for limit in [-1, .nan] {
      #expect(throws: ProjectionError.self) { try fraction(line, 8, 48, .within(limit)) }
    }
    // A closed line has no ends, an empty one no locations, and one of no length its own place alone.
    let closed = "LINESTRING (8 48, 8.01 48, 8.01 48.01, 8 48)"
    #expect(try fraction(closed, 7.9, 47.9, .betweenEnds) != nil)
    #expect(try fraction("LINESTRING EMPTY", 7.9, 47.9) == nil)
    let empty = try Geometry(wkt: "LINESTRING EMPTY")
    #expect(try degrees.location(along: empty, atFraction: 0.5) == nil)
    #expect(try degrees.point(along: empty, atFraction: 0.5).coordinate == nil)
    #expect(try fraction("LINESTRING (8 48, 8 48)", 7.9, 47.9, .betweenEnds) == nil)
    #expect(try fraction("LINESTRING (8 48, 8 48)", 8, 48) == 0)
    #expect(throws: ProjectionError.self) { try fraction("POINT (8 48)", 7.9, 47.9) }
  }

  @Test("Z and M are interpolated by the length on the ground, and are a vertex's own there")
  func heights() throws {
    let line = try Geometry(wkt: "LINESTRING ZM (8 48 10 0, 8.01 48 20 nan)", srid: 4326)
    let middle = try degrees.point(along: line, atFraction: 0.25)
    #expect(abs((middle.z ?? 0) - 12.5) < 1e-9 && middle.m?.isNaN == true)
    let start = try degrees.point(along: line, atFraction: 0)
    #expect(start.m == 0 && start.srid == 4326)
    let dense = try degrees.densified(line, maxSegmentLength: 300).coordinates
    #expect(dense.count == 4 && dense.m(at: 0) == 0)
    #expect(abs((dense.z(at: 1) ?? 0) - 10 - 10.0 / 3) < 1e-9)
  }

  @Test(
    "Densified lines keep their vertices and lengths, with pieces no longer than asked",
    arguments: seeds(20)
  )
  func densify(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 2_000)
    let line = try line(&random, size: [0.01, 2, 30][Int(seed) % 3])
    let length = try degrees.length(of: line)
    let limit = length / random.double(1...50)
    let dense = try degrees.densified(line, maxSegmentLength: limit)
    #expect(abs(try degrees.length(of: dense) - length) < 1e-6 + 1e-12 * length)
    let places = dense.coordinates
    for (one, other) in zip(places, places.dropFirst()) {
      #expect(try degrees.distance(from: one, to: other) < limit * (1 + 1e-9))
    }
    #expect(line.coordinates.allSatisfy { places.contains($0) })
    for place in places { #expect(try degrees.distance(from: place, to: line) ?? 1 < 1e-6) }
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
    for limit in [0, -1, .nan, .infinity, 1e-9] {
      #expect(throws: ProjectionError.self) {
        try degrees.densified(mixed, maxSegmentLength: limit)
      }
    }
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
    #expect(zip(jumped, run).allSatisfy { abs(remainder($0 - $1, 360)) < 1e-9 })
    let nearest = try degrees.nearestLocation(on: jumping, to: at(179.999, 11))
    #expect(nearest?.distance ?? .infinity < 112_000)
  }

  @Test("Over a pole the way is the meridian, and areas around it have their size")
  func pole() throws {
    let over = try Geometry(wkt: "LINESTRING (20 89, -160 89)")
    let toPole = try degrees.distance(from: at(20, 89), to: at(0, 90))
    #expect(abs(try degrees.length(of: over) - 2 * toPole) < 1e-6)
    let middle = try degrees.point(along: over, atFraction: 0.5)
    #expect(abs((middle.coordinate?.y ?? 0) - 90) < 1e-9)
    let cap = try Geometry(wkt: "POLYGON ((0 80, 90 80, 180 80, -90 80, 0 80))")
    #expect(try degrees.distance(from: at(77, 89.9), to: cap) == 0)
    #expect(try degrees.distance(from: at(77, -89.9), to: cap) ?? 0 > 1e7)
    #expect(try degrees.distance(from: at(45, 60), to: cap) ?? 0 > 2e6)
    for geometry in [cap, try Geometry(wkt: "POINT (30 89.995)")] {
      #expect(throws: ProjectionError.self) { try degrees.buffer(geometry, distance: 1_000) }
    }
    let polar = try Geodesy(of: SpatialReference(srid: 3413))
    let around = try polar.buffer(Geometry(wkt: "POINT (100 100)", srid: 3413), distance: 1_000)
    #expect(around.type == .polygon)
    #expect(abs(try polar.area(of: around) / (.pi * 1e6) - 1) < 1e-3)
  }

  @Test("Inside an area the distance is 0, in its hole it is that to the border")
  func inside() throws {
    let area = try Geometry(
      wkt: "POLYGON ((8 48, 9 48, 9 49, 8 49, 8 48), "
        + "(8.4 48.4, 8.6 48.4, 8.6 48.6, 8.4 48.6, 8.4 48.4))"
    )
    // Inside, on a corner, in the hole, outside.
    let places = [(8.2, 48.5, 0), (8, 48, 0), (8.5, 48.5, 7_387), (9.1, 48.5, 7_387.0)]
    for (x, y, distance) in places {
      let found = try #require(try degrees.distance(from: at(x, y), to: area))
      #expect(distance == 0 ? found == 0 : abs(found - distance) < 10, "\(x) \(y)")
    }
    let border = try degrees.nearestLocation(on: area, to: at(8.41, 48.5))
    #expect(border?.part == 1 && border?.segment == 3)
    #expect(try degrees.distance(from: at(1, 1), to: Geometry(wkt: "POINT EMPTY")) == nil)
    let many = try Geometry(wkt: "MULTIPOINT (1 1, 8 48, 9 9)")
    #expect(try degrees.nearestLocation(on: many, to: at(8, 47))?.part == 1)
  }

  @Test("There and back by distance and direction is the same place", arguments: seeds(20))
  func thereAndBack(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 3_000)
    let systems: [SRID] = [4326, 25832, 2263, 27572, 3857, 2193]
    let ground = try Geodesy(of: SpatialReference(srid: systems[Int(seed) % 6]))
    let area = try #require(ground.reference.areaOfUse)
    let toGround = try CoordinateTransformation(
      from: SpatialReference(srid: 4326),
      to: ground.reference,
      allowingBallpark: true
    )
    let start = try toGround.transform(area.middle)
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
    let (place, line) = (at(0, 0), try Geometry(wkt: "LINESTRING (0 0, 1 1)"))
    func length(_ wkt: String, _ srid: SRID? = nil) -> ProjectionError.Code? {
      code { try degrees.length(of: Geometry(wkt: wkt, srid: srid)) }
    }
    #expect(length("LINESTRING (0 0, nan 1, 2 2)") == .invalidArgument)
    #expect(length("POINT (0 91)") == .outsideDomain)
    #expect(length("POINT (0 1)", 25832) == .mixedReferences)
    for srid in [4978, 5783] as [SRID] {
      #expect(code { try Geodesy(of: SpatialReference(srid: srid)) } == .unsupportedReference)
    }
    let calls: [() throws -> Any?] = [
      { try degrees.place(from: place, distance: .nan, azimuth: 0) },
      { try degrees.place(from: place, distance: 0, azimuth: .infinity) },
      { try degrees.distance(from: place, to: at(.nan, 0)) },
      { try degrees.location(along: line, atFraction: .nan) },
      { try degrees.location(along: line, atDistance: .nan) },
    ]
    for (number, call) in calls.enumerated() {
      #expect(code(call) == .invalidArgument, "\(number)")
    }
    for distance in [Double.nan, .infinity, 3e6] {
      #expect(code { try degrees.buffer(line, distance: distance) } == .invalidArgument)
    }
    for deviation in [0, -1, .nan, 1e-6] {
      let found = code { try degrees.buffer(line, distance: 100, maxDeviation: deviation) }
      #expect(found == .invalidArgument, "\(deviation)")
    }
  }
}

extension AreaOfUse {
  /// A place in its middle; at 175 degrees east where it reaches across the antimeridian.
  var middle: Coordinate { at(west <= east ? (west + east) / 2 : 175, (south + north) / 2) }
}

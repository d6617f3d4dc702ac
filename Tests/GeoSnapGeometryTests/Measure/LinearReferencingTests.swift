import GeoSnap
import GeoSnapTestSupport
import Testing

struct LinearReferencingTests {
  @Test("Fractions agree with GEOS's projection", arguments: seeds(12))
  func agreesWithGEOS(seed: UInt64) throws {
    let geos = try GEOSOracle()
    let isGrid = seed.isMultiple(of: 2)
    // Small coordinates make the allowance strict, large ones cost digits.
    let isFar = seed % 4 < 2
    var random = RandomGeometry(
      seed: seed,
      center: isFar ? Coordinate(x: 3_417_460.25, y: 5_369_562.5) : Coordinate(x: 0, y: 0),
      radius: isGrid ? 8 : isFar ? 100 : 5_000,
      isGrid: isGrid,
      allowsEmpty: false
    )
    var ties = 0
    for _ in 0..<400 {
      let line: Geometry =
        random.generator.oneIn(2)
        ? .lineString(try random.line(hasZ: random.generator.oneIn(2)))
        : .multiLineString(try random.multiLine())
      let length = line.length
      let largest = line.coordinates.ordinates.reduce(0) { max($0, $1.magnitude) }
      let allowed = 1e-9 * max(length, largest)
      let place = random.coordinate()
      let location = try #require(try line.linearLocation(closestTo: place))
      #expect((0...1).contains(location.fraction))
      #expect((length - (try geos.length(line))).magnitude <= allowed)

      let point = Geometry.point(Point(place))
      #expect((location.distance - (try geos.distance(line, point))).magnitude <= allowed)
      #expect((location.coordinate.distance(to: place) - location.distance).magnitude <= allowed)

      let projected = try geos.project(line, place)
      if (location.fraction * length - projected).magnitude > allowed {
        // Of places equally close, rounding may make GEOS choose another than the first.
        let theirs = try geos.interpolate(line, projected)
        #expect(
          (theirs.distance(to: place) - location.distance).magnitude <= allowed,
          "seed \(seed): \(line.wkt) \(place)"
        )
        ties += 1
      }

      let fraction = random.generator.double(0...1)
      let at = try #require(try line.linearLocation(atFraction: fraction))
      let interpolated = try geos.interpolate(line, fraction * length)
      #expect(
        at.coordinate.distance(to: interpolated) <= allowed,
        "seed \(seed): \(line.wkt) \(fraction)"
      )
      #expect((at.fraction - fraction).magnitude <= 1e-12 || length == 0)
    }
    #expect(ties <= (isGrid ? 40 : 0))
  }

  @Test("A tie is won by the first segment")
  func ties() throws {
    let line = try Geometry(wkt: "LINESTRING (0 0, 4 0, 4 4, 0 4)")
    let middle = try #require(try line.linearLocation(closestTo: Coordinate(x: 2, y: 2)))
    #expect(middle.segment == 0)
    #expect(middle.fraction == 2.0 / 12)
    let corner = try #require(try line.linearLocation(closestTo: Coordinate(x: 5, y: -1)))
    #expect(corner.segment == 0)
    #expect(corner.segmentFraction == 1)
    #expect(corner.coordinate == Coordinate(x: 4, y: 0))
    let parts = try Geometry(wkt: "MULTILINESTRING ((0 1, 4 1), (0 -1, 4 -1))")
    let between = try #require(try parts.linearLocation(closestTo: Coordinate(x: 1, y: 0)))
    #expect(between.part == 0)
    #expect(between.fraction == 0.125)
  }

  static let tolerances: [(wkt: String, x: Double, y: Double, FractionTolerance, Double?)] = [
    ("LINESTRING (0 0, 10 0)", 5, 3, .within(3), 0.5),
    ("LINESTRING (0 0, 10 0)", 5, 3, .within(2.999), nil),
    ("LINESTRING (0 0, 10 0)", 5, 0, .within(0), 0.5),
    ("LINESTRING (0 0, 10 0)", -3, 4, .within(5), 0),
    ("LINESTRING (0 0, 10 0)", -3, 4, .unlimited, 0),
    ("LINESTRING (0 0, 10 0)", 1e9, 4, .unlimited, 1),
    ("LINESTRING (0 0, 10 0)", 5, 1e6, .betweenEnds, 0.5),
    ("LINESTRING (0 0, 10 0)", -0.001, 4, .betweenEnds, nil),
    ("LINESTRING (0 0, 10 0)", 0, 4, .betweenEnds, 0),
    ("LINESTRING (0 0, 10 0)", 10, -4, .betweenEnds, 1),
    ("LINESTRING (0 0, 10 0)", 10.001, -4, .betweenEnds, nil),
    // An inner vertex is closest: between the ends, however far off.
    ("LINESTRING (0 0, 10 0, 10 10)", 20, -10, .betweenEnds, 0.5),
    // Repeated vertices at the ends change nothing.
    ("LINESTRING (0 0, 0 0, 10 0, 10 0)", -1, 1, .betweenEnds, nil),
    ("LINESTRING (0 0, 0 0, 10 0, 10 0)", 11, 1, .betweenEnds, nil),
    ("LINESTRING (0 0, 0 0, 10 0, 10 0)", 10, 1, .betweenEnds, 1),
    // A closed line has no ends.
    ("LINESTRING (0 0, 10 0, 10 10, 0 0)", -5, -5, .betweenEnds, 0),
    // The gap between parts is within the line, what lies before and after them is not.
    ("MULTILINESTRING ((0 0, 10 0), (20 0, 30 0))", 14, 0, .betweenEnds, 0.5),
    ("MULTILINESTRING ((0 0, 10 0), (20 0, 30 0))", 16, 0, .betweenEnds, 0.5),
    ("MULTILINESTRING ((0 0, 10 0), (20 0, 30 0))", -1, 0, .betweenEnds, nil),
    ("MULTILINESTRING ((0 0, 10 0), (20 0, 30 0))", 31, 0, .betweenEnds, nil),
    ("LINESTRING (3 3, 3 3)", 5, 3, .unlimited, 0), ("LINESTRING (3 3, 3 3)", 5, 3, .within(2), 0),
    ("LINESTRING (3 3, 3 3)", 5, 3, .betweenEnds, nil),
    ("LINESTRING (3 3, 3 3)", 3, 3, .betweenEnds, 0), ("LINESTRING EMPTY", 3, 3, .unlimited, nil),
    ("MULTILINESTRING EMPTY", 3, 3, .unlimited, nil),
    ("LINESTRING (0 0, 10 0)", .nan, 0, .unlimited, nil),
    ("LINESTRING (0 0, 10 0)", .infinity, 0, .unlimited, nil),
  ]

  @Test("A tolerance says which places have a location along the line", arguments: tolerances)
  func tolerance(_ row: (wkt: String, x: Double, y: Double, FractionTolerance, Double?)) throws {
    let line = try Geometry(wkt: row.wkt)
    let location = try line.linearLocation(
      closestTo: Coordinate(x: row.x, y: row.y),
      tolerance: row.3
    )
    #expect(location?.fraction == row.4)
  }

  @Test("Where one part ends, a fraction answers that end and not the next start")
  func partBoundary() throws {
    let line = try Geometry(wkt: "MULTILINESTRING ((0 0, 10 0), (20 0, 30 0))")
    let location = try #require(try line.linearLocation(atFraction: 0.5))
    #expect(location.coordinate == Coordinate(x: 10, y: 0))
    #expect(location.part == 0)
    #expect(location.segmentFraction == 1)
    let beyond = try #require(try line.linearLocation(atFraction: 0.75))
    #expect(beyond.part == 1)
    #expect(beyond.coordinate == Coordinate(x: 25, y: 0))
  }

  @Test(
    "Fractions and distances outside the line are clamped to its ends, exactly",
    arguments: seeds(5)
  )
  func clamping(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsEmpty: false)
    for _ in 0..<100 {
      let line = Geometry.lineString(try random.line(hasZ: true))
      let first = line.coordinates[0]
      let last = line.coordinates[line.coordinates.count - 1]
      for low in [-0.0, -1, -Double.infinity] {
        #expect(try line.linearLocation(atFraction: low)?.coordinate == first)
        #expect(try line.linearLocation(atDistance: low)?.coordinate == first)
      }
      for high in [1, 2, Double.infinity] {
        #expect(try line.linearLocation(atFraction: high)?.coordinate == last)
      }
      #expect(try line.linearLocation(atDistance: line.length)?.coordinate == last)
      #expect(try line.linearLocation(atDistance: .infinity)?.fraction == 1)
    }
  }

  @Test("Z is interpolated along the segment and exact at vertices")
  func height() throws {
    let line = try Geometry(wkt: "SRID=25832;LINESTRING Z (0 0 100, 10 0 200, 10 10 0)")
    #expect(try line.point(atFraction: 0.25) == Point(x: 5, y: 0, z: 150, srid: 25_832))
    #expect(try line.point(atFraction: 0.5) == Point(x: 10, y: 0, z: 200, srid: 25_832))
    #expect(try line.linearLocation(closestTo: Coordinate(x: 99, y: 5))?.z == 100)
    #expect(try line.removingZ().point(atFraction: 0.25).z == nil)
  }

  @Test("A line of zero length has all its fractions at one place")
  func zeroLength() throws {
    let line = try Geometry(wkt: "LINESTRING Z (3 4 5, 3 4 6)")
    for fraction in [0, 0.5, 1] {
      let location = try #require(try line.linearLocation(atFraction: fraction))
      #expect(location.coordinate == Coordinate(x: 3, y: 4))
      #expect(location.fraction == 0)
    }
  }

  @Test("What has no answer is refused, and emptiness answers nothing")
  func refusals() throws {
    let line = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
    let origin = Coordinate(x: 0, y: 0)
    let polygon = try Geometry(wkt: "POLYGON ((0 0, 1 0, 0 1, 0 0))")
    let broken = try Geometry(wkt: "LINESTRING (0 0, nan 0)")
    func far(_ limit: Double) throws -> LinearLocation? {
      try line.linearLocation(closestTo: origin, tolerance: .within(limit))
    }
    let refused: [(GeometryError.Code, () throws -> LinearLocation?)] = [
      (.invalidArgument, { try line.linearLocation(atFraction: .nan) }),
      (.invalidArgument, { try line.linearLocation(atDistance: .nan) }),
      (.invalidArgument, { try far(-1) }), (.invalidArgument, { try far(-0.001) }),
      (.invalidArgument, { try far(.nan) }),
      (.unsupportedType, { try polygon.linearLocation(closestTo: origin) }),
      (.nonFiniteOrdinate, { try broken.linearLocation(closestTo: origin) }),
    ]
    for (code, body) in refused {
      let error = #expect(throws: GeometryError.self) { _ = try body() }
      #expect(error?.code == code)
    }
    let empty = try Geometry(wkt: "LINESTRING EMPTY", srid: 25_832)
    #expect(try empty.linearLocation(atFraction: 0.5) == nil)
    #expect(try empty.point(atFraction: 0.5) == Point(emptyIn: 25_832))
  }
}

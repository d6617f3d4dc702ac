import GeoSnap
import GeoSnapTestSupport
import Testing

struct GeometryTests {
  @Test("Values that no geometry has are refused with the reason")
  func refusals() throws {
    let one: CoordinateSequence = [Coordinate(x: 1, y: 2)]
    let open: CoordinateSequence = [
      Coordinate(x: 0, y: 0), Coordinate(x: 1, y: 0), Coordinate(x: 0, y: 1),
      Coordinate(x: 9, y: 9),
    ]
    let flat: CoordinateSequence = [Coordinate(x: 0, y: 0), Coordinate(x: 1, y: 0)]
    let high = CoordinateSequence(trusted: [0, 0, 1, 1, 1, 1], dimensions: .xyz)
    let here = Geometry.point(Point(x: 0, y: 0, srid: 1))
    let there = Geometry.point(Point(x: 0, y: 0, srid: 2))
    let refused: [(GeometryError.Code, () throws -> Any)] = [
      (.tooFewCoordinates, { try LineString(one) }),
      (.tooFewCoordinates, { try MultiLineString(parts: [flat, one]) }),
      (.mixedDimensions, { try MultiLineString(parts: [flat, high]) }),
      (.ringNotClosed, { try Polygon(rings: [open]) }),
      (.tooFewCoordinates, { try Polygon(rings: [flat]) }),
      (.mixedSpatialReferences, { try GeometryCollection([here, there]) }),
    ]
    for (code, body) in refused {
      let error = #expect(throws: GeometryError.self) { _ = try body() }
      #expect(error?.code == code)
    }
    #expect(try GeometryCollection([here]).srid == 1)
  }

  @Test("Paths cover each coordinate once, in stored order", arguments: seeds(10))
  func paths(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsMeasures: true)
    for _ in 0..<100 {
      let geometry = try random.geometry()
      let paths = geometry.paths
      #expect(paths.map(\.part) == Array(0..<paths.count))
      #expect(paths.allSatisfy { !$0.isEmpty })
      let walked = paths.flatMap { path in (0..<path.count).map { path[$0] } }
      #expect(walked == Array(geometry.coordinates), "seed \(seed)")
      #expect(geometry.isEmpty == walked.isEmpty)
      let envelope = geometry.envelope
      #expect((envelope == nil) == walked.isEmpty)
      #expect(envelope?.minX == walked.map(\.x).min())
      #expect(envelope?.minY == walked.map(\.y).min())
      #expect(envelope?.maxX == walked.map(\.x).max())
      #expect(envelope?.maxY == walked.map(\.y).max())
    }
  }

  @Test("Combined envelopes hold what each holds, and nothing holds nothing")
  func combinedEnvelopes() {
    let left = Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
    let right = Envelope(minX: 5, minY: -2, maxX: 6, maxY: 0)
    #expect(
      Envelope.combining([left, nil, right]) == Envelope(minX: 0, minY: -2, maxX: 6, maxY: 1)
    )
    #expect(Envelope.combining([nil, nil]) == nil)
    #expect(Envelope.combining([]) == nil)
  }

  @Test(
    "A segment's distance and fraction agree with the place they stand for",
    arguments: seeds(5)
  )
  func segments(seed: UInt64) {
    var random = RandomGeometry(seed: seed, isGrid: seed.isMultiple(of: 2))
    for _ in 0..<2_000 {
      let start = random.coordinate()
      let segment = Segment(start, random.generator.oneIn(10) ? start : random.coordinate())
      let place = random.coordinate()
      let fraction = segment.fraction(closestTo: place)
      let closest = segment.coordinate(atFraction: fraction)
      let distance = segment.squaredDistance(to: place).squareRoot()
      #expect((closest.distance(to: place) - distance).magnitude <= 1e-8, "seed \(seed)")
      // No place on the segment is closer.
      for step in 0...20 {
        let other = segment.coordinate(atFraction: Double(step) / 20)
        #expect(other.distance(to: place) >= distance - 1e-8, "seed \(seed)")
      }
    }
  }

  @Test("The finite ones are told from the others, Z included")
  func finiteness() throws {
    #expect(try Geometry(wkt: "LINESTRING (0 0, 1 1)").isFinite)
    #expect(try Geometry(wkt: "POINT EMPTY").isFinite)
    #expect(try Geometry(wkt: "POINT Z (0 0 nan)").isFinite == false)
    #expect(try Geometry(wkt: "GEOMETRYCOLLECTION (POINT (0 0), POINT (0 inf))").isFinite == false)
  }
}

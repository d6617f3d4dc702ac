import GeoSnap
import GeoSnapIndex
import GeoSnapOperations
import GeoSnapTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What single geometries become stands in Tests/Transcripts/Operations.
@Suite("Shapes, moves and repairs")
struct ShapeTests {
  @Test(
    "Areas of random polygons are GEOS's, holes taken off, far from the origin too",
    arguments: seeds(5)
  )
  func area(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed)
    for _ in 0..<100 {
      let area = Geometry.polygon(try random.polygon())
      let near = try area.moved(dx: -random.center.x, dy: -random.center.y)
      #expect((area.area - near.area).magnitude <= 1e-6 * (1 + area.area), "seed \(seed)")
      #expect((area.area - area.reversed().area).magnitude <= 1e-12 * area.area)
      #expect((area.isEmpty ? 0 : 1) == (area.area > 0 ? 1 : 0))
    }
  }

  @Test("Sine and cosine are the C library's within a few ulps, and exact at right angles")
  func sines() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let degrees = generator.double(-180...180)
      let (sine, cosine) = sineAndCosine(degrees: degrees)
      let radians = degrees * .pi / 180
      #expect((sine - sin(radians)).magnitude < 1e-15, "\(degrees)")
      #expect((cosine - cos(radians)).magnitude < 1e-15, "\(degrees)")
    }
    for (quarters, sine, cosine) in [(0, 0.0, 1.0), (1, 1, 0), (2, 0, -1), (3, -1, 0), (-1, -1, 0)]
    {
      #expect(sineAndCosine(degrees: Double(quarters) * 90) == (sine, cosine))
      #expect(sineAndCosine(degrees: Double(quarters + 400) * 90) == (sine, cosine))
    }
    #expect((sineAndCosine(degrees: 30).sine - 0.5).magnitude < 1e-16)
  }

  @Test("Circles around and inside hold what they should", arguments: seeds(5))
  func circles(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsEmpty: false)
    for _ in 0..<20 {
      let area = Geometry.polygon(try random.polygon())
      let around = try #require(try area.minimumBoundingCircle())
      for place in area.coordinates {
        #expect(around.center.distance(to: place) <= around.radius * (1 + 1e-9))
      }
      let inside = try #require(try area.maximumInscribedCircle())
      #expect(area.areaContains(inside.center))
      let border = try #require(area.nearestBoundaryCoordinate(to: inside.center))
      #expect(border.distance == inside.radius)
      let label = try #require(try area.labelPoint().coordinate)
      #expect(area.areaContains(label))
    }
  }

  @Test("A very long strip has the largest circle where it is to be", .long)
  func inscribedInStrip() throws {
    let strip = try wkt("POLYGON ((0 0, 0 0.001, 100000 0.001, 100000 0, 0 0))")
    #expect((try #require(try strip.maximumInscribedCircle()).radius - 0.0005).magnitude < 1e-5)
  }

  @Test("A square and a ring have the largest circle where it is to be")
  func inscribed() throws {
    let square = try wkt("POLYGON ((0 0, 0 10, 10 10, 10 0, 0 0))")
    let circle = try #require(try square.maximumInscribedCircle(tolerance: 1e-6))
    #expect((circle.radius - 5).magnitude <= 1e-6)
    #expect(circle.center.distance(to: c(5, 5)) < 1e-3)
    let holed = try wkt("POLYGON ((0 0, 0 20, 10 20, 10 0, 0 0), (4 4, 4 5, 6 5, 6 4, 4 4))")
    let room = try #require(try holed.maximumInscribedCircle(tolerance: 1e-6))
    #expect((room.radius - 5).magnitude < 1e-5)
    #expect(room.center.y >= 10)
    #expect(try wkt("POLYGON ((0 0, 1 1, 2 2, 0 0))").maximumInscribedCircle() == nil)
  }

  @Test("Thinning keeps every vertex within the deviation of what remains", arguments: seeds(10))
  func generalize(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsMeasures: true)
    for _ in 0..<40 {
      let line = Geometry.lineString(try random.line(hasZ: true, hasM: true))
      let deviation = random.generator.double(0...80)
      let thin = try line.generalized(maxDeviation: deviation)
      #expect(thin.coordinates.count <= line.coordinates.count)
      for place in line.coordinates {
        let away = try #require(thin.distance(to: place))
        #expect(away <= deviation + 1e-9, "seed \(seed): \(line.wkt)")
      }
      #expect(thin.coordinates.first == line.coordinates.first)
      #expect(thin.coordinates.last == line.coordinates.last)
    }
  }

  @Test(
    "Simplifying makes any area simple, and doing it again changes nothing",
    arguments: seeds(10)
  )
  func simplify(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, radius: 5, isGrid: seed.isMultiple(of: 2))
    for _ in 0..<60 {
      let tangled = Geometry.polygon(try random.tangledPolygon())
      let simple = try tangled.simplified()
      #expect(try simple.isSimple(), "seed \(seed): \(tangled.wkt)")
      #expect(try simple.simplified() == simple)
      #expect(try simple.isValid)
      #expect(try tangled.simplicityProblem() == nil ? simple == tangled : true)
    }
  }

  @Test("A one-sided buffer covers its side only")
  func oneSided() throws {
    let line = try wkt("LINESTRING (0 0, 10 0, 10 10)")
    let left = try line.buffer(distance: 1, style: BufferStyle(side: .left))
    let right = try line.buffer(distance: 1, style: BufferStyle(side: .right))
    #expect(left.area == 19)
    #expect((right.area - 20 - .pi / 4).magnitude < 0.02)
    #expect(left.areaContains(c(5, 0.5)))
    #expect(right.areaContains(c(5, -0.5)))
  }

  @Test("Overlay on a grid puts every ordinate on it")
  func grid() throws {
    let one = try wkt("POLYGON ((0.4 0.4, 0.4 9.6, 9.6 9.6, 9.6 0.4, 0.4 0.4))")
    let other = try wkt("POLYGON ((5.2 5.2, 5.2 15, 15 15, 15 5.2, 5.2 5.2))")
    for result in [
      try one.union(other, gridSize: 1), try one.intersection(other, gridSize: 1),
      try one.difference(other, gridSize: 1), try one.symmetricDifference(other, gridSize: 1),
      try one.unaryUnion(gridSize: 1), try one.rounded(toGrid: 1),
    ] {
      for place in result.coordinates {
        #expect(place.x == place.x.rounded() && place.y == place.y.rounded())
      }
    }
    // What is divided by 1e-300 may be no number any more.
    for size in [0, -1, 1e-300, .infinity, .nan] {
      refuses(.invalidArgument) { _ = try one.union(other, gridSize: size) }
    }
  }

  @Test("Sets of random geometries obey their laws, collections too", arguments: seeds(10))
  func sets(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, radius: 20)
    for _ in 0..<20 {
      func geometry() throws -> Geometry {
        let geometry = try random.geometry().removingZAndM()
        return try geometry.isValid ? geometry : geometry.repaired()
      }
      let one = try geometry()
      let other = try geometry()
      let note = "seed \(seed): \(one.wkt) \(other.wkt)"
      let union = try one.union(other)
      let shared = try one.intersection(other, convention: .ogc)
      let parts = [(try one.difference(other)), (try other.difference(one)), shared]
      let areaOfOne = try one.unaryUnion().area
      let areaOfOther = try other.unaryUnion().area
      #expect(
        (union.area + shared.area - areaOfOne - areaOfOther).magnitude <= 1e-6 * (1 + union.area),
        "\(note)"
      )
      let pieces = try parts.map { try $0.unaryUnion().area }.reduce(0, +)
      #expect((pieces - union.area).magnitude <= 1e-6 * (1 + union.area), "\(note)")
      let changed = try one.symmetricDifference(other)
      #expect(
        (changed.area + shared.area - union.area).magnitude <= 1e-6 * (1 + union.area),
        "\(note)"
      )
    }
  }

  @Test("Arguments out of range are refused with what to give instead")
  func arguments() throws {
    let line = try wkt("LINESTRING (0 0, 10 0)")
    for refused in [
      { _ = try line.densified(maxSegmentLength: 0) },
      { _ = try line.densified(maxSegmentLength: 1e-9) },
      { _ = try line.generalized(maxDeviation: -1) }, { _ = try line.concaveHull(ratio: 2) },
      { _ = try line.snapped(to: line, tolerance: .nan) },
      { _ = try line.substring(from: .nan, to: 1) }, { _ = try line.rounded(toGrid: -1) },
      { _ = try line.isWithin(distance: -1, of: line) },
      { _ = try line.hausdorffDistance(to: line, densifyFraction: 0) },
      { _ = try line.offset(distance: .infinity) }, { _ = try line.moved(dx: .nan, dy: 0) },
    ] as [() throws -> Void] {
      let error = #expect(throws: GeometryError.self) { try refused() }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test(
    "A ring that is one place, where its buffer is hardly more than rounding, is buffered once",
    arguments: [1e-9, 2.5e-9, 5e-9, 1e-8, 1]
  )
  func ringOfOnePlace(distance: Double) throws {
    let place = c(3_417_460.25, 5_369_562.5)
    let ring = CoordinateSequence(Array(repeating: place, count: 9))
    let pair = try MultiLineString(parts: [ring, ring])
    for line in [Geometry.lineString(try LineString(ring)), .multiLineString(pair)] {
      let envelope = try #require(try line.buffer(distance: distance).envelope)
      #expect(envelope.contains(place))
      #expect(max(envelope.width, envelope.height) <= 2 * distance + 4 * place.y.ulp)
    }
  }

  @Test(
    "The buffer of a line that ends where it starts is that of its segments",
    arguments: seeds(8)
  )
  func ringBuffers(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, radius: 10, isGrid: seed % 2 == 0, allowsEmpty: false)
    for _ in 0..<40 {
      var path = random.path(random.generator.int(2...8), hasZ: false)
      try path.append(contentsOf: [path[0]])
      let ring = try Geometry.lineString(LineString(path))
      // Beside another line, too.
      let other = random.path(2, hasZ: false)
      let lines = try Geometry.multiLineString(MultiLineString(parts: [path, other]))
      let distance = random.generator.double(0.5...20)
      for line in [ring, lines] {
        let buffer = try line.buffer(distance: distance)
        let segments = try line.paths.flatMap { path in
          try (1..<path.count).map { index in
            try Geometry.lineString(LineString([path[index - 1], path[index]]))
              .buffer(distance: distance)
          }
        }
        let whole = try Geometry.union(of: segments)
        #expect(
          try buffer.symmetricDifference(whole).area < 0.02 * whole.area,
          "seed \(seed): \(line.wkt) \(distance)"
        )
      }
    }
  }
  @Test("A stretch along the antimeridian is kept once")
  func antimeridian() throws {
    let route = try Geometry(wkt: "LINESTRING Z (170 0 1, 180 0 2, 180 10 3, 190 10 4)")
    #expect(try route.normalizingCentralMeridian().length == route.length)
    let rounded = try Geometry(
      wkt: "LINESTRING (-50112525 0, -60112525.02836773 1, -60112525.02836773 5, -70112525 6)"
    )
    let folded = try rounded.normalizingCentralMeridian(worldWidth: 40_075_016.685_578_49)
    #expect((folded.length - rounded.length).magnitude < 1e-6)
  }
  @Test("A thinned ring deviates no more at its first vertex than elsewhere")
  func thinnedRing() throws {
    let ring = "POLYGON ((0 0.9, 10 0, 10 -20, -10 -20, -10 0, -5 1.3, 0 0.9))"
    let thin = try Geometry(wkt: ring).generalized(maxDeviation: 1)
    #expect(try #require(thin.nearestBoundaryCoordinate(to: c(-5, 1.3))).distance <= 1)
  }
}

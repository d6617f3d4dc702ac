import GeoSnap
import GeoSnapTestSupport
import Testing

/// The loops over ordinates against the same sums and searches over segments, bit for bit.
struct PathScanTests {
  @Test(
    "The nearest place is that of the first segment with the least distance",
    arguments: seeds(12)
  )
  func nearest(seed: UInt64) throws {
    var random = PathScanTests.random(seed)
    for _ in 0..<300 {
      let geometry = try random.geometry()
      let place = random.coordinate()
      var expected: (path: GeometryPath, index: Int, square: Double)?
      for path in geometry.paths {
        for index in 0..<max(path.count - 1, 1) {
          let square = PathScanTests.segment(path, index).squaredDistance(to: place)
          if square < expected?.square ?? .infinity { expected = (path, index, square) }
        }
      }
      let nearest = geometry.nearestBoundaryCoordinate(to: place)
      #expect((nearest == nil) == (expected == nil), "seed \(seed): \(geometry.wkt)")
      guard let nearest, let expected else { continue }
      let segment = PathScanTests.segment(expected.path, expected.index)
      let fraction = segment.fraction(closestTo: place)
      #expect(nearest.part == expected.path.part, "seed \(seed): \(geometry.wkt) \(place)")
      #expect(nearest.index == expected.index, "seed \(seed): \(geometry.wkt) \(place)")
      #expect(nearest.distance == expected.square.squareRoot())
      #expect(nearest.fraction == fraction)
      #expect(nearest.coordinate == segment.coordinate(atFraction: fraction))
      #expect((nearest.z == nil) == (expected.path.z(at: 0) == nil))
      #expect((nearest.m == nil) == (expected.path.m(at: 0) == nil))
      if !geometry.areaContains(place) {
        let distance = try #require(geometry.distance(to: place))
        #expect((distance - nearest.distance).magnitude <= 1e-12 * max(distance, 100))
      }
    }
  }

  @Test("The location along a line adds up the segments before it", arguments: seeds(12))
  func location(seed: UInt64) throws {
    var random = PathScanTests.random(seed)
    var compared = 0
    while compared < 200 {
      let geometry = try random.geometry()
      let place = random.coordinate()
      guard geometry.type == .lineString || geometry.type == .multiLineString else { continue }
      compared += 1
      var length = 0.0
      var expected: (path: GeometryPath, index: Int, square: Double, before: Double)?
      for path in geometry.paths {
        for index in 0..<path.count - 1 {
          let segment = PathScanTests.segment(path, index)
          let square = segment.squaredDistance(to: place)
          if square < expected?.square ?? .infinity { expected = (path, index, square, length) }
          length += segment.length
        }
      }
      #expect(geometry.length == length)
      let location = try geometry.linearLocation(closestTo: place)
      #expect((location == nil) == (expected == nil), "seed \(seed): \(geometry.wkt)")
      #expect(try geometry.fraction(closestTo: place) == location?.fraction)
      guard let location, let expected else { continue }
      let segment = PathScanTests.segment(expected.path, expected.index)
      let fraction = segment.fraction(closestTo: place)
      let along = expected.before + fraction * segment.length
      #expect(location.part == expected.path.part, "seed \(seed): \(geometry.wkt) \(place)")
      #expect(location.segment == expected.index, "seed \(seed): \(geometry.wkt) \(place)")
      #expect(location.segmentFraction == fraction)
      #expect(location.fraction == (length > 0 ? min(along / length, 1) : 0))
      #expect(location.distance == expected.square.squareRoot())
      #expect(location.coordinate == segment.coordinate(atFraction: fraction))
    }
  }

  @Test("Near or far, distances to lines are GEOS's to 1e-12 of them", arguments: seeds(12))
  func distanceOfGEOS(seed: UInt64) throws {
    let geos = try GEOSOracle()
    var random = RandomGeometry(seed: seed, radius: 50, allowsEmpty: false)
    for _ in 0..<200 {
      let line = try random.line()
      let segment = Segment(line.coordinates[0], line.coordinates[1])
      let start = segment.coordinate(atFraction: random.generator.double(0...1))
      let reaches: [Double] = [10, 1, 1e-3, 1e-6, 1e-9]
      let reach = reaches.randomElement(using: &random.generator) ?? 1
      let place = Coordinate(
        x: start.x + reach * random.generator.double(-1...1),
        y: start.y + reach * random.generator.double(-1...1)
      )
      let geometry = Geometry.lineString(line)
      let expected = try geos.distance(geometry, .point(Point(place)))
      let own = try #require(geometry.distance(to: place))
      #expect(
        (own - expected).magnitude <= 1e-12 * expected,
        "seed \(seed): \(geometry.wkt) \(place)"
      )
    }
  }

  @Test(
    "However large, small, broken or close, the distance is the least of those to the segments",
    arguments: seeds(12)
  )
  func distance(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, center: Coordinate(x: 0, y: 0), radius: 6)
    (random.isGrid, random.allowsEmpty) = (seed.isMultiple(of: 3), false)
    random.allowsMeasures = true
    let scales: [Double] = [1, 1e-9, 1e9, 1e-60, 1e60, 1e-100, 1e-130, 1e120, 1e149]
    let reaches: [Double] = [0, 1e-13, 1e-9, 1e-4, 1]
    var measured = 0
    for _ in 0..<300 {
      let scale = scales.randomElement(using: &random.generator) ?? 1
      var geometry = try random.geometry().scaled(
        x: scale,
        y: scale,
        around: Coordinate(x: 0, y: 0)
      )
      if case .lineString(let line) = geometry, random.generator.oneIn(4) {
        var ordinates = line.coordinates.ordinates
        let wrong: [Double] = [.nan, .infinity, -.infinity, 1e200, 1e-200]
        let index = random.generator.int(0...ordinates.count - 1)
        ordinates[index] = wrong.randomElement(using: &random.generator) ?? .nan
        geometry = .lineString(
          try LineString(
            CoordinateSequence(trusted: ordinates, dimensions: line.coordinates.dimensions)
          )
        )
      }
      let segments = geometry.paths.flatMap { path in
        (0..<max(path.count - 1, 1)).map { PathScanTests.segment(path, $0) }
      }
      guard let segment = segments.randomElement(using: &random.generator) else { continue }
      let reach = (reaches.randomElement(using: &random.generator) ?? 1) * scale
      let start = segment.coordinate(atFraction: random.generator.double(0...1))
      let place = Coordinate(
        x: start.x + reach * random.generator.double(-1...1),
        y: start.y + reach * random.generator.double(-1...1)
      )
      let expected =
        geometry.areaContains(place)
        ? 0 : segments.compactMap { PathScanTests.distance($0, place) }.min()
      let own = geometry.distance(to: place)
      #expect((own == nil) == (expected == nil), "seed \(seed): \(geometry.wkt) \(place)")
      guard let own, let expected else { continue }
      measured += 1
      // Squares of less vanish.
      let lost = expected < 1e-150 ? 1e-150 : 0
      #expect(
        (own - expected).magnitude <= 1e-12 * expected + lost,
        "seed \(seed): \(geometry.wkt) \(place): \(own), not \(expected)"
      )
    }
    #expect(measured > 200)
  }

  /// The distance to a segment as GEOS measures it; nil when its square is no number.
  private static func distance(_ segment: Segment, _ place: Coordinate) -> Double? {
    let vector = (x: segment.end.x - segment.start.x, y: segment.end.y - segment.start.y)
    let from = (x: place.x - segment.start.x, y: place.y - segment.start.y)
    let square = vector.x * vector.x + vector.y * vector.y
    guard square.isFinite, (from.x * from.x + from.y * from.y).isFinite else { return nil }
    let share = (from.x * vector.x + from.y * vector.y) / square
    guard share > 0 else { return segment.start.distance(to: place) }
    guard share < 1 else { return segment.end.distance(to: place) }
    let across = (from.y * vector.x - from.x * vector.y) / square
    return across.magnitude * square.squareRoot()
  }

  @Test("Length and envelope are those of the vertices one by one", arguments: seeds(12))
  func lengthAndEnvelope(seed: UInt64) throws {
    var random = PathScanTests.random(seed)
    for _ in 0..<300 {
      let geometry = try random.geometry()
      var length = 0.0
      var envelope: Envelope?
      for path in geometry.paths {
        for index in 0..<path.count {
          if index > 0 { length += path[index - 1].distance(to: path[index]) }
          envelope = envelope?.union(Envelope(path[index])) ?? Envelope(path[index])
        }
      }
      #expect(geometry.length == length, "seed \(seed): \(geometry.wkt)")
      #expect(geometry.envelope == envelope, "seed \(seed): \(geometry.wkt)")
    }
  }

  @Test("A NaN stays out of an envelope, wherever it stands but first")
  func notANumber() {
    let nan = Double.nan
    for count in 2...7 {
      for bad in 1..<count {
        var ordinates: [Double] = []
        for index in 0..<count {
          ordinates += index == bad ? [nan, nan] : [Double(index), -Double(index)]
        }
        let envelope = Envelope(CoordinateSequence(trusted: ordinates, dimensions: .xy))
        let last = Double(bad == count - 1 ? count - 2 : count - 1)
        #expect(envelope == Envelope(minX: 0, minY: -last, maxX: last, maxY: 0))
      }
    }
    let first = Envelope(CoordinateSequence(trusted: [nan, 1, 2, 3, 4, 5], dimensions: .xy))
    #expect(first?.minX.isNaN == true && first?.maxX.isNaN == true)
    #expect(first?.minY == 1 && first?.maxY == 5)
  }

  @Test("A segment from or to infinity is never the closest")
  func infinite() throws {
    let line = try LineString(
      CoordinateSequence(trusted: [.infinity, 0, 5, 5, 9, 9, 9, -.infinity], dimensions: .xy)
    )
    let nearest = Geometry.lineString(line).nearestCoordinate(to: Coordinate(x: -1, y: 5))
    #expect(nearest?.coordinate == Coordinate(x: 5, y: 5))
    #expect(nearest?.index == 1)
  }

  @Test("A segment too short for its square is as far as its start")
  func underflow() throws {
    let line = try Geometry(wkt: "LINESTRING (0 0, 1e-200 0)")
    let place = Coordinate(x: 3, y: 4)
    #expect(line.distance(to: place) == 5)
    #expect(line.nearestCoordinate(to: place)?.fraction == 0)
    #expect(try line.linearLocation(closestTo: place)?.distance == 5)
  }

  private static func random(_ seed: UInt64) -> RandomGeometry {
    let (isGrid, middle) = (seed.isMultiple(of: 2), Coordinate(x: 0, y: 0))
    return .init(seed: seed, center: middle, radius: 6, isGrid: isGrid, allowsMeasures: true)
  }

  private static func segment(_ path: GeometryPath, _ index: Int) -> Segment {
    Segment(path[index], path[min(index + 1, path.count - 1)])
  }
}

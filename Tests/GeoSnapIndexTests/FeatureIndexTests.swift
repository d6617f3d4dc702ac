import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Feature index")
struct FeatureIndexTests {
  struct Case: CustomTestStringConvertible {
    let scene: Scene
    let count: Int
    var seed: UInt64 { UInt64(count) * 31 + UInt64(scene.rawValue.utf8.count) }
    var testDescription: String { "\(scene.rawValue), \(count) features, seed \(seed)" }

    static let all: [Case] = Scene.allCases.flatMap { scene in
      [0, 1, 2, 9, 40, 300].map { Case(scene: scene, count: $0) }
    }.filter { example in
      // In a short run one scene has the most features.
      Extent.current >= .long || example.count < 300 || example.scene == .town
    }

    func forEachQuery(
      _ body: (FeatureIndex, IndexOracle, Coordinate, Double) throws -> Void
    ) throws {
      var random = SeededGenerator(seed: seed)
      let geometries = try scene.geometries(count, &random)
      let index = try FeatureIndex(geometries)
      let oracle = IndexOracle(geometries)
      for _ in 0..<6 {
        let point = scene.query(&random, oracle)
        for tolerance in scene.tolerances { try body(index, oracle, point, tolerance) }
      }
    }
  }

  @Test("Each query answers as brute force does, nearest first", arguments: Case.all)
  func bruteForce(_ example: Case) throws {
    try example.forEachQuery { index, oracle, point, tolerance in
      index.check(oracle, point, tolerance, counts: [1, 2, 8, 1000])
      for hit in index.hits(at: point, within: tolerance) {
        #expect(hit.isInside ? hit.distance == 0 && hit.location == point : hit.part >= 0)
      }
    }
  }

  @Test("A filter leaves the nearest of the rest", arguments: Case.all)
  func nearestWhere(_ example: Case) throws {
    try example.forEachQuery { index, oracle, point, tolerance in
      func isOdd(_ feature: Int32) -> Bool { feature % 2 == 1 }
      let hits = oracle.segmentHits(within: tolerance, of: point).filter { isOdd($0.feature) }
      let hit = index.nearestSegment(to: point, within: tolerance) { isOdd($0.feature) }
      #expect(hit == hits.first)
      let features = oracle.features(within: tolerance, of: point).filter { isOdd($0.feature) }
      let found = index.nearest(to: point, count: 3, within: tolerance) { isOdd($0) }
      #expect(found.map(\.feature) == features.prefix(3).map(\.feature))
      let vertex = oracle.vertices(within: tolerance, of: point).first { isOdd($0.feature) }
      let near = index.nearestVertex(to: point, within: tolerance) { isOdd($0.feature) }
      #expect(near?.vertex == vertex?.vertex && near?.feature == vertex?.feature)
    }
  }

  @Test(
    "Rectangles find the segments that meet them and the areas that cover them",
    arguments: Case.all
  )
  func rectangles(_ example: Case) throws {
    var random = SeededGenerator(seed: example.seed &+ 7)
    try example.forEachQuery { index, oracle, point, tolerance in
      let opposite = example.scene.coordinate(&random)
      let boxes = [
        Segment(point, opposite).envelope, Envelope(point),
        Envelope(around: point, radius: tolerance),
      ]
      for box in boxes {
        let expected = oracle.segments.filter { oracle.meets($0.geometry, box) }
        #expect(Set(index.segments(intersecting: box)) == Set(expected))
        let corner = c(box.minX, box.minY)
        var features = Set(expected.map(\.feature))
        for (feature, geometry) in oracle.geometries.enumerated() {
          guard let geometry, IndexOracle.covers(geometry, corner) else { continue }
          features.insert(Int32(feature))
        }
        #expect(index.features(intersecting: box) == features.sorted())
      }
    }
  }

  @Test("A polygon answers 0 inside and on its border, and its hole answers the distance")
  func polygon() throws {
    let area = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))"
    let index = try FeatureIndex([Geometry(wkt: area)])
    func hit(_ place: Coordinate, _ distance: Double = 0) throws -> FeatureHit {
      try #require(index.hits(at: place, within: distance).first)
    }
    let inside = try hit(c(2, 3))
    #expect(inside.isInside && inside.location == c(2, 3))
    let border = try hit(c(10, 7))
    #expect(!border.isInside && border.distance == 0 && border.part == 0 && border.segment == 1)
    let corner = try hit(c(6, 6))
    #expect(corner.distance == 0 && corner.part == 1)
    #expect(index.hits(at: c(5, 5), within: 0.5).isEmpty)
    let inHole = try hit(c(5, 5.5), 1)
    #expect(inHole.distance == 0.5 && inHole.location == c(5, 6))
    #expect(index.features(intersecting: Envelope(c(2, 3))) == [0])
    #expect(index.features(intersecting: Envelope(c(5, 5))) == [])
  }

  @Test("A tolerance equal to the distance finds the feature; the next smaller number does not")
  func closedTolerance() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let place = Scene.town.coordinate(&random)
      let point = Scene.town.coordinate(&random)
      let index = try FeatureIndex([.point(Point(place))])
      let distance = place.distance(to: point)
      #expect(index.hits(at: point, within: distance).map(\.distance) == [distance])
      #expect(index.hits(at: point, within: distance.nextDown).isEmpty)
    }
  }

  @Test(
    "Queries that mean nothing find nothing",
    arguments: [
      (Double.nan, 0.0, 1.0), (0, .nan, 1), (0, 0, .nan), (0, 0, -1), (0, 0, -.infinity),
      (.infinity, 0, 1), (0, -.infinity, .infinity), (2e150, 0, .infinity),
    ]
  )
  func meaninglessQueries(_ x: Double, _ y: Double, _ distance: Double) throws {
    let index = try FeatureIndex([pointAt(0, 0), pointAt(1, 0)])
    let place = c(x, y)
    index.forEachSegment(within: distance, of: place) { Issue.record("found \($0)") }
    index.forEachVertex(within: distance, of: place) { Issue.record("found \($0)") }
    #expect(index.hits(at: place, within: distance).isEmpty)
    #expect(index.nearest(to: place, count: 2, within: distance).isEmpty)
    #expect(index.nearestSegment(to: place, within: distance) == nil)
    #expect(index.nearestVertex(to: place, within: distance) == nil)
    #expect(index.nearestSegments(to: place, count: 2, within: distance).isEmpty)
    #expect(x.isFinite && y.isFinite || index.segments(intersecting: Envelope(place)).isEmpty)
  }

  @Test("Asking for no neighbours, or for fewer, finds none")
  func countOfZero() throws {
    let index = try FeatureIndex([pointAt(0, 0)])
    let point = c(0, 0)
    for count in [0, -1, .min] {
      #expect(index.nearest(to: point, count: count).isEmpty)
      #expect(index.nearestSegments(to: point, count: count).isEmpty)
    }
    #expect(index.nearest(to: point, count: .max).count == 1)
  }

  @Test("A rectangle with a NaN or turned inside out finds what meets it by comparison: nothing")
  func meaninglessRectangles() throws {
    let index = try FeatureIndex([pointAt(0, 0)])
    let boxes = [
      Envelope(minX: .nan, minY: -1, maxX: 1, maxY: 1),
      Envelope(minX: -1, minY: -1, maxX: 1, maxY: .nan),
      Envelope(minX: 1, minY: 1, maxX: -1, maxY: -1),
    ]
    for box in boxes {
      #expect(index.segments(intersecting: box).isEmpty)
      #expect(index.features(intersecting: box).isEmpty)
    }
  }

  @Test("Quiet twins replace what stood in their argument")
  func quietTwins() throws {
    let index = try FeatureIndex([pointAt(0, 0), pointAt(9, 9)])
    var hits = index.hits(at: c(9, 9), within: 1)
    index.collectHits(at: c(0, 0), within: 1, into: &hits)
    #expect(hits.map(\.feature) == [0])
    index.collectHits(at: c(0, 0), within: .nan, into: &hits)
    #expect(hits.isEmpty)
    var features: [Int32] = [7]
    index.collectFeatures(intersecting: Envelope(c(9, 9)), into: &features)
    #expect(features == [1])
  }

  @Test("An index answers the same from many tasks at once")
  func concurrentReads() async throws {
    var random = SeededGenerator(seed: 77)
    let geometries = try Scene.town.geometries(Extent.count(300, long: 2000), &random)
    let index = try FeatureIndex(geometries)
    let points = (0..<Extent.count(60, long: 200)).map { _ in Scene.town.coordinate(&random) }
    let expected = points.map { index.hits(at: $0, within: 3) }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { points.map { index.hits(at: $0, within: 3) } == expected } }
      for await same in group { #expect(same) }
    }
  }

  @Test("Places on a border are inside for the index exactly when they are for the geometry")
  func borders() throws {
    var random = SeededGenerator(seed: 99)
    for round in 0..<200 {
      let corners = (0..<3).map { _ in c(random.double(0...50), random.double(0...50)) }
      let ring = CoordinateSequence(corners + [corners[0]])
      let polygon = Geometry.polygon(try Polygon(rings: [ring]))
      let index = try FeatureIndex([polygon])
      for _ in 0..<20 {
        let place = Segment(corners[0], corners[1]).coordinate(atFraction: random.double(0...1))
        #expect(
          index.hits(at: place, within: 1).map(\.isInside) == [polygon.areaContains(place)]
            || polygon.nearestBoundaryCoordinate(to: place)?.distance == 0,
          "round \(round), \(place)"
        )
      }
    }
  }
}

import GeoSnap
import GeoSnapIndex
import GeoSnapTestSupport
import Testing

@Suite("Pairs of two indexes")
struct PairTests {
  struct Case: CustomTestStringConvertible {
    let scene: Scene
    let count: Int
    let otherCount: Int
    var seed: UInt64 { UInt64(count) * 31 + UInt64(otherCount) * 7 + 3 }
    var testDescription: String {
      "\(scene.rawValue), \(count) and \(otherCount) features, seed \(seed)"
    }

    static let all: [Case] = Scene.allCases.flatMap { scene in
      [(0, 5), (1, 1), (1, 40), (9, 9), (40, 13)].map {
        Case(scene: scene, count: $0.0, otherCount: $0.1)
      }
    }.filter { example in
      // In a short run one scene has the most features.
      Extent.current >= .long || example.count < 40 || example.scene == .town
    }

    func geometries() throws -> ([Geometry?], [Geometry?]) {
      var random = SeededGenerator(seed: seed)
      let first = try scene.geometries(count, &random)
      var second = try scene.geometries(otherCount, &random)
      // Some features stand in both.
      if let shared = first.first, !second.isEmpty { second[0] = shared }
      return (first, second)
    }
  }

  private static func touch(_ one: Segment, _ other: Segment, _ geos: GEOSOracle) throws -> Bool {
    guard one.envelope.intersects(other.envelope) else { return false }
    return try geos.intersects(geometry(one), geometry(other))
  }

  private static func geometry(_ segment: Segment) throws -> Geometry {
    segment.start == segment.end
      ? .point(Point(segment.start)) : try line(segment.start, segment.end)
  }

  private static func pair(
    _ one: IndexedSegment,
    _ other: IndexedSegment,
    _ geos: GEOSOracle
  ) throws -> (pair: SegmentPair, touches: Bool) {
    let (first, second) = (one.geometry, other.geometry)
    let touches = try touch(first, second, geos)
    let distances = [
      first.squaredDistance(to: second.start), first.squaredDistance(to: second.end),
      second.squaredDistance(to: first.start), second.squaredDistance(to: first.end),
    ]
    let squared = touches ? 0 : distances.min() ?? 0
    return (SegmentPair(one, other, squaredDistance: squared), touches)
  }

  @Test("Pairs of segments are those of brute force with GEOS's predicate", arguments: Case.all)
  func bruteForce(_ example: Case) throws {
    let geos = try GEOSOracle()
    let (first, second) = try example.geometries()
    let (index, other) = (try FeatureIndex(first), try FeatureIndex(second))
    let seconds = IndexOracle(second).segments
    let all = try IndexOracle(first).segments.flatMap { one in
      try seconds.map { try Self.pair(one, $0, geos) }
    }
    let touching = all.filter(\.touches).map(\.pair)
    #expect(index.pairs(within: 0, of: other).isPermutation(of: touching))
    for tolerance in example.scene.tolerances {
      let near = all.map(\.pair).filter { $0.distance <= tolerance }
      #expect(index.pairs(within: tolerance, of: other).isPermutation(of: near), "\(tolerance)")
      #expect(other.pairs(within: tolerance, of: index).count == near.count)
    }
    for none in [-1, Double.nan] { #expect(index.pairs(within: none, of: other).isEmpty) }
  }

  @Test("Each two segments of one index pair once, never one with itself", arguments: Case.all)
  func innerPairs(_ example: Case) throws {
    let geos = try GEOSOracle()
    let (geometries, _) = try example.geometries()
    let index = try FeatureIndex(geometries)
    let segments = IndexOracle(geometries).segments
    let all = try segments.enumerated().flatMap { position, one in
      try segments.dropFirst(position + 1).map { try Self.pair(one, $0, geos) }
    }
    #expect(index.pairs(within: 0).isPermutation(of: all.filter(\.touches).map(\.pair)))
    for tolerance in example.scene.tolerances {
      let near = all.map(\.pair).filter { $0.distance <= tolerance }
      #expect(index.pairs(within: tolerance).isPermutation(of: near))
    }
    for none in [-1, Double.nan] { #expect(index.pairs(within: none).isEmpty) }
  }

  @Test(
    "Segments between whole numbers meet as integer arithmetic says, at any scale",
    arguments: [1, 0x1p-400, 0x1p490]
  )
  func integers(_ scale: Double) throws {
    var random = SeededGenerator(seed: 21)
    func ends() -> [Int] { (0..<4).map { _ in random.int(-7...7) } }
    let (first, second) = ((0..<150).map { _ in ends() }, (0..<150).map { _ in ends() })
    func index(_ segments: [[Int]]) throws -> FeatureIndex {
      try FeatureIndex(
        segments.map { ends in
          let ordinates = ends.map { Double($0) * scale }
          return try line(c(ordinates[0], ordinates[1]), c(ordinates[2], ordinates[3]))
        }
      )
    }
    func side(_ line: [Int], _ x: Int, _ y: Int) -> Int {
      ((line[2] - line[0]) * (y - line[1]) - (line[3] - line[1]) * (x - line[0])).signum()
    }
    func areApart(_ one: [Int], _ other: [Int], _ axis: Int) -> Bool {
      max(one[axis], one[axis + 2]) < min(other[axis], other[axis + 2])
        || max(other[axis], other[axis + 2]) < min(one[axis], one[axis + 2])
    }
    func meet(_ one: [Int], _ other: [Int]) -> Bool {
      !areApart(one, other, 0) && !areApart(one, other, 1)
        && side(one, other[0], other[1]) * side(one, other[2], other[3]) <= 0
        && side(other, one[0], one[1]) * side(other, one[2], one[3]) <= 0
    }
    let expected = first.indices.flatMap { one in
      second.indices.filter { meet(first[one], second[$0]) }.map { [Int32(one), Int32($0)] }
    }
    let pairs = try index(first).pairs(within: 0, of: index(second)) { $0.intersects($1) ? 0 : nil }
      .map { [$0.first.feature, $0.second.feature] }
    #expect(pairs.isPermutation(of: expected) && expected.count > 1000)
  }

  @Test("Trees of many levels in frames and grids of their own pair as queries say")
  func large() throws {
    var random = SeededGenerator(seed: 99)
    func real(_ range: ClosedRange<Double>) -> Double { random.double(range) }
    // On a grid of millimetres, and on none; of 4 levels and of 3; far from zero.
    let points = (0..<20_000).map { _ in
      c(
        (3.4e6 + real(0...3000) * 1000).rounded() / 1000 + 3.4e6,
        (real(0...3000) * 1000).rounded() / 1000
      )
    }
    let lines = (0..<3000).map { _ in
      let start = c(3.4034e6 + real(-500...2000), real(1000...9000))
      return Segment(start, c(start.x + real(-40...40), start.y + real(-40...40)))
    }
    let index = try FeatureIndex(points.map { .point(Point($0)) })
    let other = try FeatureIndex(lines.map { .lineString(try LineString([$0.start, $0.end])) })
    #expect(index.segments.base.grid != other.segments.base.grid)
    for distance in [0, 0.01, 1.5, 60] {
      var expected: Set<SegmentPair> = []
      for (line, segment) in lines.enumerated() {
        let box = segment.envelope.expanded(by: distance + 1)
        for point in index.segments(intersecting: box) {
          let squared = segment.squaredDistance(to: point.geometry.start)
          guard squared.squareRoot() <= distance else { continue }
          let found = IndexedSegment(
            feature: Int32(line),
            flags: [.startsPart, .endsPart],
            geometry: segment
          )
          expected.insert(SegmentPair(point, found, squaredDistance: squared))
        }
      }
      let pairs = index.pairs(within: distance, of: other)
      #expect(pairs.count == expected.count)
      #expect(Set(pairs) == expected)
      #expect(pairs == index.pairs(within: distance, of: other), "The order is fixed")
      #expect(distance < 1 || !pairs.isEmpty)
    }
  }

  @Test("A cross has one pair, and none with an empty index")
  func cross() throws {
    let cross = [try line(c(-1, 0), c(1, 0)), try line(c(0, -1), c(0, 1))]
    let index = try FeatureIndex(cross)
    let empty = try FeatureIndex([])
    let pairs = index.pairs(within: 0)
    #expect(pairs.map(\.first.feature) == [0] && pairs.map(\.second.feature) == [1])
    #expect(index.pairs(within: 0, of: index).count == 4)
    #expect(index.pairs(within: 5, of: empty).isEmpty && empty.pairs(within: .infinity).isEmpty)
  }
}

extension FeatureIndex {
  func pairs(within distance: Double) -> [SegmentPair] {
    var pairs: [SegmentPair] = []
    forEachPair(within: distance) { pairs.append($0) }
    return pairs
  }

  /// The pairs with the segments of another index; both have no edits.
  func pairs(
    within distance: Double,
    of other: FeatureIndex,
    by squaredDistance: (Segment, Segment) -> Double? = { $0.squaredDistance(to: $1) }
  ) -> [SegmentPair] {
    var pairs: [SegmentPair] = []
    segments.base.forEachPair(with: other.segments.base, within: distance) { one, two in
      guard let squared = squaredDistance(one.segment, two.segment),
        squared.squareRoot() <= distance
      else { return }
      pairs.append(SegmentPair(one.indexedSegment, two.indexedSegment, squaredDistance: squared))
    }
    return pairs
  }
}

import GeoSnap
import GeoSnapTestSupport
import Testing

/// An index under edits beside the list of geometries that it should hold.
struct EditedIndex {
  private(set) var index: FeatureIndex
  private(set) var geometries: [Geometry?]

  init(_ geometries: [Geometry?]) throws {
    self.geometries = geometries
    index = try FeatureIndex(geometries)
  }

  /// Inserts, moves or removes some feature; half of the time one that was edited lately.
  mutating func editSomething(_ scene: Scene, _ random: inout SeededGenerator) throws {
    let recent = max(geometries.count - 20, 0)
    let feature = Int.random(in: (random.oneIn(2) ? 0 : recent)...geometries.count, using: &random)
    let new = try scene.geometries(1, &random)[0]
    guard feature < geometries.count else {
      if let new { try index.insert(Int32(feature), at: new) }
      geometries.append(new)
      return
    }
    switch (geometries[feature], new) {
    case (nil, nil): break
    case (nil, let new?): try index.insert(Int32(feature), at: new)
    case (let old?, nil): try index.remove(Int32(feature), at: old)
    case (let old?, let new?): try index.move(Int32(feature), from: old, to: new)
    }
    geometries[feature] = new
  }

  mutating func rebuild() { index.rebuild() }

  func check(_ scene: Scene, _ random: inout SeededGenerator) {
    let oracle = IndexOracle(geometries)
    #expect(index.segmentCount == oracle.segments.count)
    let points = [scene.query(&random, oracle), scene.query(&random, oracle)]
    for tolerance in scene.tolerances {
      for point in points { index.check(oracle, point, tolerance, counts: [3, 8]) }
      checkBatch(points, tolerance)
    }
    let (first, second) = (scene.query(&random, oracle), scene.query(&random, oracle))
    let envelope = Segment(first, second).envelope
    // Other tests compare a built index with brute force.
    guard let built = try? FeatureIndex(geometries) else { return }
    #expect(
      Set(index.segments(intersecting: envelope)) == Set(built.segments(intersecting: envelope))
    )
    #expect(index.features(intersecting: envelope) == built.features(intersecting: envelope))
  }

  private func checkBatch(_ points: [Coordinate], _ tolerance: Double) {
    index.forEachAnswer(within: tolerance, ofEach: points.span) { place, hits in
      #expect(hits == index.hits(at: points[place], within: tolerance))
    }
    var found: [[SegmentHit]] = points.map { _ in [] }
    index.forEachSegment(within: tolerance, ofEach: points.span) { found[$0].append($1) }
    for (place, point) in points.enumerated() {
      var expected: [SegmentHit] = []
      index.forEachSegment(within: tolerance, of: point) { expected.append($0) }
      #expect(found[place] == expected)
    }
  }
}

extension FeatureIndex {
  func check(_ oracle: IndexOracle, _ point: Coordinate, _ tolerance: Double, counts: [Int]) {
    var found: [SegmentHit] = []
    forEachSegment(within: tolerance, of: point) { found.append($0) }
    let segments = oracle.segmentHits(within: tolerance, of: point)
    #expect(found.isPermutation(of: segments))
    #expect(nearestSegment(to: point, within: tolerance) == segments.first)
    let features = oracle.features(within: tolerance, of: point)
    let hits = hits(at: point, within: tolerance)
    #expect(hits.map(\.feature) == features.map(\.feature))
    #expect(hits.map(\.distance) == features.map(\.distance))
    for count in counts {
      let near = nearestSegments(to: point, count: count, within: tolerance)
      #expect(near == Array(segments.prefix(count)))
      let nearest = nearest(to: point, count: count, within: tolerance)
      #expect(nearest.map(\.feature) == features.prefix(count).map(\.feature))
      #expect(nearest.map(\.distance) == features.prefix(count).map(\.distance))
    }
    var vertices: [VertexHit] = []
    forEachVertex(within: tolerance, of: point) { vertices.append($0) }
    vertices.sort {
      ($0.distance, $0.feature, $0.part, $0.vertex) < ($1.distance, $1.feature, $1.part, $1.vertex)
    }
    func numbers(_ feature: Int32, _ part: Int32, _ vertex: Int32, _ distance: Double) -> [Double] {
      [Double(feature), Double(part), Double(vertex), distance]
    }
    #expect(
      vertices.map { numbers($0.feature, $0.part, $0.vertex, $0.distance) }
        == oracle.vertices(within: tolerance, of: point)
        .map { numbers($0.feature, $0.part, $0.vertex, $0.distance) }
    )
    #expect(nearestVertex(to: point, within: tolerance) == vertices.first)
  }
}

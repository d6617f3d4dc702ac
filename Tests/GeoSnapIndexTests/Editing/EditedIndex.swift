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
  mutating func editSomething(_ scene: Scene, _ random: inout SplitMix) throws {
    let recent = max(geometries.count - 20, 0)
    let feature = Int.random(
      in: (Bool.random(using: &random) ? 0 : recent)...geometries.count,
      using: &random
    )
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

  /// Compares every kind of query with brute force.
  func check(_ scene: Scene, _ random: inout SplitMix) {
    let oracle = IndexOracle(geometries)
    #expect(index.segmentCount == oracle.segments.count)
    let points = [scene.query(&random, oracle), scene.query(&random, oracle)]
    for tolerance in scene.tolerances {
      for point in points { check(oracle, point, tolerance) }
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

  private func check(_ oracle: IndexOracle, _ point: Coordinate, _ tolerance: Double) {
    let segments = oracle.segmentHits(within: tolerance, of: point)
    var found: [SegmentHit] = []
    index.forEachSegment(within: tolerance, of: point) { found.append($0) }
    #expect(found.count == segments.count)
    #expect(Set(found) == Set(segments))
    #expect(index.nearestSegment(to: point, within: tolerance) == segments.first)
    #expect(
      index.nearestSegments(to: point, count: 8, within: tolerance) == Array(segments.prefix(8))
    )
    let features = oracle.features(within: tolerance, of: point)
    #expect(
      index.hits(at: point, within: tolerance).map(\.feature) == features.map(\.feature)
    )
    #expect(
      index.nearest(to: point, count: 3, within: tolerance).map(\.feature)
        == features.prefix(3).map(\.feature)
    )
    let vertices = oracle.vertices(within: tolerance, of: point)
    var vertexCount = 0
    index.forEachVertex(within: tolerance, of: point) { _ in vertexCount += 1 }
    #expect(vertexCount == vertices.count)
    let vertex = index.nearestVertex(to: point, within: tolerance)
    #expect(vertex?.feature == vertices.first?.feature)
    #expect(vertex?.vertex == vertices.first?.vertex)
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

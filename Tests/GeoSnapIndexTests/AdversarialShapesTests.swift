import GeoSnap
import GeoSnapIndex
import Testing

/// Shapes that make careless indexes slow or wrong, with the answers they must have.
@Suite("Adversarial shapes")
struct AdversarialShapesTests {
  private static let many = 100_000

  /// How many leaves a search through a rectangle looks at.
  private static func leavesSeen(_ tree: PackedTree, _ window: Envelope) -> Int {
    var count = 0
    _ = tree.forEachMatch(meeting: window) { _ in count += 1 }
    return count
  }

  /// How many leaves a search for the nearest entries looks at, when it is content with `distance`.
  private static func leavesSeen(_ tree: PackedTree, near point: Coordinate, _ distance: Double)
    -> Int
  {
    var count = 0
    tree.withNearestWalk(from: point, within: .infinity) { walk in
      guard walk.next(within: .infinity) != nil else { return }
      repeat { count += 1 } while walk.next(within: distance) != nil
    }
    return count
  }

  @Test("A hundred thousand identical envelopes are all found where they are, and nowhere else")
  func identical() throws {
    let box = Envelope(minX: 3.4e6, minY: 5.4e6, maxX: 3.4e6 + 1, maxY: 5.4e6 + 1)
    let tree = try PackedRTree(Array(repeating: box, count: Self.many))
    let inside = c(3.4e6 + 0.5, 5.4e6 + 0.5)
    let outside = c(3.4e6 + 3, 5.4e6 + 0.5)
    let leafCount = tree.tree.view.shape.leafCount
    var all = tree.items(intersecting: Envelope(inside))
    all.sort()
    #expect(all == Array(0..<Int32(Self.many)))
    #expect(tree.items(within: 2, of: outside).count == Self.many)
    #expect(tree.items(within: 2.0.nextDown, of: outside).isEmpty)
    #expect(tree.items(intersecting: Envelope(outside)).isEmpty)
    #expect(Self.leavesSeen(tree.tree, Envelope(inside)) == leafCount)
    #expect(Self.leavesSeen(tree.tree, Envelope(outside)) == 0)
  }

  @Test("A hundred thousand points on one place answer every kind of query")
  func onePlace() throws {
    let place = c(3.4e6 + 0.1, 5.4e6 + 0.7)
    let index = try FeatureIndex(Array(repeating: .point(Point(place)), count: Self.many))
    #expect(index.hits(at: place, within: 0).map(\.feature) == Array(0..<Int32(Self.many)))
    #expect(index.nearest(to: place, count: 2).map(\.feature) == [0, 1])
    #expect(index.nearestVertex(to: c(0, 0))?.feature == 0)
    #expect(index.segments(intersecting: Envelope(place)).count == Self.many)
  }

  @Test("One huge envelope among many is found by all, and makes no other query look far")
  func hugeAmongMany() throws {
    var envelopes: [Envelope] = (0..<Self.many).map { item in
      Envelope(around: c(Double(item % 320) * 10, Double(item / 320) * 10), radius: 1)
    }
    let huge = Int32(envelopes.count)
    envelopes.append(Envelope(minX: -1e9, minY: -1e9, maxX: 1e9, maxY: 1e9))
    let tree = try PackedRTree(envelopes)
    let place = c(1000, 1000)
    let item = Int32(100 * 320 + 100)
    #expect(tree.items(intersecting: Envelope(place)).sorted() == [item, huge])
    #expect(tree.items(within: 3, of: place).sorted() == [item, huge])
    #expect(tree.items(intersecting: Envelope(c(-9e8, 9e8))) == [huge])
    #expect(tree.items(intersecting: Envelope(c(5, 5))) == [huge])
    // The node above the huge one cannot tell its 16 leaves apart; all others can.
    #expect(Self.leavesSeen(tree.tree, Envelope(place)) <= 16 + 4)
    #expect(Self.leavesSeen(tree.tree, near: place, 0) <= 16 + 4)
  }

  @Test("One entry is joined with many by looking only where it lies")
  func oneAgainstMany() throws {
    let points: [Geometry?] = (0..<Self.many).map { item in
      .point(Point(x: Double(item % 320) * 10, y: Double(item / 320) * 10))
    }
    let index = try FeatureIndex(points)
    let one = try FeatureIndex([try line(c(995, 1000), c(1015, 1000))])
    var candidates = 0
    index.segments.base.forEachPair(with: one.segments.base, within: 0) { _, _ in candidates += 1 }
    #expect(candidates <= 4)
    let items: [Int32] = [100 * 320 + 100, 100 * 320 + 101]
    #expect(index.pairs(within: 0, of: one).map(\.first.feature).sorted() == items)
    #expect(one.pairs(within: 0, of: index).map(\.second.feature).sorted() == items)
  }

  @Test("The nearest in a dense town is found without a look at all that is within the distance")
  func denseTown() throws {
    var places = (0..<40_000).map { number in
      c(500_000 + Double(number % 200), 500_000 + Double(number / 200))
    }
    for number in 0..<10_000 {
      places.append(c(Double(number % 100) * 1e4, Double(number / 100) * 1e4))
    }
    let index = try FeatureIndex(places.map { .point(Point($0)) })
    let place = c(500_100.25, 500_100)
    for distance in [1.0, 30, 100, 1000, 1e5, .infinity] {
      #expect(index.nearestSegment(to: place, within: distance)?.feature == 20_100)
      var (looks, least) = (0, distance)
      index.segments.forEachSegment(near: place, within: distance) { entry in
        looks += 1
        least = min(least, entry.segment.squaredDistance(to: place).squareRoot())
        return least
      }
      #expect(looks < 600, "within \(distance)")
    }
  }

  @Test("A star of lines through one place finds all in its middle and few at its tips")
  func star() throws {
    let count = 20_000
    let lines: [Geometry?] = try (0..<count).map { item in
      // Tips on the sides of a square: no two on one place.
      let along = Double(item % (count / 2)) * 0.02 - 100
      let tip = item < count / 2 ? c(along, 100) : c(100, along)
      return try line(c(-tip.x, -tip.y), tip)
    }
    let index = try FeatureIndex(lines)
    let middle = c(0, 0)
    #expect(index.hits(at: middle, within: 0).count == count)
    #expect(index.segments(intersecting: Envelope(around: middle, radius: 0.1)).count == count)
    #expect(index.nearest(to: middle, count: 3).map(\.feature) == [0, 1, 2])
    let tip = c(100, -50)
    let expected = lines.indices.filter { item in
      guard case .lineString(let line) = lines[item] else { return false }
      return Segment(line.coordinates[0], line.coordinates[1]).squaredDistance(to: tip)
        .squareRoot() <= 0.01
    }
    #expect(!expected.isEmpty && expected.count < 10)
    let found = index.hits(at: tip, within: 0.01).map { Int($0.feature) }
    #expect(found.sorted() == expected)
    // Half of all boxes hold the tip; no leaf is looked at twice.
    let tree = index.segments.base
    let leafCount = tree.view.shape.leafCount
    #expect(Self.leavesSeen(tree, Envelope(tip)) <= leafCount)
    #expect(Self.leavesSeen(tree, near: c(1e6, 1e6), .infinity) == leafCount)
    // All pairs share the middle: counted on fewer.
    let few = try FeatureIndex(Array(lines.prefix(300)))
    #expect(few.pairs(within: 0).count == 300 * 299 / 2)
  }

  @Test("Ordinates of 1e150 are indexed and found; the next number beyond is refused")
  func greatestOrdinates() throws {
    let far: [Geometry?] = [
      pointAt(1e150, -1e150), try line(c(-1e150, -1e150), c(1e150, 1e150)),
      pointAt(1, 1), pointAt(2, 1),
    ]
    let index = try FeatureIndex(far)
    let corner = c(1e150, -1e150)
    #expect(index.hits(at: corner, within: 0).map(\.feature) == [0])
    #expect(index.nearest(to: c(1, 1), count: 2).map(\.feature) == [1, 2])
    #expect(index.segments(intersecting: Envelope(corner)).map(\.feature) == [0])
    #expect(index.hits(at: c(1, 1), within: .infinity).count == 4)
    let pairs = index.pairs(within: 0).map { [$0.first.feature, $0.second.feature] }
    // Beside 1e150 a distance of 1 rounds to 0.
    #expect(pairs == [[1, 2], [1, 3]])
    #expect(index.pairs(within: 1).count == 3)
    for beyond in [1e150.nextUp, -1e150.nextUp, 1e300] {
      let error = #expect(throws: IndexError.self) {
        try FeatureIndex([pointAt(0, 0), pointAt(0, beyond)])
      }
      #expect(error?.code == .ordinateOutOfRange && error?.entry == 1)
      #expect(index.hits(at: c(beyond, 0), within: .infinity).isEmpty)
    }
  }

  @Test("What crosses 180 degrees runs the long way round, and is found once it is split there")
  func antimeridian() throws {
    let across = try FeatureIndex([try line(c(179.9, 10), c(-179.9, 10))])
    let dateLine = c(180, 10)
    #expect(across.hits(at: dateLine, within: 0.05).isEmpty)
    #expect(across.hits(at: c(0, 10), within: 0).map(\.feature) == [0])
    let parts = try MultiLineString(parts: [
      [c(179.9, 10), dateLine], [c(-180, 10), c(-179.9, 10)],
    ])
    let split = try FeatureIndex([.multiLineString(parts)])
    #expect(split.hits(at: dateLine, within: 0.05).map(\.feature) == [0])
    #expect(split.hits(at: c(-180, 10), within: 0.05).map(\.feature) == [0])
    #expect(split.hits(at: c(0, 10), within: 100).isEmpty)
  }
}

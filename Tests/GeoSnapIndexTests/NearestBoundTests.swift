import GeoSnap
import GeoSnapTestSupport
import Testing

/// A search for the nearest refuses segments by a rough distance before it reads them exactly: these
/// are shapes on which a bound that is too tight would lose one.
@Suite("Bounds of nearest segments")
struct NearestBoundTests {
  enum Shape: String, CaseIterable, CustomTestStringConvertible {
    /// On a grid of thousandths, from nothing to a thousand kilometres long.
    case grid
    /// The same, and every eighth off the grid or too far away for it.
    case gridAndOthers
    /// Rising and falling through one place, with ends on a grid.
    case star
    /// Everywhere, on no grid.
    case free
    /// On both sides of 0, with either zero.
    case zeros
    /// With ends on few whole numbers: more lie equally far than a search keeps candidates.
    case crowd
    /// So short that squares of lengths vanish.
    case tiny
    /// As long as an index takes.
    case huge

    var testDescription: String { rawValue }

    func segment(_ random: inout SeededGenerator) -> Segment {
      func real(_ limit: Double) -> Double { random.double(-limit...limit) }
      func step(_ limit: Int) -> Double { Double(random.int(-limit...limit)) }
      func place(_ limit: Int) -> Coordinate {
        Coordinate(x: (3.4e9 + step(limit)) / 1000, y: (5.4e9 + step(limit)) / 1000)
      }
      switch self {
      case .grid:
        let start = place(500_000_000)
        let reach = [0, 1, 30_000, 500_000_000].randomElement(using: &random) ?? 0
        return Segment(start, reach == 0 ? start : reach > 30_000 ? place(reach) : moved(start))
      case .gridAndOthers:
        switch random.int(0...15) {
        case 0:
          return Segment(
            c(3.4e6 + real(1e4), 5.4e6 + real(1e4)),
            c(3.4e6 + real(1e9), 5.4e6 + real(1e9))
          )
        case 1: return Segment(c(3.4e6 - 1e8, 5.4e6 + real(1e4)), c(3.4e6 + 1e8, 5.4e6 + 3e7))
        default: return Shape.grid.segment(&random)
        }
      case .star:
        let (x, y) = (step(1_000_000) / 1000, step(1_000_000) / 1000)
        return Segment(c(x, y), c(-x, -y))
      case .free: return Segment(c(real(1e6), real(1e6)), c(real(1e6), real(1e6)))
      case .zeros:
        let zeros = [0.0, -0.0, 1, -1, 0.1]
        func zero() -> Double { zeros.randomElement(using: &random) ?? 0 }
        return Segment(c(zero(), zero()), c(zero(), zero()))
      case .crowd: return Segment(c(step(4), step(4)), c(step(4), step(4)))
      case .tiny: return Segment(c(real(1e-160), real(1e-160)), c(real(1e-150), real(1e-150)))
      case .huge: return Segment(c(real(1e150), real(1e150)), c(real(1e150), real(1e150)))
      }
    }

    private func moved(_ place: Coordinate) -> Coordinate {
      Coordinate(x: ((place.x * 1000).rounded() + 7) / 1000, y: place.y)
    }
  }

  private func check(
    _ index: FeatureIndex,
    _ segments: [Segment],
    _ place: Coordinate,
    counts: [Int],
    _ comment: Comment
  ) -> (order: [Int], distances: [Double]) {
    let distances = segments.map { $0.squaredDistance(to: place).squareRoot() }
    let order = distances.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
    for wanted in counts {
      let found = index.nearestSegments(to: place, count: wanted)
      #expect(found.map { Int($0.feature) } == Array(order.prefix(wanted)), comment)
      #expect(found.map(\.distance) == order.prefix(wanted).map { distances[$0] }, comment)
      let limit = distances[order[wanted / 2]]
      let within = index.nearestSegments(to: place, count: wanted, within: limit)
      #expect(within == found.filter { $0.distance <= limit }, comment)
    }
    return (order, distances)
  }

  @Test(
    "The nearest are those of brute force, whatever the segments",
    arguments: Shape.allCases,
    [1, 15, 16, 17, 400]
  )
  func nearest(_ shape: Shape, _ count: Int) throws {
    let seed = UInt64(count) &* 97 &+ UInt64(shape.rawValue.utf8.count)
    var random = SeededGenerator(seed: seed)
    let segments = (0..<count).map { _ in shape.segment(&random) }
    let index = try FeatureIndex(segments.map { try line($0.start, $0.end) })
    for query in 0..<40 {
      let chosen = segments[random.int(0...count - 1)]
      let other = shape.segment(&random)
      let place =
        switch query % 4 {
        case 0: chosen.start
        case 1: chosen.coordinate(atFraction: random.double(0...1))
        case 2: other.start
        default: other.coordinate(atFraction: 0.5)
        }
      let counts = [1, 2, 7, 8, 9, count].filter { $0 <= count }
      let (order, distances) = check(index, segments, place, counts: counts, "seed \(seed)")
      let limit = distances[order[count / 2]]
      let within = index.nearestSegments(to: place, count: count, within: limit)
      #expect(within.count == distances.count { $0 <= limit }, "seed \(seed)")
      #expect(index.nearestSegments(to: place, count: 999).count == count)
      #expect(index.nearestSegment(to: place).map { Int($0.feature) } == order.first)
      #expect(index.nearest(to: place).first.map { Int($0.feature) } == order.first)
    }
  }

  @Test(
    "The few nearest of an edited index are those of brute force, near and far",
    arguments: Shape.allCases
  )
  func nearestOfEdited(_ shape: Shape) throws {
    let seed = UInt64(shape.rawValue.utf8.count)
    var random = SeededGenerator(seed: seed)
    var segments = (0..<600).map { _ in shape.segment(&random) }
    var index = try FeatureIndex(segments.map { try line($0.start, $0.end) })
    for feature in stride(from: 0, to: segments.count, by: 5) {
      let (old, new) = (segments[feature], shape.segment(&random))
      let (from, to) = (try line(old.start, old.end), try line(new.start, new.end))
      try index.move(Int32(feature), from: from, to: to)
      segments[feature] = new
    }
    for query in 0..<40 {
      var place = shape.segment(&random).coordinate(atFraction: 0.25)
      // Farther away than a grid counts.
      if query % 4 == 3 { place.x += 1e10 }
      _ = check(index, segments, place, counts: [2, 5, 8], "seed \(seed)")
    }
  }
}

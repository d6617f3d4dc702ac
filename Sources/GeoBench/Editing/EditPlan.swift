import GeoSnap

/// Which features are edited, and where they go: the same in every language, as
/// `Benchmarks/Rivals/boost_dynamic.cpp` describes it.
struct EditPlan {
  /// The features chosen, in the order of their edits.
  let chosen: [Int32]
  /// Where each of them is moved to.
  let away: [Geometry]
  /// The segments and junctions of all of them.
  let entryCount: Int

  init(_ geometries: [Geometry?]) throws {
    let count = min(100_000, geometries.count / 2)
    var random = SplitMix(seed: Workload.seed)
    var order = Array(0..<Int32(geometries.count))
    for index in 0..<count { order.swapAt(index, index + random.below(order.count - index)) }
    chosen = Array(order[..<count])
    var away: [Geometry] = []
    var entryCount = 0
    for feature in chosen {
      let (dx, dy) = (random.gaussian(), random.gaussian())
      func moved(_ place: Coordinate) -> Coordinate {
        Coordinate(x: EditPlan.millimetres(place.x + dx), y: EditPlan.millimetres(place.y + dy))
      }
      switch geometries[Int(feature)] {
      case .point(let point):
        guard let place = point.coordinate else { continue }
        away.append(.point(Point(moved(place))))
        entryCount += 1
      case .lineString(let line):
        away.append(.lineString(try LineString(CoordinateSequence(line.coordinates.map(moved)))))
        entryCount += line.coordinates.count - 1
      default: throw BenchError("A workload has lines and junctions only.")
      }
    }
    self.away = away
    self.entryCount = entryCount
  }

  private static func millimetres(_ ordinate: Double) -> Double {
    (ordinate * 1000).rounded(.toNearestOrAwayFromZero) / 1000
  }
}

import GeoSnap
import GeoSnapTestSupport

/// The edited features and their new places: the same in every language, as described in
/// `Benchmarks/Rivals/boost_dynamic.cpp`.
struct EditPlan {
  /// The features, in the order of their edits.
  let chosen: [Int32]
  /// Their original geometries, copied: those of an editor are new too, and not scattered among those of a whole
  /// network.
  let home: [Geometry]
  /// Their moved geometries.
  let away: [Geometry]
  /// The number of segments and junctions of all of them.
  let entryCount: Int

  init(_ geometries: [Geometry?]) throws {
    let count = min(100_000, geometries.count / 2)
    var random = SeededGenerator(seed: Workload.seed)
    var order = Array(0..<Int32(geometries.count))
    for index in 0..<count { order.swapAt(index, index + random.below(order.count - index)) }
    chosen = Array(order[..<count])
    var (home, away): ([Geometry], [Geometry]) = ([], [])
    var entryCount = 0
    for feature in chosen {
      let (dx, dy) = (random.gaussian(), random.gaussian())
      guard let geometry = geometries[Int(feature)] else { continue }
      home.append(try EditPlan.copy(of: geometry) { $0 })
      away.append(
        try EditPlan.copy(of: geometry) { place in
          Coordinate(x: EditPlan.millimetres(place.x + dx), y: EditPlan.millimetres(place.y + dy))
        }
      )
      entryCount += max(geometry.coordinates.count - 1, 1)
    }
    self.home = home
    self.away = away
    self.entryCount = entryCount
  }

  private static func copy(
    of geometry: Geometry,
    _ moved: (Coordinate) -> Coordinate
  ) throws -> Geometry {
    switch geometry {
    case .point(let point):
      guard let place = point.coordinate else { return geometry }
      return .point(Point(moved(place)))
    case .lineString(let line):
      return .lineString(try LineString(CoordinateSequence(line.coordinates.map(moved))))
    default: throw BenchError("A workload has lines and junctions only.")
    }
  }

  private static func millimetres(_ ordinate: Double) -> Double {
    (ordinate * 1000).rounded(.toNearestOrAwayFromZero) / 1000
  }
}

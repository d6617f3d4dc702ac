import GeoSnap
import GeoSnapTestSupport

/// The jobs that edit an index, or query an edited one; an operation of the editing jobs is one feature.
enum EditJob: String, CaseIterable {
  case insertAll, delete, insert, move, mixed
  /// With a snapshot taken every 100 edits.
  case deleteSnapshots, insertSnapshots, moveSnapshots
  /// When one feature in a hundred, or in ten, was deleted and inserted again.
  case identifyEdited1, identifyEdited10, snapEdgeEdited1, snapVertexEdited1
  case nearest1Edited1, nearest8Edited1
}

final class EditBench {
  private let workload: Workload
  private let product: ProductEngine
  private let geometries: [Geometry?]
  private let plan: EditPlan
  private let queries: Int
  private var index = FeatureIndex()

  init(_ workload: Workload, _ product: ProductEngine, queries: Int) throws {
    self.workload = workload
    self.product = product
    self.queries = min(queries, workload.queryCount)
    geometries = try workload.featureGeometries()
    plan = try EditPlan(geometries)
  }

  func contest(_ job: EditJob) -> Contest {
    Contest(job: job.rawValue, contenders: [contender(job)])
  }

  private func contender(_ job: EditJob) -> Contender {
    let isWatched = job.rawValue.hasSuffix("Snapshots")
    switch job {
    case .insertAll:
      return contender(
        geometries.count,
        entries: workload.entryCount,
        prepare: { self.index = FeatureIndex() },
        run: {
          for (feature, geometry) in self.geometries.enumerated() {
            if let geometry { self.insert(Int32(feature), at: geometry) }
          }
        }
      )
    case .delete, .deleteSnapshots:
      return edits(isWatched, prepare: pristine) { self.remove($0) }
    case .insert, .insertSnapshots:
      return edits(isWatched, prepare: removeChosen) { self.insert($0, self.plan.home) }
    case .move, .moveSnapshots:
      return edits(isWatched, prepare: pristine) { step in
        self.remove(step)
        self.insert(step, self.plan.away)
      }
    case .mixed: return mixed
    case .identifyEdited1: return query(percent: 1) { $0.identify(self.workload, $1) }
    case .identifyEdited10: return query(percent: 10) { $0.identify(self.workload, $1) }
    case .snapEdgeEdited1: return query(percent: 1) { $0.snapEdge(self.workload, $1) }
    case .snapVertexEdited1: return query(percent: 1) { $0.snapVertex(self.workload, $1) }
    case .nearest1Edited1: return query(percent: 1) { $0.nearest(self.workload, 1, $1) }
    case .nearest8Edited1: return query(percent: 1) { $0.nearest(self.workload, 8, $1) }
    }
  }

  // MARK: Edits

  private func remove(_ step: Int) {
    orStop { () throws(IndexError) in try index.remove(plan.chosen[step], at: plan.home[step]) }
  }

  private func insert(_ step: Int, _ geometries: [Geometry]) {
    insert(plan.chosen[step], at: geometries[step])
  }

  private func insert(_ feature: Int32, at geometry: Geometry) {
    orStop { () throws(IndexError) in try index.insert(feature, at: geometry) }
  }

  /// Stops the program at an error: the edited features are in the index, which does not refuse them.
  private func orStop(_ edit: () throws(IndexError) -> Void) {
    do { try edit() } catch { preconditionFailure("An edit of the benchmark failed: \(error)") }
  }

  private func pristine() { index = product.features }

  private func removeChosen() {
    pristine()
    for step in plan.chosen.indices { remove(step) }
  }

  // MARK: Contenders

  /// An edit of each chosen feature in turn; if watched, a snapshot is taken every 100 edits and held until the next.
  private func edits(
    _ isWatched: Bool,
    prepare: @escaping () -> Void,
    _ edit: @escaping (_ step: Int) -> Void
  ) -> Contender {
    contender(plan.chosen.count, entries: plan.entryCount, prepare: prepare) {
      var snapshot: FeatureIndex?
      for step in self.plan.chosen.indices {
        if isWatched, step.isMultiple(of: 100) { snapshot = self.index }
        edit(step)
      }
      withExtendedLifetime(snapshot) {}
    }
  }

  /// Edits, and the result of identify at the first 1000 points after them.
  private func contender(
    _ features: Int,
    entries: Int,
    prepare: @escaping () -> Void,
    run: @escaping () -> Void
  ) -> Contender {
    Contender(
      operations: features,
      note: "\(features) features of \(entries) segments and junctions",
      prepare: prepare,
      run: { _ in
        run()
        return nil
      },
      check: { self.queried.identify(self.workload, min(1000, self.workload.queryCount)) }
    )
  }

  private var mixed: Contender {
    let rounds = min(1000, plan.chosen.count / 5, workload.queryCount / 90)
    return Contender(
      operations: rounds * 100,
      note: "5 features taken out, 5 put back, 90 queries, and again",
      prepare: pristine,
      run: { _ in
        var checksum = Checksum()
        var hits: [FeatureHit] = []
        var query = 0
        for step in 0..<rounds * 100 {
          let edit = step / 20
          switch step % 20 {
          case 9: self.remove(edit)
          case 19: self.insert(edit, self.plan.away)
          default:
            let place = self.workload.query(query)
            self.index.collectHits(at: place, within: Workload.tolerance, into: &hits)
            checksum.add(hits)
            query += 1
          }
        }
        return checksum
      }
    )
  }

  /// Queries to an index of which a share of the features was deleted and inserted at the same place.
  private func query(
    percent: Int,
    _ run: @escaping (ProductEngine, _ operations: Int) -> Checksum
  ) -> Contender {
    Contender(
      operations: queries,
      note: "\(percent)% of the features edited",
      prepare: {
        self.pristine()
        let count = min(self.geometries.count * percent / 100, self.plan.chosen.count)
        for step in 0..<count {
          self.remove(step)
          self.insert(step, self.plan.home)
        }
      },
      run: { run(self.queried, $0) }
    )
  }

  private var queried: ProductEngine {
    var product = product
    product.features = index
    return product
  }
}

/// The edited features and their new places, as `Benchmarks/Rivals/boost_dynamic.cpp` has them.
struct EditPlan {
  let chosen: [Int32]
  /// Their original geometries, copied: those of an editor are new too, and not scattered among those of a whole
  /// network.
  private(set) var home: [Geometry] = []
  private(set) var away: [Geometry] = []
  /// The number of segments and junctions of all of them.
  private(set) var entryCount = 0

  init(_ geometries: [Geometry?]) throws {
    let count = min(100_000, geometries.count / 2)
    var random = SeededGenerator(seed: Workload.seed)
    var order = Array(0..<Int32(geometries.count))
    for index in 0..<count { order.swapAt(index, index + random.below(order.count - index)) }
    chosen = Array(order[..<count])
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

import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Conforming a data set")
struct ConformTests {
  /// Features whose vertices come from a small pool of coordinates, so that many are shared, on and
  /// near the grid that random networks lie on.
  static func dataSet(of count: Int, using generator: inout SeededGenerator) throws -> [Geometry] {
    let pool = (0..<count).map { _ -> Coordinate in
      let near = RandomNetwork.place(using: &generator)
      guard generator.oneIn(2) else { return near }
      return Coordinate(
        x: near.x.rounded() + generator.double(-0.4...0.4),
        y: near.y.rounded() + generator.double(-0.4...0.4)
      )
    }
    func path() -> CoordinateSequence {
      var places = [pool[generator.int(0...pool.count - 1)]]
      for _ in 0..<(generator.oneIn(20) ? 60 : generator.int(1...4)) {
        let last = places[places.count - 1]
        // Mostly to the pool's nearest of a few, so that short lines abound.
        let choices = (0..<8).map { _ in pool[generator.int(0...pool.count - 1)] }
        let next = choices.min { $0.squaredDistance(to: last) < $1.squaredDistance(to: last) }
        places.append(generator.oneIn(10) ? last : next ?? last)
      }
      if generator.oneIn(8) { places.append(places[0]) }
      return CoordinateSequence(places)
    }
    return try (0..<count).map { _ in
      switch generator.int(0...9) {
      case 0...1: .point(Point(pool[generator.int(0...pool.count - 1)]))
      case 2: .multiPoint(MultiPoint(path()))
      case 3: .multiLineString(try MultiLineString(parts: [path(), path()]))
      case 4 where generator.oneIn(3):
        .collection(try GeometryCollection([.lineString(try LineString(path()))]))
      default: .lineString(try LineString(path()))
      }
    }
  }

  static func scene(
    _ generator: inout SeededGenerator,
    features: Int
  ) throws -> (snappers: [Snapper], data: [Geometry]) {
    let network = try RandomNetwork.make(size: 200, using: &generator)
    let index = try NetworkIndex(network)
    let settings = SnapSettings(on: network)
    var snappers = [Snapper(index, settings: settings)]
    for source in [7, 9] {
      for group in 1...2 {
        let type = AssetTypeID(sourceID: source, assetGroup: group, assetType: generator.int(1...2))
        let rules = try SnapRules(for: type, in: network)
        snappers.append(Snapper(index, settings: settings, rules: rules))
      }
    }
    return (snappers, try dataSet(of: features, using: &generator))
  }

  static func paths(_ features: [ConformedFeature]) -> [[[Coordinate]]] {
    features.map { feature in
      feature.geometry?.paths.map { path in (0..<path.count).map { path[$0] } } ?? []
    }
  }

  @Test(
    "The outcome is that of a naive reading of the rules, and keeps both promises",
    arguments: 1...Extent.count(1, long: 8) as ClosedRange<UInt64>
  )
  func oracle(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var moveCount = 0
    var conflictCount = 0
    for tolerance in [0.3, 1, 2.5] {
      let (snappers, data) = try Self.scene(&generator, features: 150)
      for snapper in snappers {
        let features = try await Conformer(snapper, tolerance: tolerance).conform(data)
        let now = Self.paths(features)
        #expect(
          now == NaiveConformer(snapper: snapper, tolerance: tolerance).conform(data),
          "seed \(seed), tolerance \(tolerance)"
        )
        checkPromises(data, now, tolerance, seed)
        for outcome in features.flatMap(\.outcomes) {
          switch outcome {
          case .moved(let match):
            moveCount += 1
            #expect(match.place.distance <= tolerance)
          case .kept(.wouldCollapse), .kept(.sharedConflict): conflictCount += 1
          default: break
          }
        }
      }
    }
    #expect(moveCount > 500)
    #expect(conflictCount > 50)
  }

  private func checkPromises(
    _ data: [Geometry],
    _ now: [[[Coordinate]]],
    _ tolerance: Double,
    _ seed: UInt64
  ) {
    var placeOf: [Coordinate: Coordinate] = [:]
    var torn = 0
    var short = 0
    var together = 0
    for (geometry, paths) in zip(data, now) {
      for (path, places) in zip(geometry.paths, paths) {
        let before = (0..<path.count).map { path[$0] }
        for (one, other) in zip(before, places) where (placeOf[one] ?? other) != other { torn += 1 }
        for (one, other) in zip(before, places) { placeOf[one] = other }
        guard path.kind == .line else { continue }
        if pathLength(places) < min(tolerance, pathLength(before)) { short += 1 }
        for vertex in 1..<path.count
        where places[vertex] == places[vertex - 1] && before[vertex] != before[vertex - 1] {
          together += 1
        }
      }
    }
    #expect(torn == 0, "seed \(seed)")
    #expect(short == 0, "seed \(seed)")
    #expect(together == 0, "seed \(seed)")
  }

  @Test(
    "A vertex that is refused has the reason that an explanation gives for the nearest place",
    arguments: 31...34 as ClosedRange<UInt64>
  )
  func reasons(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let (snappers, data) = try Self.scene(&generator, features: 60)
    var reasons: Set<SnapRefusalReason> = []
    for snapper in snappers {
      let role: SnapRole = snapper.rules?.elementKind == .edge ? .lineEnd : .point
      for feature in try await Conformer(snapper, tolerance: 1).conform(data) {
        let places = feature.geometry.map { Array($0.coordinates) } ?? []
        for (place, outcome) in zip(places, feature.outcomes) {
          guard case .kept(let reason) = outcome else { continue }
          let explanation = try snapper.explain(at: place, tolerance: 1, role: role)
          let nearest = explanation.refused.min { $0.place.distance < $1.place.distance }
          if case .refused(let reason) = reason {
            #expect(explanation.match == nil)
            #expect(reason == nearest?.reason, "seed \(seed) at \(place)")
            reasons.insert(reason)
          } else if reason == .nothingNear {
            #expect(explanation.match == nil && nearest == nil)
          }
        }
      }
    }
    #expect(reasons.count > 2)
  }

  @Test(
    "Neither the order of features nor the size of blocks nor the memory of the plan plays a part",
    arguments: 11...Extent.count(12, long: 16) as ClosedRange<UInt64>
  )
  func independence(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let (snappers, data) = try Self.scene(&generator, features: 200)
    for snapper in snappers {
      let conformer = try Conformer(snapper, tolerance: 1.2)
      let expected = try await conformer.conform(data).map(\.outcomes)
      let order = Array(data.indices).shuffled(using: &generator)
      var plan = ConformPlan(expecting: generator.oneIn(2) ? 0 : 1_000_000)
      var blocks: [(features: ArraySlice<Int>, block: ConformBlock)] = []
      var first = 0
      while first < order.count {
        let next = min(first + generator.int(1...40), order.count)
        var block = ConformBlock()
        for feature in order[first..<next] { block.append(data[feature]) }
        blocks.append((order[first..<next], block))
        first = next
      }
      for (_, block) in blocks { plan.add(conformer.survey(block)) }
      for (_, block) in blocks.reversed() where plan.needsHolders {
        plan.hold(conformer.heldPlaces(in: block, near: plan.moving))
      }
      let pins = try plan.pins()
      for (features, block) in blocks {
        let outcomes = conformer.conform(block, keeping: pins)
        for (number, feature) in features.enumerated() {
          #expect(Array(outcomes[block.vertices(of: number)]) == expected[feature], "seed \(seed)")
        }
      }
    }
  }

  @Test(
    "Where inner vertices may connect, they are answered as ends are",
    arguments: 21...23 as ClosedRange<UInt64>
  )
  func roles(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var compared = 0
    for _ in 0..<10 {
      let (snappers, _) = try Self.scene(&generator, features: 1)
      for snapper in snappers {
        guard let rules = snapper.rules,
          snapper.scene.network.base.assetType(rules.assetType)?.type.connectivityPolicy
            == .anyVertex
        else { continue }
        for _ in 0..<200 {
          let place = RandomNetwork.place(using: &generator)
          let end = try snapper.snap(at: place, tolerance: 1.5, role: .lineEnd)
          let inner = try snapper.snap(at: place, tolerance: 1.5, role: .innerVertex)
          #expect(end?.place == inner?.place, "seed \(seed) at \(place)")
          compared += 1
        }
      }
    }
    #expect(compared > 500)
  }
}

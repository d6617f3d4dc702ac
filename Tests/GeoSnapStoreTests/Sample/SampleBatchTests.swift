import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization
import Testing

@Suite("Batches on the sample")
struct SampleBatchTests {
  let index: NetworkIndex
  let places: [Coordinate]

  static let seed: UInt64 = 31

  init() throws {
    index = try SampleTown.index
    var generator = SeededGenerator(seed: Self.seed)
    let source = RandomPlaces(index.network.base)
    // More than one chunk, and no multiple of a group.
    places =
      (0..<5_001).map { number in
        switch number % 4 {
        case 0: source.tie(using: &generator)
        case 1: source.anywhere(using: &generator)
        default: source.near(within: 3, using: &generator)
        }
      } + [Coordinate(x: .nan, y: 0), Coordinate(x: 1e200, y: 0), Coordinate(x: 0, y: -.infinity)]
  }

  @Test("A batch identifies what one request after the other does, on one thread and on all")
  func identify() async throws {
    let order = index.network.base.tables.map(\.name)
    let near = [3, 0, -1].map { IdentifyRequest(at: places[0], tolerance: $0) }
    let limited = IdentifyRequest(
      at: places[0],
      tolerance: 12,
      sources: ["electricline", "StructureBoundary"],
      limitPerSource: 2,
      limit: 3,
      layerOrder: [order[3], order[0], order[3], order[12]]
    )
    for request in near + [limited] {
      let expected = places.map { place in
        var single = request
        single.coordinate = place
        return index.identify(single)
      }
      let answers = index.identify(atEach: places, as: request)
      #expect(answers.map { Array($0) } == expected, "seed \(Self.seed)")
      #expect(answers.hits.count == expected.reduce(0) { $0 + $1.count })
      let parallel = try await index.identify(atEach: places, as: request, progress: nil)
      #expect(parallel == answers)
    }
    #expect(index.identify(atEach: [], as: limited).isEmpty)
  }

  private func snapper(for type: AssetTypeID?) throws -> (Snapper, [SnapRole]) {
    var settings = SnapSettings()
    settings.isEnabled = true
    guard let type else {
      settings.syncSourceSettings(with: index.network.base)
      settings.enableAllSources()
      return (Snapper(index, settings: settings), [.point])
    }
    let rules = try SnapRules(for: type, in: index.network.base)
    settings.syncSourceSettings(with: index.network.base, rules: rules, enabling: .setFromRules)
    let roles: [SnapRole] = rules.elementKind == .junction ? [.point] : [.lineEnd, .innerVertex]
    return (Snapper(index, settings: settings, rules: rules), roles)
  }

  @Test("A batch snaps as one place after the other does, on any threads, and tells the count done")
  func snap() async throws {
    let (snapper, _) = try snapper(for: nil)
    let edited = FeatureID(table: 0, row: 0)
    let expected = try places.map { try snapper.snap(at: $0, tolerance: 3, editing: edited) }
    #expect(expected.contains { $0 != nil } && expected.contains { $0 == nil })
    #expect(try snapper.snap(atEach: places, tolerance: 3, editing: edited) == expected)
    let steps = Mutex<[Int]>([])
    let parallel = try await snapper.snap(atEach: places, tolerance: 3, editing: edited) { done in
      steps.withLock { $0.append(done) }
    }
    #expect(parallel == expected, "seed \(Self.seed)")
    let told = steps.withLock { $0 }
    #expect(told == told.sorted() && told.last == places.count && told.count > 1)
  }

  @Test("A batch obeys the rules for every asset type of the sample")
  func everyAssetType() throws {
    let network = index.network.base
    let types = Set(
      network.tables.flatMap { table in (0..<table.count).compactMap { table.assetTypeID(of: $0) } }
    )
    #expect(types.count > 20)
    let some = Array(places[..<150])
    var matched = 0
    for type in types {
      let (snapper, roles) = try snapper(for: type)
      for role in roles {
        let expected = try some.map { try snapper.snap(at: $0, tolerance: 3, role: role) }
        #expect(
          try snapper.snap(atEach: some, tolerance: 3, role: role) == expected,
          "seed \(Self.seed), \(type), \(role)"
        )
        matched += expected.count { $0 != nil }
      }
    }
    #expect(matched > 100)
  }

  @Test("A cancelled task throws")
  func cancellation() async throws {
    let (snapper, _) = try snapper(for: nil)
    let request = IdentifyRequest(at: places[0], tolerance: 3)
    let works: [@Sendable () async throws -> Void] = [
      { [places] in _ = try await snapper.snap(atEach: places, tolerance: 3, progress: nil) },
      { [places, index] in
        _ = try await index.identify(atEach: places, as: request, progress: nil)
      },
    ]
    for work in works {
      let task = Task {
        // Waits until it is cancelled, however long that takes.
        while !Task.isCancelled { await Task.yield() }
        try await work()
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}

import GeoSnap
import GeoSnapIndex
import GeoSnapTestSupport
import Synchronization
import Testing

@Suite("Building a feature index")
struct FeatureIndexBuildingTests {
  /// Streets of four vertices, a point at each end, and an area here and there.
  private static func town(_ count: Int, seed: UInt64) throws -> [Geometry?] {
    var random = SeededGenerator(seed: seed)
    return try (0..<count).map { feature in
      let start = c(
        3.4e6 + (random.double(0...20_000) * 1000).rounded() / 1000,
        5.4e6 + (random.double(0...20_000) * 1000).rounded() / 1000
      )
      let corners = [start, c(start.x + 30, start.y), c(start.x + 30, start.y + 20), start]
      switch feature % 8 {
      case 0: return .point(Point(start))
      case 1: return .polygon(try Polygon(rings: [CoordinateSequence(corners)]))
      case 2: return nil
      default: return .lineString(try LineString(CoordinateSequence(corners)))
      }
    }
  }

  private static func areSame(_ one: PackedTree, _ other: PackedTree) -> Bool {
    func entries(_ tree: PackedTree) -> [TreeEntry] {
      var entries: [TreeEntry] = []
      tree.forEachEntry(meeting: .everywhere) { entries.append($0) }
      return entries
    }
    func boxes(_ tree: PackedTree) -> [Envelope] {
      let shape = tree.view.shape
      return (0..<shape.top).flatMap { level in
        (0..<shape.width(level)).map { node in
          tree.view.envelope(ofChild: node % 16, level + 1, node / 16)
        }
      }
    }
    return one.view.shape == other.view.shape && one.view.frame == other.view.frame
      && one.grid == other.grid && one.extent == other.extent
      && one.view.segmentBits == other.view.segmentBits && one.byteCount == other.byteCount
      && entries(one) == entries(other) && boxes(one) == boxes(other)
  }

  private static func areSame(_ one: FeatureIndex, _ other: FeatureIndex) -> Bool {
    areSame(one.segments.base, other.segments.base)
      && areSame(one.areas.tree.base, other.areas.tree.base)
      && (0..<one.areas.tree.count).allSatisfy { one.areas[$0].feature == other.areas[$0].feature }
  }

  @Test("All cores build the index that one thread builds, bit for bit", arguments: [0, 1, 60_000])
  func sameOnAllCores(_ count: Int) async throws {
    let geometries = try Self.town(count, seed: 5)
    let together = try await FeatureIndex(geometries, progress: nil)
    #expect(try Self.areSame(FeatureIndex(geometries), together))
  }

  @Test("Several lists give the index of one, whatever the threads", arguments: [1, 2, 5])
  func lists(_ threads: Int) async throws {
    let geometries = try Self.town(9000, seed: 6)
    let alone = try FeatureIndex(geometries)
    let parts = [
      [], Array(geometries[..<17]), Array(geometries[17..<8000]), [], Array(geometries[8000...]),
      [],
    ]
    let lists = parts.map { GeometryList.array($0) }
    let columns = parts.map { GeometryList.column(GeometryColumn($0)) }
    for together in [
      try FeatureIndex(lists: lists, threads: threads),
      try await FeatureIndex(lists: lists, progress: nil),
      try FeatureIndex(lists: columns, threads: threads),
    ] { #expect(Self.areSame(alone, together)) }
  }

  @Test(
    "The first wrong feature of several lists is named by its number among all",
    arguments: [false, true]
  )
  func wrongInLists(inColumns: Bool) throws {
    let bad = pointAt(.nan, 0)
    let good = pointAt(0, 0)
    let parts: [[Geometry?]] = [[good, nil], [], [good, bad], [bad]]
    let lists = parts.map { part -> GeometryList in
      inColumns ? .column(GeometryColumn(part)) : .array(part)
    }
    let error = #expect(throws: IndexError.self) { try FeatureIndex(lists: lists, threads: 2) }
    #expect(error?.entry == 3)
  }

  @Test("Every scene is built alike on one thread and on all cores", arguments: Scene.allCases)
  func sameScenes(_ scene: Scene) async throws {
    var random = SeededGenerator(seed: 77)
    let geometries = try scene.geometries(700, &random)
    let alone = try FeatureIndex(geometries)
    let together = try await FeatureIndex(geometries, progress: nil)
    #expect(Self.areSame(alone.segments.base, together.segments.base))
    #expect(Self.areSame(alone.areas.tree.base, together.areas.tree.base))
    #expect(alone.segments.count == IndexOracle(geometries).segments.count)
  }

  @Test("Errors come in order of feature, and the rest is indexed as if the bad had been missing")
  func skipped() async throws {
    var geometries = try Self.town(20_000, seed: 6)
    var without = geometries
    let bad = [0, 1, 4095, 4096, 4097, 12_345, 19_999]
    for feature in bad {
      let places = [c(1, 2), c(feature % 2 == 0 ? .nan : 1e151, 3), c(4, 5)]
      geometries[feature] = .lineString(try LineString(CoordinateSequence(places)))
      without[feature] = nil
    }
    let expected = try FeatureIndex(without)
    var errors: [IndexError] = []
    let alone = try FeatureIndex(geometries, skipped: &errors)
    #expect(errors.map(\.entry) == bad)
    #expect(
      errors.map(\.code)
        == bad.map { $0 % 2 == 0 ? .nonFiniteOrdinate : .ordinateOutOfRange }
    )
    #expect(Self.areSame(alone.segments.base, expected.segments.base))
    var sameErrors: [IndexError] = []
    let together = try await FeatureIndex(geometries, skipped: &sameErrors, progress: nil)
    #expect(sameErrors == errors)
    #expect(Self.areSame(together.segments.base, expected.segments.base))
    #expect(throws: errors[0]) { try FeatureIndex(geometries) }
    await #expect(throws: errors[0]) { try await FeatureIndex(geometries, progress: nil) }
  }

  @Test("More segments than an index can number are refused before memory is asked for")
  func tooMany() throws {
    let line = try LineString(
      CoordinateSequence(trusted: Array(repeating: 1, count: 2_000_000), dimensions: .xy)
    )
    let geometries = [Geometry?](repeating: .lineString(line), count: 2200)
    var skipped: [IndexError] = []
    let error = #expect(throws: IndexError.self) { try FeatureIndex(geometries, skipped: &skipped) }
    #expect(error?.code == .tooManyEntries)
    #expect(skipped.isEmpty)
  }

  @Test("Progress never goes back and ends with 1")
  func progress() async throws {
    let shares = Mutex<[Double]>([])
    _ = try await FeatureIndex(Self.town(30_000, seed: 7)) { share in
      shares.withLock { $0.append(share) }
    }
    let reported = shares.withLock { $0 }
    #expect(reported.count > 10)
    #expect(zip(reported, reported.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(reported.allSatisfy { $0 > 0 && $0 <= 1 })
    #expect(reported.last == 1)
  }

  @Test("A cancelled build stops at once and throws")
  func cancellation() async throws {
    let geometries = try Self.town(60_000, seed: 8)
    let last = Mutex(0.0)
    let building = Mutex<Task<FeatureIndex, any Error>?>(nil)
    let (isKnown, continuation) = AsyncStream<Void>.makeStream()
    let task = Task {
      // Until it can be cancelled by what it tells: the build is never quicker than that.
      for await _ in isKnown { break }
      return try await FeatureIndex(geometries) { share in
        last.withLock { $0 = share }
        building.withLock { $0 }?.cancel()
      }
    }
    building.withLock { $0 = task }
    continuation.yield()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(last.withLock { $0 } < 0.5)
    let early = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await FeatureIndex(geometries, progress: nil)
    }
    early.cancel()
    await #expect(throws: CancellationError.self) { try await early.value }
  }

  @Test("A network is indexed alike on one thread and on all cores")
  func network() async throws {
    let network = try GasFixture.network()
    let alone = try NetworkIndex(network)
    let together = try await NetworkIndex(network, progress: nil)
    #expect(Self.areSame(alone.features.segments.base, together.features.segments.base))
    #expect(alone.classes.plain == together.classes.plain)
    let everywhere = Envelope(around: c(0, 0), radius: 1e9)
    #expect(alone.associations(in: everywhere) == together.associations(in: everywhere))
  }
}

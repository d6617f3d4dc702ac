import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Long work of stores: progress, cancellation, and nothing in part", .onBothStores)
struct StoreLongWorkTests {
  /// The store that is read.
  private let subject: StoreSubject
  /// Where there is nothing yet.
  private let empty: StoreSubject
  private let network: UtilityNetwork

  init() async throws {
    network = try SampleTown.network
    subject = try await StoreSubject(copying: SampleFile.path)
    empty = try StoreSubject()
  }

  /// All work of stores that tells a share, from 0 to 1.
  private var works: [(String, @Sendable (Watched) async throws -> Void)] {
    let (network, source, target) = (network, subject.place, empty.place)
    return [
      ("open", { _ = try await source.open(images: .none, progress: $0.note) }),
      (
        "open a snapshot",
        { _ = try await source.openSnapshot(images: .none, progress: $0.note) }
      ),
      (
        "open tolerantly",
        {
          var problems: [NetworkProblem] = []
          _ = try await source.open(tolerating: &problems, images: .none, progress: $0.note)
        }
      ),
      ("session", { _ = try await source.session(images: .none, progress: $0.note) }),
      ("write", { try await target.write(network, replacing: true, progress: $0.note) }),
    ]
  }

  @Test("Shares rise to 1")
  func progress() async throws {
    for (name, work) in works {
      let watched = Watched()
      try await work(watched)
      let shares = watched.shares
      #expect(shares == shares.sorted() && shares.last == 1, "\(name): \(shares)")
      #expect(shares.count { $0 == 1 } == 1, "\(name) is done once: \(shares.suffix(3))")
      #expect(shares.allSatisfy { (0...1).contains($0) }, "\(name)")
    }
  }

  @Test("A task that is cancelled before or at the first note gets no answer")
  func cancellation() async throws {
    for (name, work) in works {
      let early = Task {
        while !Task.isCancelled { await Task.yield() }
        try await work(Watched())
      }
      early.cancel()
      await #expect(throws: CancellationError.self, "\(name), before") { try await early.value }
      let watched = Watched()
      await #expect(throws: CancellationError.self, "\(name), at the first note") {
        try await watched.runCancelledAtFirstNote { try await work(watched) }
      }
    }
    // Once the threads have ended that were to write it.
    #expect(try await isSoon { try !empty.place.isTaken() })
  }

  @Test("Whenever writing is cancelled, there is a network just where nothing is thrown")
  func anyCancellation() async throws {
    let network = try GasFixture.network()
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<12 {
      let subject = try StoreSubject()
      let place = subject.place
      let writing = Task { try await place.write(network) }
      try await Task.sleep(for: .microseconds(generator.int(0...60_000)))
      writing.cancel()
      do {
        try await writing.value
        let stored = try await subject.stored(strict: true).network
        #expect(stored.tables == network.tables, "seed \(seed), round \(round)")
      } catch is CancellationError {
        #expect(try await isSoon { try !place.isTaken() }, "seed \(seed), round \(round)")
      }
    }
  }

  @Test("What is read and written with progress is what the other forms give")
  func answers() async throws {
    let opened = try await subject.place.open(images: .none, progress: nil)
    #expect(opened.network.tables == network.tables)
    let snapshot = try subject.place.openSnapshot(images: .none)
    #expect(snapshot.network.base.tables == network.tables)
    try await empty.place.write(opened.network, imports: opened.imports, progress: { _ in })
    let again = try await empty.stored(strict: true)
    #expect(again.network.tables == network.tables && again.imports == opened.imports)
    #expect(again.network.associations.elementsEqual(network.associations))
  }
}

import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization
import Testing

@Suite("Long work of stores: progress, cancellation, and nothing in part", .onBothStores)
struct StoreLongWorkTests {
  private let subject: StoreSubject
  private let empty: StoreSubject
  private let network: UtilityNetwork

  init() async throws {
    network = try SampleTown.network
    subject = try await StoreSubject(copying: SampleFile.path)
    empty = try StoreSubject()
  }

  private var works: [(String, Watched.Work)] {
    let (network, source, target) = (network, subject.place, empty.place)
    return [
      ("open", { _ = try await source.open(images: .none, progress: $0.note) }),
      ("open a snapshot", { _ = try await source.openSnapshot(images: .none, progress: $0.note) }),
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

  /// Waits for the end of the writing threads, and expects neither a whole nor a partial result.
  private func expectNothing(_ subject: StoreSubject, _ comment: Comment? = nil) async throws {
    let isNothing = try await isSoon {
      try subject.file.map { try $0.files.isEmpty } ?? !subject.place.isTaken()
    }
    #expect(isNothing, comment)
  }

  @Test("Shares rise to 1")
  func progress() async throws {
    for (name, work) in works { try await Watched.expectShares(name, work) }
  }

  @Test("A task that is cancelled before or at the first note gets no answer")
  func cancellation() async throws {
    for (name, work) in works { await Watched.expectCancelled(name, work) }
    try await expectNothing(empty)
  }

  @Test("Writing that is cancelled when all rows are written leaves no file")
  func lateCancellation() async throws {
    guard StoreKind.current == .file else { return }
    let (network, place) = (try GasFixture.network(), empty.place)
    let whole = Watched()
    try await place.write(network, progress: whole.note)
    // The last share comes when the file is complete, the one before it when all data was passed to the disk.
    let last = whole.shares.count - 1
    let (other, count, watched) = (try StoreSubject(), Watched(), Watched())
    let target = other.place
    await #expect(throws: CancellationError.self) {
      try await watched.runCancelledAtFirstNote {
        try await target.write(network) { share in
          count.note(share)
          if count.shares.count == last { watched.note(share) }
        }
      }
    }
    #expect(count.shares.count == last)
    try await expectNothing(other)
  }

  @Test("Whenever writing is cancelled, there is a network just where nothing is thrown")
  func anyCancellation() async throws {
    let network = try GasFixture.network()
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<16 {
      let subject = try StoreSubject()
      let place = subject.place
      // Half of them near the end.
      let isLate = round.isMultiple(of: 2)
      let isAtEnd = Mutex(false)
      let writing = Task {
        try await place.write(network) { share in
          if share >= 0.95 { isAtEnd.withLock { $0 = true } }
        }
      }
      while isLate, !isAtEnd.withLock({ $0 }) { try await Task.sleep(for: .microseconds(200)) }
      try await Task.sleep(for: .microseconds(generator.int(0...(isLate ? 3_000 : 60_000))))
      writing.cancel()
      do {
        try await writing.value
        let stored = try await subject.stored(strict: true).network
        #expect(stored.tables == network.tables, "seed \(seed), round \(round)")
      } catch is CancellationError {
        try await expectNothing(subject, "seed \(seed), round \(round)")
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
    guard let file = empty.file else { return }
    let plain = try TemporaryFile(holding: opened.network, imports: opened.imports)
    #expect(try file.bytes == plain.bytes)
  }
}

import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization
import Testing

/// A task and what its work has told, so that the work can cancel its own task at a note.
final class Watched: Sendable {
  private struct State {
    var shares: [Double] = []
    var counts: [Int] = []
    var task: Task<Void, any Error>?
    var isToCancel = false
  }

  private let state = Mutex(State())

  var shares: [Double] { state.withLock { $0.shares } }
  var counts: [Int] { state.withLock { $0.counts } }

  @Sendable
  func note(_ share: Double) {
    state.withLock { $0.shares.append(share) }
    cancelIfWanted()
  }

  @Sendable
  func note(_ count: Int) {
    state.withLock { $0.counts.append(count) }
    cancelIfWanted()
  }

  private func cancelIfWanted() {
    state.withLock { $0.isToCancel ? $0.task : nil }?.cancel()
  }

  /// Runs work in a task that is cancelled when the work first tells of itself.
  func runCancelledAtFirstNote(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task {
      while self.state.withLock({ $0.task }) == nil { await Task.yield() }
      try await work()
    }
    state.withLock { state in
      state.isToCancel = true
      state.task = task
    }
    try await task.value
  }
}

@Suite("Long work: progress, cancellation, and the same answers as without")
struct LongWorkTests {
  /// Work that answers nothing here, told by name; the way it is watched.
  private typealias Work = @Sendable (Watched) async throws -> Void

  private let network: UtilityNetwork
  private let topology: Topology
  private let index: NetworkIndex
  private let start: TraceLocation
  private let end: TraceLocation
  private let file: TemporaryFile

  init() throws {
    network = try SampleTown.network
    index = try SampleTown.index
    topology = try SampleTopology.shared.get()
    start = TraceLocation(network.features(origin: "lv/line/8769")[0], fractionAlongEdge: 0.5)
    end = TraceLocation(network.features(origin: "lv/line/8769")[0], fractionAlongEdge: 0.1)
    file = try TemporaryFile()
  }

  private func parameters(_ type: TraceType) throws -> TraceParameters {
    TraceParameters(
      type,
      from: [start],
      configuration: try topology.defaultConfiguration(of: type, from: [start])
    )
  }

  /// All work that tells a share, from 0 to 1.
  private func sharing() throws -> [(String, Work)] {
    let (network, topology, index, path) = (network, topology, index, file.path)
    let geometries = Array(network.geometries.prefix(600))
    let conformer = Conformer(Snapper(index, settings: SnapSettings()), tolerance: 0.1)
    return [
      ("open", { _ = try await GeoPackage.open(SampleFile.path, progress: $0.note) }),
      (
        "open tolerantly",
        {
          var problems: [NetworkProblem] = []
          _ = try await GeoPackage.open(
            SampleFile.path,
            tolerating: &problems,
            progress: $0.note
          )
        }
      ),
      ("write", { try await GeoPackage.write(network, to: path, progress: $0.note) }),
      ("index", { _ = try await NetworkIndex(network, progress: $0.note) }),
      ("topology", { _ = try await Topology(network, progress: $0.note) }),
      (
        "validation",
        { _ = try await NetworkValidation(topology, index.features, progress: $0.note) }
      ),
      ("validation of a network", { _ = try await NetworkValidation(network, progress: $0.note) }),
      ("conform", { _ = try await conformer.conform(geometries, progress: $0.note) }),
      ("subnetworks", { _ = try await topology.subnetworks(progress: $0.note) }),
      ("segments", { _ = try await topology.isolationSegments(progress: $0.note) }),
      ("graph", { _ = try await topology.contracted(progress: $0.note) }),
    ]
  }

  /// All work that tells how many elements were visited.
  private func counting() throws -> [(String, Work)] {
    // A topology of its own: the direction of the flow that another test has found is not looked for again.
    let (topology, start) = (Topology(network), start)
    let traces: [(String, Work)] = try [TraceType.connected, .downstream, .loops].map { type in
      let parameters = try parameters(type)
      return (
        type.rawValue, { _ = try await topology.trace(parameters, progress: $0.note) }
      )
    }
    let distances: (String, Work) = (
      "distances",
      {
        _ = try await topology.distances(
          from: [start],
          cost: SystemAttribute.shapeLength.rawValue,
          progress: $0.note
        )
      }
    )
    return traces + [distances]
  }

  @Test("Shares rise to 1, and counts of elements rise")
  func progress() async throws {
    for (name, work) in try sharing() {
      let watched = Watched()
      try await work(watched)
      let shares = watched.shares
      #expect(shares == shares.sorted() && shares.last == 1, "\(name): \(shares)")
      #expect(shares.count { $0 == 1 } == 1, "\(name) is done once: \(shares.suffix(3))")
      #expect(shares.allSatisfy { (0...1).contains($0) }, "\(name)")
      try? FileManager.default.removeItem(atPath: file.path)
    }
    for (name, work) in try counting() {
      let watched = Watched()
      try await work(watched)
      #expect(watched.counts == watched.counts.sorted() && !watched.counts.isEmpty, "\(name)")
    }
  }

  @Test("A task that is cancelled before or at the first note gets no answer")
  func cancellation() async throws {
    for (name, work) in try sharing() + counting() {
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
  }

  @Test("A network whose writing is cancelled leaves no file, neither whole nor in part")
  func writing() async throws {
    let (network, path) = (network, file.path)
    let watched = Watched()
    await #expect(throws: CancellationError.self) {
      try await watched.runCancelledAtFirstNote {
        try await GeoPackage.write(network, to: path, progress: watched.note)
      }
    }
    // The thread that writes ends by itself, soon.
    let clock = ContinuousClock()
    let begin = clock.now
    while try FileManager.default.contentsOfDirectory(atPath: file.folder.path) != [],
      clock.now - begin < .seconds(30)
    { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder.path) == [])
  }

  /// Waits until no unfinished file is in a folder, and tells what is there then.
  private func finishedFiles(_ folder: URL) async throws -> [String] {
    let clock = ContinuousClock()
    let begin = clock.now
    while true {
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let isWaiting = files.contains { $0.contains(".part") } && clock.now - begin < .seconds(30)
      guard isWaiting else { return files }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  @Test("Writing that is cancelled when all rows are written leaves no file")
  func lateCancellation() async throws {
    let (network, path) = (try GasFixture.network(), file.path)
    let whole = Watched()
    try await GeoPackage.write(network, to: path, progress: whole.note)
    try FileManager.default.removeItem(atPath: path)
    // The last is told when the file is there, the one before it when all is left to the disk.
    let last = whole.shares.count - 1
    let (count, watched) = (Watched(), Watched())
    await #expect(throws: CancellationError.self) {
      try await watched.runCancelledAtFirstNote {
        try await GeoPackage.write(network, to: path) { share in
          count.note(share)
          if count.shares.count == last { watched.note(share) }
        }
      }
    }
    #expect(count.shares.count == last)
    #expect(try await finishedFiles(file.folder) == [])
  }

  @Test("Whenever writing is cancelled, there is a file just where nothing is thrown")
  func anyCancellation() async throws {
    let network = try GasFixture.network()
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<20 {
      let file = try TemporaryFile()
      let path = file.path
      let last = Mutex(false)
      let writing = Task {
        try await GeoPackage.write(network, to: path) { share in
          if share >= 0.95 { last.withLock { $0 = true } }
        }
      }
      while !last.withLock({ $0 }) { try await Task.sleep(for: .microseconds(200)) }
      try await Task.sleep(for: .microseconds(generator.int(0...3000)))
      writing.cancel()
      let isWritten: Bool
      do {
        try await writing.value
        isWritten = true
      } catch is CancellationError {
        isWritten = false
      }
      let files = try await finishedFiles(file.folder)
      #expect(files.isEmpty == !isWritten, "seed \(seed), round \(round): \(files)")
    }
  }

  @Test("What is read, written, traced and validated is what the other forms give")
  func answers() async throws {
    let opened = try await GeoPackage.open(SampleFile.path, progress: nil)
    try GeoPackage.write(network, to: file.path)
    let expected = try Data(contentsOf: URL(fileURLWithPath: file.path))
    try await GeoPackage.write(opened.network, to: file.path, replacing: true, progress: nil)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == expected)

    for type in [TraceType.connected, .downstream, .upstream, .subnetwork, .loops] {
      let parameters = try parameters(type)
      let (one, other) = (
        try topology.trace(parameters), try await topology.trace(parameters, progress: nil)
      )
      #expect(one.elements.map(\.feature) == other.elements.map(\.feature), "\(type)")
      #expect(one.stops == other.stops, "\(type)")
    }
    let cost = SystemAttribute.shapeLength.rawValue
    #expect(
      try topology.distances(from: [start], cost: cost)
        == (try await topology.distances(from: [start], cost: cost, progress: nil))
    )
    let why = (
      try topology.why(from: start, to: end),
      try await topology.why(from: start, to: end, progress: nil)
    )
    #expect(why.0.path.map(\.feature) == why.1.path.map(\.feature))
    let segments = (
      try topology.isolationSegments(), try await topology.isolationSegments(progress: nil)
    )
    #expect(segments.0.map(\.valves) == segments.1.map(\.valves))
    let names = (
      try topology.subnetworks().subnetworks.map(\.name),
      try await topology.subnetworks(progress: nil).subnetworks.map(\.name)
    )
    #expect(names.0 == names.1 && !names.0.isEmpty)
    let graphs = (
      try topology.contracted(), try await topology.contracted(progress: nil)
    )
    #expect(graphs.0.nodes == graphs.1.nodes && graphs.0.links == graphs.1.links)
    let validation = try await NetworkValidation(topology, index.features, progress: nil)
    let plain = NetworkValidation(topology, index.features)
    #expect(validation.errors == plain.errors && validation.ruleGaps == plain.ruleGaps)
  }

  @Test("Stops of a trace are told to a task that was cancelled after it")
  func stops() async throws {
    let parameters = try parameters(.connected)
    let result = try await topology.trace(parameters, progress: nil)
    let expected = result.stops
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return result.stops
    }
    task.cancel()
    #expect(await task.value == expected)
  }

  @Test("A trace that was cancelled leaves nothing behind that the next one takes over")
  func nextTrace() async throws {
    for type in [TraceType.downstream, .upstream, .subnetwork] {
      let fresh = Topology(network)
      let parameters = try parameters(type)
      let watched = Watched()
      await #expect(throws: CancellationError.self) {
        try await watched.runCancelledAtFirstNote {
          _ = try await fresh.trace(parameters, progress: watched.note)
        }
      }
      let (one, other) = (try fresh.trace(parameters), try topology.trace(parameters))
      #expect(one.elements.map(\.feature) == other.elements.map(\.feature), "\(type)")
    }
  }

  @Test("A state with edits is validated as the file that it would be")
  func states() async throws {
    let state = try await NetworkState(network, progress: nil)
    let plain = try await state.validation()
    #expect(plain.errors == NetworkValidation(topology, index.features).errors)
    let valve = network.features(origin: "lv/line/8769")[0]
    let id = try #require(network.tables[Int(valve.table)].globalIDs[Int(valve.row)])
    let preview = try state.previewing(NetworkTransaction("", [.deleteFeature(.globalID(id))]))
    let edited = try await preview.validation()
    let packed = try NetworkValidation(preview.network.rebased())
    #expect(edited.errors.map(\.message) == packed.errors.map(\.message))
  }
}

/// The topology of the sample, made once.
private enum SampleTopology {
  static let shared = Result { Topology(try SampleTown.network) }
}

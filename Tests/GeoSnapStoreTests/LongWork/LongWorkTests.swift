import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Long work: progress, cancellation, and the same answers as without")
struct LongWorkTests {
  private let network: UtilityNetwork
  private let topology: Topology
  private let index: NetworkIndex
  private let (start, end): (TraceLocation, TraceLocation)
  private let cost = SystemAttribute.shapeLength.rawValue

  init() throws {
    network = try SampleTown.network
    index = try SampleTown.index
    topology = try SampleTown.topology
    let cable = network.features(origin: "lv/line/8769")[0]
    start = TraceLocation(cable, fractionAlongEdge: 0.5)
    end = TraceLocation(cable, fractionAlongEdge: 0.1)
  }

  private func parameters(_ type: TraceType) throws -> TraceParameters {
    let configuration = try topology.defaultConfiguration(of: type, from: [start])
    return TraceParameters(type, from: [start], configuration: configuration)
  }

  /// All work without a store that tells a share, from 0 to 1.
  private func sharing() throws -> [(String, Watched.Work)] {
    let (network, topology, features) = (network, topology, index.features)
    let geometries = Array(network.geometries.prefix(600))
    let conformer = try Conformer(Snapper(index, settings: SnapSettings()), tolerance: 0.1)
    return [
      ("index", { _ = try await NetworkIndex(network, progress: $0.note) }),
      ("topology", { _ = try await Topology(network, progress: $0.note) }),
      ("validation", { _ = try await NetworkValidation(topology, features, progress: $0.note) }),
      ("validation of a network", { _ = try await NetworkValidation(network, progress: $0.note) }),
      ("conform", { _ = try await conformer.conform(geometries, progress: $0.note) }),
      ("subnetworks", { _ = try await topology.subnetworks(progress: $0.note) }),
      ("segments", { _ = try await topology.isolationSegments(progress: $0.note) }),
      ("graph", { _ = try await topology.contracted(progress: $0.note) }),
      ("labels", { _ = try await topology.subnetworkLabels(progress: $0.note) }),
      ("state", { _ = try await NetworkState(network, progress: $0.note) }),
    ]
  }

  /// All work that tells how many elements were visited.
  private func counting() throws -> [(String, Watched.Work)] {
    // A separate topology: the flow direction that another test has found would not be computed again.
    let (topology, start, cost) = (Topology(network), start, cost)
    let traces: [(String, Watched.Work)] = try [TraceType.connected, .downstream, .loops].map {
      let parameters = try parameters($0)
      let work: Watched.Work = { _ = try await topology.trace(parameters, progress: $0.note) }
      return ($0.rawValue, work)
    }
    let distances: Watched.Work = {
      _ = try await topology.distances(from: [start], cost: cost, progress: $0.note)
    }
    return traces + [("distances", distances)]
  }

  @Test("Shares rise to 1, and counts of elements rise")
  func progress() async throws {
    for (name, work) in try sharing() { try await Watched.expectShares(name, work) }
    for (name, work) in try counting() {
      let watched = Watched()
      try await work(watched)
      #expect(watched.counts == watched.counts.sorted() && !watched.counts.isEmpty, "\(name)")
    }
  }

  @Test("A task that is cancelled before or at the first note gets no answer")
  func cancellation() async throws {
    for (name, work) in try sharing() + counting() { await Watched.expectCancelled(name, work) }
  }

  @Test("What is traced and validated is what the other forms give")
  func answers() async throws {
    for type in [TraceType.connected, .downstream, .upstream, .subnetwork, .loops] {
      let parameters = try parameters(type)
      let one = try topology.trace(parameters)
      let other = try await topology.trace(parameters, progress: nil)
      #expect(one.elements.map(\.feature) == other.elements.map(\.feature), "\(type)")
      #expect(one.stops == other.stops, "\(type)")
    }
    let distances = try await topology.distances(from: [start], cost: cost, progress: nil)
    #expect(try topology.distances(from: [start], cost: cost) == distances)
    let why = try await topology.why(from: start, to: end, progress: nil)
    #expect(try topology.why(from: start, to: end).path.map(\.feature) == why.path.map(\.feature))
    let segments = try await topology.isolationSegments(progress: nil)
    #expect(try topology.isolationSegments().map(\.valves) == segments.map(\.valves))
    let labels = try await topology.subnetworkLabels(progress: nil)
    #expect(try topology.subnetworkLabels().subnetworks == labels.subnetworks)
    let names = try await topology.subnetworks(progress: nil).subnetworks.map(\.name)
    #expect(try topology.subnetworks().subnetworks.map(\.name) == names && !names.isEmpty)
    let (one, other) = (try topology.contracted(), try await topology.contracted(progress: nil))
    #expect(one.nodes == other.nodes && one.links == other.links)
    let validation = try await NetworkValidation(topology, index.features, progress: nil)
    let plain = NetworkValidation(topology, index.features)
    #expect(validation.errors == plain.errors && validation.ruleGaps == plain.ruleGaps)
  }

  @Test("Stops of a trace are told to a task that was cancelled after it")
  func stops() async throws {
    let result = try await topology.trace(try parameters(.connected), progress: nil)
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
    let key = try #require(network.key(of: start.feature))
    let preview = try state.previewing(.init("", .deleteFeature(key)))
    let edited = try await preview.validation()
    let packed = try NetworkValidation(preview.network.rebased())
    #expect(edited.errors.map(\.message) == packed.errors.map(\.message))
  }
}

import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Labels of subnetworks")
struct SubnetworkLabelsTests {
  /// A labelled network that is edited.
  private struct Subject {
    private(set) var topology: Topology
    private(set) var labels: SubnetworkLabels
    private let editor: NetworkEditor

    init(_ sketch: TraceSketch) throws {
      topology = try sketch.topology()
      labels = try topology.subnetworkLabels()
      editor = NetworkEditor(topology.network.base)
    }

    mutating func commit(_ edits: [NetworkEdit]) throws {
      try take(editor.commit(NetworkTransaction("", edits)))
    }

    mutating func undo() throws { try take(#require(editor.undo())) }

    private mutating func take(_ commit: NetworkCommit) throws {
      try topology.apply(commit)
      labels = try labels.mended(after: commit, to: topology)
    }

    func key(_ name: String) throws -> FeatureKey {
      let feature = try #require(topology.network.features(origin: name).first)
      return .globalID(try #require(topology.network.globalID(of: feature)))
    }

    /// The names of the subnetworks of a feature.
    func names(_ name: String) -> [String] {
      topology.network.features(origin: name).flatMap { labels.subnetworks(of: $0) }
        .map { "\($0.name) of \($0.tierName)" }
    }

    /// The subnetworks with their features by name, as they are and as they are when computed anew.
    func members(ofNew isNew: Bool = false) throws -> [String: [String]] {
      let labels = isNew ? try topology.subnetworkLabels() : self.labels
      var members: [String: [String]] = [:]
      for subnetwork in labels.subnetworks {
        members["\(subnetwork.name) of \(subnetwork.tierName)"] = labels.members(of: subnetwork)
          .map { topology.network.origin(of: $0) ?? "?" }
      }
      return members
    }
  }

  /// Two sources with an open switch between them: `A -a- sw#1 sw#2 -b- B`.
  private var two: TraceSketch {
    var sketch = TraceSketch()
    var configuration = TraceConfiguration()
    configuration.traversability.barriers = .isOpen
    sketch.definitions["High"] = configuration
    for name in ["A", "B"] {
      sketch.device(name, .single)
      sketch.control(name, name)
    }
    sketch.device("sw", .two, [TraceSketch.status: 1])
    sketch.line("a", "A", "sw#1")
    sketch.line("b", "sw#2", "B")
    return sketch
  }

  private func setStatus(_ key: FeatureKey, _ status: Int64) -> NetworkEdit {
    .setAttributes(key, [TraceSketch.status.uppercased(): .integer(status)])
  }

  private func setController(_ key: FeatureKey, _ name: String?) -> NetworkEdit {
    .setAttributes(key, ["SUBNETWORKCONTROLLERNAME": name.map { .text($0) } ?? .null])
  }

  @Test("An open switch that is closed joins two subnetworks, and undoing it parts them")
  func joining() throws {
    var subject = try Subject(two)
    let parted = try subject.members()
    #expect(parted == ["A of High": ["A", "a", "sw"], "B of High": ["B", "b", "sw"]])
    #expect(subject.names("sw") == ["A of High", "B of High"])
    try subject.commit([setStatus(try subject.key("sw"), 0)])
    #expect(subject.names("a") == ["A of High", "B of High"])
    #expect(try subject.members() == subject.members(ofNew: true))
    try subject.undo()
    #expect(try subject.members() == parted)
    #expect(subject.names("a") == ["A of High"])
  }

  @Test("A controller that is deleted takes its subnetwork along, and brings it back when undone")
  func deleting() throws {
    var subject = try Subject(two)
    let all = try subject.members()
    try subject.commit([.deleteFeature(try subject.key("B"))])
    #expect(try subject.members() == ["A of High": ["A", "a", "sw"]])
    #expect(subject.names("b").isEmpty)
    #expect(
      try subject.labels.disconnected().map { subject.topology.network.origin(of: $0) } == ["b"]
    )
    try subject.undo()
    #expect(try subject.members() == all)
    #expect(subject.names("b") == ["B of High"])
  }

  @Test("Controllers of one name share a subnetwork; a new name makes another, none none")
  func naming() throws {
    var subject = try Subject(two)
    try subject.commit([setController(try subject.key("B"), "A")])
    #expect(subject.labels.subnetworks.map(\.name) == ["A"])
    #expect(subject.labels.subnetworks[0].controllers.count == 2)
    #expect(try subject.members() == subject.members(ofNew: true))
    try subject.commit([setController(try subject.key("A"), "C")])
    #expect(subject.labels.subnetworks.map(\.name) == ["C", "A"])
    #expect(try subject.members() == subject.members(ofNew: true))
    try subject.commit(["A", "B"].map { setController(try subject.key($0), nil) })
    #expect(subject.labels.subnetworks.isEmpty && subject.names("a").isEmpty)
    #expect(try subject.labels.disconnected() == subject.topology.subnetworks().disconnected)
    for _ in 0..<3 { try subject.undo() }
    #expect(subject.labels.subnetworks.map(\.name) == ["A", "B"])
    #expect(try subject.members() == subject.members(ofNew: true))
  }

  @Test("A network without controllers has no subnetworks until one is named")
  func none() throws {
    var sketch = TraceSketch()
    sketch.device("S", .single)
    sketch.junction("x")
    sketch.line("a", "S", "x")
    var subject = try Subject(sketch)
    #expect(subject.labels.subnetworks.isEmpty)
    #expect(try subject.labels.disconnected().count == 3)
    try subject.commit([setController(try subject.key("S"), "New")])
    #expect(subject.names("x") == ["New of High"])
    #expect(try subject.labels.disconnected().isEmpty)
  }

  @Test("A feature may belong to subnetworks of several tiers")
  func tiers() throws {
    var sketch = two
    sketch.tiers = ["High", "Low"]
    sketch.device("T", .single)
    sketch.control("T", "T", tier: "Low")
    sketch.line("t", "T", "A")
    var subject = try Subject(sketch)
    #expect(subject.names("t") == ["A of High", "T of Low"])
    #expect(try subject.members() == subject.members(ofNew: true))
    #expect(
      try subject.labels.disconnected(fromTier: "Low")
        == subject.topology.subnetworks(ofTier: "Low").disconnected
    )
    #expect(throws: TraceError.self) { try subject.labels.disconnected(fromTier: "Middle") }
    try subject.commit([.deleteFeature(try subject.key("t"))])
    #expect(subject.names("a") == ["A of High"])
    #expect(try subject.members() == subject.members(ofNew: true))
  }

  @Test("Made with progress they are the same, tell their progress and can be cancelled")
  func progress() async throws {
    let topology = try two.topology()
    let labels = try await topology.subnetworkLabels(progress: nil)
    #expect(try labels.subnetworks == topology.subnetworkLabels().subnetworks)
    let cancelled = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await topology.subnetworkLabels(progress: nil)
    }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }
}

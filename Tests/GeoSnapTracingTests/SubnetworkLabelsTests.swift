import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Labels of subnetworks")
struct SubnetworkLabelsTests {
  /// A labelled network that is edited; after each edit its labels equal newly computed ones.
  private struct Subject {
    private(set) var topology: Topology
    private(set) var labels: SubnetworkLabels
    private let editor: NetworkEditor

    init(_ sketch: TraceSketch) throws {
      topology = try sketch.topology()
      labels = try topology.subnetworkLabels()
      editor = NetworkEditor(topology.network.base)
    }

    mutating func delete(_ name: String) throws { try commit([.deleteFeature(try key(name))]) }

    mutating func set(_ values: [String: AttributeValue], of names: String...) throws {
      try commit(names.map { .setAttributes(try key($0), values) })
    }

    mutating func name(_ subnetwork: String?, _ names: String...) throws {
      let value: AttributeValue = subnetwork.map { .text($0) } ?? .null
      try commit(names.map { .setAttributes(try key($0), ["SUBNETWORKCONTROLLERNAME": value]) })
    }

    mutating func undo() throws { try take(#require(editor.undo())) }

    private mutating func commit(_ edits: [NetworkEdit]) throws {
      try take(editor.commit(NetworkTransaction("", edits)))
    }

    private mutating func take(_ commit: NetworkCommit) throws {
      try topology.apply(commit)
      labels = try labels.mended(after: commit, to: topology)
      #expect(members == members(try topology.subnetworkLabels()))
    }

    private func key(_ name: String) throws -> FeatureKey {
      .globalID(try #require(topology.network.globalID(of: topology.place(name).feature)))
    }

    func names(_ name: String) -> [String] {
      topology.network.features(origin: name).flatMap { labels.subnetworks(of: $0) }
        .map { "\($0.name) of \($0.tierName)" }
    }

    var members: [String] { members(labels) }

    private func members(_ labels: SubnetworkLabels) -> [String] {
      labels.subnetworks.map { "\($0.name) of \($0.tierName): \(origins(labels.members(of: $0)))" }
    }

    func disconnected() throws -> String { origins(try labels.disconnected()) }

    private func origins(_ features: [FeatureID]) -> String {
      features.map { topology.network.origin(of: $0) ?? "?" }.joined(separator: " ")
    }
  }

  /// Two sources with an open switch between them.
  private var two: TraceSketch {
    var sketch = TraceSketch("A*A -a- sw:two#1, B*B, sw#2 -b- B", ["sw": ["Status": 1]])
    var configuration = TraceConfiguration()
    configuration.traversability.barriers = .isOpen
    sketch.definitions["High"] = configuration
    return sketch
  }

  private let parted = ["A of High: A a sw", "B of High: B b sw"]

  @Test("An open switch that is closed joins two subnetworks, and undoing it parts them")
  func joining() throws {
    var subject = try Subject(two)
    #expect(subject.members == parted)
    #expect(subject.names("sw") == ["A of High", "B of High"])
    try subject.set(["STATUS": .integer(0)], of: "sw")
    #expect(subject.names("a") == ["A of High", "B of High"])
    try subject.undo()
    #expect(subject.members == parted)
    #expect(subject.names("a") == ["A of High"])
  }

  @Test("A network without controllers has no subnetworks until one is named")
  func none() throws {
    var subject = try Subject(TraceSketch("S:single -a- x"))
    #expect(subject.labels.subnetworks.isEmpty)
    #expect(try subject.disconnected() == "S x a")
    try subject.name("New", "S")
    #expect(subject.names("x") == ["New of High"])
    #expect(try subject.disconnected() == "")
  }

  @Test("A feature may belong to subnetworks of several tiers")
  func tiers() throws {
    var sketch = two
    sketch.tiers = ["High", "Low"]
    sketch.draw("T*T@Low -t- A")
    var subject = try Subject(sketch)
    #expect(subject.names("t") == ["A of High", "T of Low"])
    let low = try subject.topology.subnetworks(ofTier: "Low").disconnected
    #expect(try subject.labels.disconnected(fromTier: "Low") == low)
    #expect(throws: TraceError.self) { try subject.labels.disconnected(fromTier: "Middle") }
    try subject.delete("t")
    #expect(subject.names("a") == ["A of High"])
  }
}

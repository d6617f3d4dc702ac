import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// What wore down those who ported five samples to the library, as far as no other test has it.
@Suite("What the ports wanted of the library")
struct PortsTests {
  private static let opened = Result { try NetworkState(GeoPackage.open(SampleFile.path).network) }
  private let state: NetworkState

  init() throws { state = try Self.opened.get() }

  private func feature(_ origin: String) throws -> FeatureID {
    try #require(state.network.features(origin: origin).first)
  }

  private func station() throws -> FeatureID {
    let transformer = try feature("lv/trafo/1")
    let held = state.network.associations(of: transformer, kind: .containment)
    return try #require(held.first.flatMap { state.network.feature(globalID: $0.from.globalID) })
  }

  @Test("Trace sample: terminals to choose from, or the place along a line, in one call")
  func traceLocations() throws {
    let topology = state.topology
    let (transformer, cable) = (try feature("lv/trafo/1"), try feature("lv/line/8769"))
    let place = Coordinate(x: 416_716, y: 5_367_839)
    let terminals = try topology.traceLocations(on: transformer, closestTo: place)
    #expect(terminals.map(\.terminalID) == topology.terminals(of: transformer).map(\.id))
    #expect(terminals.count == 2)
    let along = try topology.traceLocation(on: cable, closestTo: place, tolerance: .unlimited)
    #expect(try topology.traceLocations(on: cable, closestTo: place) == [along])
    let table = try #require(state.network.table(named: "ElectricJunction"))
    let bus = try #require(state.network.features(table: table).first)
    #expect(try topology.traceLocations(on: bus, closestTo: place) == [TraceLocation(bus)])
    let station = try station()
    #expect(throws: TraceError.self) {
      try topology.traceLocations(on: station, closestTo: place)
    }
  }

  @Test("Snapping sample: a source is switched by its path, and says what rules make of it")
  func sources() throws {
    let base = state.network.base
    let tap = try #require(base.definition.assetTypes(path: "PipelineJunction/Fitting/Tap").first)
    var settings = SnapSettings()
    let rules = try SnapRules(for: tap, in: base)
    settings.syncSourceSettings(with: base, rules: rules, enabling: .setFromRules)
    let count = settings.sourceSettings.reduce(0) { $0 + 1 + $1.childSourceSettings.count }
    #expect(settings.sourcePaths.count == count && Set(settings.sourcePaths).count == count)
    #expect(settings.sourcePaths.allSatisfy { settings[source: $0] != nil })
    let before = settings
    settings[source: "PipelineLine/Service"]?.isEnabled.toggle()
    #expect(settings[source: "PipelineLine/Service"]?.isEnabled == false)
    #expect(settings[source: "PipelineLine/Service"]?.behaviorName == "limited")
    settings[source: "PipelineLine/Service"]?.isEnabled.toggle()
    settings[source: "nothing"]?.isEnabled.toggle()
    #expect(settings == before && settings[source: "nothing"] == nil)
  }

  @Test("Container sample: containers are told from other hits, also after edits")
  func containers() throws {
    let (station, content) = (try station(), try feature("lv/trafo/1"))
    let (network, base) = (state.network, state.network.base)
    for feature in [station, content] {
      #expect(network.associationStatus(of: feature) == base.associationStatus(of: feature))
    }
    #expect(network.associationStatus(of: station).contains(.container))
    #expect(network.associationStatus(of: content).contains(.content))
    let held = network.associations(of: content, kind: .containment).map(\.globalID)
    let editor = NetworkEditor(base)
    try editor.commit(NetworkTransaction("Take out", held.map { .deleteAssociation($0) }))
    #expect(!editor.snapshot.associationStatus(of: content).contains(.content))
  }

  @Test("Associations sample: what a map of some pixels shows at a scale")
  func extents() {
    let view = SnapView(scale: 500)
    let extent = view.extent(around: Coordinate(x: 10, y: -5), width: 800, height: 600)
    #expect(extent.center == Coordinate(x: 10, y: -5))
    #expect(abs(extent.width - 800 * view.unitsPerPixel) < 1e-9)
    #expect(abs(extent.height - 600 * view.unitsPerPixel) < 1e-9)
  }
}

import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// What wore down those who ported five samples to the library, point by point: each test is named after what they
/// wanted.
@Suite("What the ports wanted of the library")
struct PortsTests {
  private static func copy(of path: String = SampleFile.path) throws -> String {
    let copy = NSTemporaryDirectory() + "geosnap-ports-\(UUID().uuidString).gpkg"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return copy
  }

  /// A session over a copy of the town, which is removed afterwards.
  private func withTown<Result>(
    _ body: (NetworkSession) async throws -> Result
  ) async throws -> Result {
    let path = try Self.copy()
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(NetworkSession(path, lookingEvery: nil))
  }

  private func editor(_ session: NetworkSession) -> GeometryEditor {
    let editor = GeometryEditor(for: session, view: SnapView(scale: 500))
    editor.settings.isEnabled = true
    editor.chooseTerminal = \.suggestion
    return editor
  }

  private func feature(_ origin: String, _ session: NetworkSession) throws -> FeatureID {
    try #require(session.state.network.features(origin: origin).first)
  }

  /// The station of the transformer that most of these tests begin at.
  private func station(_ session: NetworkSession) throws -> FeatureID {
    let network = session.state.network
    let transformer = try feature("lv/trafo/1", session)
    let held = try #require(network.associations(of: transformer, kind: .containment).first)
    return try #require(network.feature(globalID: held.from.globalID))
  }

  // MARK: 1

  @Test("1: what an error prints as localizedDescription is a sentence, with reason and remedy")
  func errors() async throws {
    var errors: [any Error] = []
    func take(_ body: () async throws -> Void) async {
      do { try await body() } catch { errors.append(error) }
    }
    await take { _ = try await NetworkSession("/nowhere/network.gpkg") }
    await take { _ = try Geometry(wkt: "POINT (1") }
    await take { _ = try PandapowerImporter().read(bytes: Array("{".utf8), named: "net.json") }
    try await withTown { session in
      let state = session.state
      let line = try feature("lv/line/8769", session)
      await take {
        _ = try state.topology.traceLocation(
          on: line,
          closestTo: Coordinate(x: 0, y: 0),
          tolerance: .within(1)
        )
      }
      await take { _ = try state.topology.defaultConfiguration(of: .subnetwork, tierName: "none") }
      await take { _ = try TraceCondition(parsing: "Phases = ", in: state.network.definition) }
      await take { _ = try state.network.base.makeElement(feature: line, terminal: 7) }
      await take { try editor(session).save() }
      let key = FeatureKey.globalID(.random())
      await take { try session.commit(NetworkTransaction("Gone", [.deleteFeature(key)])) }
    }
    #expect(errors.count == 9)
    for error in errors {
      let sentence = error.localizedDescription
      #expect(!sentence.contains("could not be completed") && sentence.count > 15, "\(error)")
      let localized = try #require(error as? any LocalizedError, "\(type(of: error))")
      #expect(localized.errorDescription == sentence)
      #expect(localized.failureReason?.isEmpty == false, "\(error)")
      #expect(localized.recoverySuggestion?.isEmpty == false, "\(error)")
    }
  }

  // MARK: 2

  @Test("2: saving puts a valve into a main of Net3, which gets vertex and split, in one call")
  func saving() async throws {
    let net3 = try #require(SharedNetwork.all.first { $0.name == "Net3" }).network()
    let path = NSTemporaryDirectory() + "geosnap-ports-\(UUID().uuidString).gpkg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try GeoPackage.write(net3, to: path)
    let session = try await NetworkSession(path, lookingEvery: nil)
    let before = session.state.network
    let main = try feature("link/60", session)
    let middle = try #require(
      try before.geometry(of: main)?.linearLocation(atFraction: 0.4)?.coordinate
    )
    let valve = try #require(
      before.definition.assetTypes(path: "WaterDevice/Isolation Valve/Isolation Valve").first
    )
    let editor = editor(session)
    // The model is as small as its drawing.
    editor.settings.tolerance = .mapUnits(0.001)
    try editor.start(creating: valve)
    editor.syncSourceSettings(enabling: .setFromRules)
    try editor.place(at: middle)
    #expect(editor.canSave, "\(editor.problems())")
    let saved = try editor.save()
    #expect(saved.insertions.count + saved.splits.count >= 1 && saved.splits.count == 1)
    let after = session.state.network
    let pieces = after.features(origin: "link/60").filter {
      after.geometry(of: $0)?.type == .lineString
    }
    #expect(pieces.count == 2)
    let lengths = pieces.compactMap { piece -> Double? in
      guard case .real(let length)? = after[piece, "LENGTH"] else { return nil }
      return length
    }
    guard case .real(let length)? = before[main, "LENGTH"] else {
      throw ExampleError(message: "LENGTH")
    }
    #expect(abs(lengths.reduce(0, +) - length) < 1e-6)
    try session.undo()
    #expect(!session.canUndo)
    #expect(try GeoPackage.open(path).network.tables == before.base.tables)
  }

  // MARK: 3

  @Test("3: what canSave says is what save does: on another junction, in a main, on nothing")
  func canSave() async throws {
    try await withTown { session in
      let editor = editor(session)
      let tap = try feature("junction/240", session)
      var answers: [Bool] = []
      // On another tap; in the middle of a main; beside everything.
      for (x, y) in [(417_362.404, 5_368_091.897), (417_356, 5_368_091.56), (417_330, 5_368_050)] {
        try editor.start(editing: tap)
        try editor.moveVertex(vertex: 0, to: Coordinate(x: x, y: y))
        let (canSave, problems) = (editor.canSave, editor.problems())
        let isSaved = (try? editor.save()) != nil
        #expect(canSave == isSaved && canSave == !problems.contains { $0.severity == .error })
        answers.append(canSave)
        if isSaved { try session.undo() } else { try editor.cancel() }
      }
      #expect(answers.first == false, "\(answers)")
    }
  }

  // MARK: 4

  @Test("4: index, scene and traces see a commit at once, without building anything anew")
  func commits() async throws {
    try await withTown { session in
      let meter = try #require(
        session.state.network.definition.assetTypes(path: "PipelineJunction/Fitting/Tap").first
      )
      let place = Coordinate(x: 417_356, y: 5_368_091.5568)
      let main = try feature("pipe/479", session)
      let editor = editor(session)
      try editor.start(creating: meter)
      editor.syncSourceSettings(enabling: .setFromRules)
      try editor.place(at: place)
      guard case .feature(let tap)? = try editor.save().target else {
        throw ExampleError(message: "the tap was not stored")
      }
      let state = session.state
      let hits = state.index.identify(IdentifyRequest(at: place, tolerance: 0.5))
      #expect(hits.map(\.feature).contains(tap))
      #expect(editor.scene.network.contains(tap))
      let found = try state.topology.trace(
        TraceParameters(.connected, from: [TraceLocation(tap)])
      )
      #expect(found.elements.features.contains(main))
    }
  }

  // MARK: 5

  @Test("5: the library says why, what to do, and what things are called")
  func sentences() async throws {
    try await withTown { session in
      let network = session.state.network
      let service = try #require(
        network.definition.assetTypes(path: "PipelineLine/Service/House Connection").first
      )
      let editor = editor(session)
      try editor.start(creating: service)
      editor.syncSourceSettings(enabling: .setFromRules)
      let explanation = try editor.explain(at: Coordinate(x: 417_831.99, y: 5_367_587.99))
      let refusal = try #require(explanation?.refused.first)
      #expect(network.reason(of: refusal).contains("two lines of different types need a junction"))
      #expect(network.remedy(of: refusal).hasPrefix("Place one of PipelineDevice/Valve/Valve"))
      let cable = TraceLocation(try feature("lv/line/8769", session), fractionAlongEdge: 0.5)
      let topology = session.state.topology
      let fed = try topology.trace(
        TraceParameters(
          .downstream,
          from: [cable],
          configuration: try topology.defaultConfiguration(of: .downstream, from: [cable])
        )
      )
      let stop = try #require(fed.stops.first)
      #expect(network.describe(stop).contains("Imported Switch / Low Voltage Switch"))
      let element = try #require(fed.elements.first)
      #expect(network.describe(element).contains(network.describe(element.feature)))
    }
  }

  // MARK: 7

  @Test("7: a trace can be cancelled from a button, and tells its progress")
  func longWork() async throws {
    try await withTown { session in
      let topology = session.state.topology
      let start = TraceLocation(try feature("lv/line/8769", session))
      let parameters = TraceParameters(.connected, from: [start])
      let whole = try await topology.trace(parameters, progress: nil)
      #expect(
        whole.elements.count == (try topology.trace(parameters)).elements.count
      )
      let cancelled = Task {
        while !Task.isCancelled { await Task.yield() }
        return try await topology.trace(parameters, progress: nil)
      }
      cancelled.cancel()
      await #expect(throws: (any Error).self) { try await cancelled.value }
    }
  }

  // MARK: 8

  @Test("8: attributes go by name, coded values by their names")
  func attributes() async throws {
    try await withTown { session in
      let network = session.state.network
      let valve = try feature("lv/switch/209", session)
      #expect(network[valve, "Kind"] == .text("CB"))
      #expect(network[valve, "DEVICESTATUS"] == .integer(1))
      #expect(network.codedName(of: "DEVICESTATUS", of: valve) == "Open")
      #expect(network.features(where: "NAME") { $0 == .text("L8769") }.count == 1)
    }
  }

  // MARK: 10

  @Test("10: what is stored or sent is Codable, and a global id is a UUID")
  func codable() async throws {
    func expectSame<Value: Codable & Equatable>(
      _ value: Value,
      in network: EditedNetwork? = nil
    ) throws {
      let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
      encoder.userInfo[.network] = network
      decoder.userInfo[.network] = network
      #expect(try decoder.decode(Value.self, from: encoder.encode(value)) == value)
    }
    try expectSame(Coordinate(x: 1.5, y: -2))
    try expectSame(Envelope(minX: 0, minY: 1, maxX: 2, maxY: 3))
    let id = GlobalID.random()
    #expect(GlobalID(id.uuid) == id && id.uuid.uuidString == id.description)
    try await withTown { session in
      let state = session.state
      let start = TraceLocation(try feature("lv/trafo/1", session), terminalID: 2)
      let topology = state.topology
      let parameters = TraceParameters(
        .downstream,
        from: [start],
        configuration: try topology.defaultConfiguration(of: .downstream, from: [start])
      )
      try expectSame(parameters, in: state.network)
      var settings = SnapSettings()
      settings.syncSourceSettings(with: state.network.base)
      try expectSame(settings)
      let result = try topology.trace(parameters)
      let decoder = JSONDecoder()
      decoder.userInfo[.topology] = topology
      let read = try decoder.decode(TraceResult.self, from: JSONEncoder().encode(result))
      #expect(read.elements.elementsEqual(result.elements) && read.stops == result.stops)
    }
  }

  // MARK: The samples' own

  @Test("Trace sample: terminals to choose from, or the place along a line, in one call")
  func traceLocations() async throws {
    try await withTown { session in
      let topology = session.state.topology
      let transformer = try feature("lv/trafo/1", session)
      let place = Coordinate(x: 416_716, y: 5_367_839)
      let terminals = try topology.traceLocations(on: transformer, closestTo: place)
      #expect(terminals.map(\.terminalID) == topology.terminals(of: transformer).map(\.id))
      #expect(terminals.count == 2)
      let cable = try feature("lv/line/8769", session)
      let along = try topology.traceLocations(on: cable, closestTo: place)
      #expect(
        along == [try topology.traceLocation(on: cable, closestTo: place, tolerance: .unlimited)]
      )
      let table = try #require(session.state.network.table(named: "ElectricJunction"))
      let bus = try #require(session.state.network.features(table: table).first)
      #expect(try topology.traceLocations(on: bus, closestTo: place) == [TraceLocation(bus)])
      let station = try station(session)
      #expect(throws: TraceError.self) {
        try topology.traceLocations(on: station, closestTo: place)
      }
    }
  }

  @Test("Snapping sample: a source is switched by its path, and says what rules make of it")
  func sources() async throws {
    try await withTown { session in
      let network = session.state.network
      let tap = try #require(
        network.definition.assetTypes(path: "PipelineJunction/Fitting/Tap").first
      )
      var settings = SnapSettings()
      let rules = try SnapRules(for: tap, in: network.base)
      settings.syncSourceSettings(with: network.base, rules: rules, enabling: .setFromRules)
      let count = settings.sourceSettings.reduce(0) { $0 + 1 + $1.childSourceSettings.count }
      #expect(settings.sourcePaths.count == count && Set(settings.sourcePaths).count == count)
      for path in settings.sourcePaths { #expect(settings[source: path] != nil, "\(path)") }
      let before = settings
      settings[source: "PipelineLine/Service"]?.isEnabled.toggle()
      #expect(settings[source: "PipelineLine/Service"]?.isEnabled == false)
      #expect(settings[source: "PipelineLine/Service"]?.behaviorName == "limited")
      settings[source: "PipelineLine/Service"]?.isEnabled.toggle()
      settings[source: "nothing"]?.isEnabled.toggle()
      #expect(settings == before && settings[source: "nothing"] == nil)
    }
  }

  @Test("Container sample: containers are told from other hits, also after edits")
  func containers() async throws {
    try await withTown { session in
      let station = try station(session)
      let content = try feature("lv/trafo/1", session)
      let (network, base) = (session.state.network, session.state.network.base)
      for feature in [station, content] {
        #expect(network.associationStatus(of: feature) == base.associationStatus(of: feature))
      }
      #expect(network.associationStatus(of: station).contains(.container))
      #expect(network.associationStatus(of: content).contains(.content))
      let held = network.associations(of: content, kind: .containment).map(\.globalID)
      try session.commit(NetworkTransaction("Take out", held.map { .deleteAssociation($0) }))
      #expect(!session.state.network.associationStatus(of: content).contains(.content))
    }
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

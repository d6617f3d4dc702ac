import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Trace configurations in a store")
struct TraceConfigurationTests {
  private let subject: StoreSubject

  init() async throws { subject = try await StoreSubject(try GasFixture.network()) }

  private func saved(_ name: String, _ type: TraceType? = nil) -> SavedTraceConfiguration {
    var configuration = TraceConfiguration()
    let barriers: [TraceCondition] = [.attribute("Status", .equal, 1), .hasCategory("it's")]
    configuration.traversability.barriers = .or(barriers)
    configuration.functions = [TraceFunction(.add, of: name)]
    configuration.otherKeys["diagramTemplateName"] = .text("Basic")
    let summary = "For \(name)"
    return .init(name: name, summary: summary, type: type, configuration: configuration)
  }

  private func all() async throws -> [SavedTraceConfiguration] {
    try await subject.stored().traceConfigurations
  }

  @Test("What is saved is read, replaced by the same name in any case, and removed", .onBothStores)
  func saving() async throws {
    #expect(try await all().isEmpty)
    try subject.place.save(saved("One", .upstream))
    try subject.place.save(saved("Two"))
    #expect(try await all() == [saved("One", .upstream), saved("Two")])
    try subject.place.save(saved("ONE", .loops))
    #expect(try await all() == [saved("ONE", .loops), saved("Two")])
    #expect(try subject.place.removeTraceConfiguration(named: "one"))
    #expect(try !subject.place.removeTraceConfiguration(named: "one"))
    #expect(try await all() == [saved("Two")])
    #expect(throws: StoreError.self) { try subject.place.save(saved(" ")) }
  }

  @Test(
    "A written network keeps them; commits, undo and a new field leave them as they are",
    .onBothStores
  )
  func editing() async throws {
    try await subject.place.write(
      GasFixture.network(),
      traceConfigurations: [saved("One"), saved("Two")],
      replacing: true
    )
    let store = try await subject.store()
    #expect(store.traceConfigurations == [saved("One"), saved("Two")])
    try store.commit(.init("x", .setOrigin(.globalID(GasFixture.id(91)), "meter/x")))
    try store.undo()
    try store.addField(AttributeField("SUBNETWORKNAME", .text), to: ["pipelinedevice"])
    #expect(store.traceConfigurations == [saved("One"), saved("Two")])
    #expect(try await all() == [saved("One"), saved("Two")])
  }

  @Test("A table can be read by other programs as what it is: attributes")
  func registered() throws {
    try subject.place.save(saved("One"))
    let types = try subject.file?
      .texts("SELECT data_type FROM gpkg_contents WHERE table_name = 'un_trace_configurations'")
    #expect(types == ["attributes"])
  }

  @Test(
    "What is wrong in the table is told with its row",
    .onBothStores,
    arguments: [
      ("CONFIGURATION = '{'", "CONFIGURATION"),
      ("CONFIGURATION = '{\"includeContent\": 5}'", "includeContent"),
      ("TRACETYPE = 'sideways'", "sideways"), ("NAME = x'00'", "NAME"), ("NAME = 'two'", "two"),
    ]
  )
  func wrong(change: String, told: String) async throws {
    // A database keeps texts of bytes and a name that is taken away by itself.
    if StoreKind.current == .database, change.hasPrefix("NAME") { return }
    try subject.place.save(saved("One"))
    try subject.place.save(saved("Two"))
    try subject.execute("UPDATE un_trace_configurations SET \(change) WHERE OBJECTID = 1")
    let error = await #expect(throws: StoreError.self) { try await subject.stored(strict: true) }
    #expect(error?.problems.count == 1)
    let text = "\(error as Any)"
    #expect(text.contains("un_trace_configurations") && text.contains(told), "\(text)")
  }

  @Test("A field is added once, is empty, and can be written and undone", .onBothStores)
  func field() async throws {
    let store = try await subject.store()
    let field = AttributeField("SUBNETWORKNAME", .text)
    try store.addField(field, to: ["PipelineDevice", "PipelineLine"])
    try store.addField(field, to: ["PipelineDevice"])
    let meter = GasFixture.id(91)
    func name() async throws -> AttributeValue? {
      let network = try await subject.stored().network
      return network[try #require(network.feature(globalID: meter)), "SUBNETWORKNAME"]
    }
    #expect(try await name() == .null)
    let values: [String: AttributeValue] = ["SUBNETWORKNAME": .text("A")]
    try store.commit(.init("names", .setAttributes(.globalID(meter), values)))
    #expect(try await name() == .text("A"))
    try store.undo()
    #expect(try await name() == .null)
  }
}

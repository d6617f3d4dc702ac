import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Trace configurations in a file")
struct TraceConfigurationFileTests {
  let file: TemporaryFile

  init() throws {
    file = try TemporaryFile()
    try GeoPackage.write(GasFixture.network(), to: file.path)
  }

  private func saved(_ name: String, _ type: TraceType? = nil) -> SavedTraceConfiguration {
    var configuration = TraceConfiguration()
    configuration.traversability.barriers = .or([
      .attribute("Status", .equal, 1), .hasCategory("it's"),
    ])
    configuration.functions = [TraceFunction(.add, of: name)]
    configuration.otherKeys["diagramTemplateName"] = .text("Basic")
    return SavedTraceConfiguration(
      name: name,
      summary: "For \(name)",
      type: type,
      configuration: configuration
    )
  }

  private func all() throws -> [SavedTraceConfiguration] {
    try GeoPackage.open(file.path).traceConfigurations
  }

  @Test("What is saved is read, replaced by the same name in any case, and removed")
  func saving() throws {
    #expect(try all().isEmpty)
    try GeoPackage.save(saved("One", .upstream), in: file.path)
    try GeoPackage.save(saved("Two"), in: file.path)
    #expect(try all() == [saved("One", .upstream), saved("Two")])
    try GeoPackage.save(saved("ONE", .loops), in: file.path)
    #expect(try all() == [saved("ONE", .loops), saved("Two")])
    #expect(try GeoPackage.removeTraceConfiguration(named: "one", from: file.path))
    #expect(try !GeoPackage.removeTraceConfiguration(named: "one", from: file.path))
    #expect(try all() == [saved("Two")])
    #expect(throws: StoreError.self) { try GeoPackage.save(saved(" "), in: file.path) }
  }

  @Test("A written network keeps them; commits, undo and a new field leave them as they are")
  func editing() throws {
    try GeoPackage.write(
      GasFixture.network(),
      to: file.path,
      traceConfigurations: [saved("One"), saved("Two")],
      replacing: true
    )
    let store = try NetworkStore(file.path)
    #expect(store.traceConfigurations == [saved("One"), saved("Two")])
    try store.commit(
      NetworkTransaction("x", [.setOrigin(.globalID(GasFixture.id(91)), "meter/x")])
    )
    try store.undo()
    try store.addField(AttributeField("SUBNETWORKNAME", .text), to: ["pipelinedevice"])
    #expect(store.traceConfigurations == [saved("One"), saved("Two")])
    #expect(try all() == [saved("One"), saved("Two")])
  }

  @Test("A table can be read by other programs as what it is: attributes")
  func registered() throws {
    try GeoPackage.save(saved("One"), in: file.path)
    let type = try file.read {
      try String.fetchOne(
        $0,
        sql: "SELECT data_type FROM gpkg_contents WHERE table_name = 'un_trace_configurations'"
      )
    }
    #expect(type == "attributes")
  }

  @Test(
    "What is wrong in the table is told with its row",
    arguments: [
      ("CONFIGURATION = '{'", "CONFIGURATION"),
      ("CONFIGURATION = '{\"includeContent\": 5}'", "includeContent"),
      ("TRACETYPE = 'sideways'", "sideways"), ("NAME = x'00'", "NAME"), ("NAME = 'two'", "two"),
    ]
  )
  func wrong(change: String, told: String) throws {
    try GeoPackage.save(saved("One"), in: file.path)
    try GeoPackage.save(saved("Two"), in: file.path)
    try file.execute("UPDATE un_trace_configurations SET \(change) WHERE OBJECTID = 1")
    let error = #expect(throws: StoreError.self) { try GeoPackage.open(file.path, strict: true) }
    #expect(error?.problems.count == 1)
    #expect(error?.description.contains("un_trace_configurations") ?? false)
    #expect(error?.description.contains(told) ?? false, "\(String(describing: error))")
  }

  @Test("A field is added once, is empty, and can be written and undone")
  func field() throws {
    let store = try NetworkStore(file.path)
    let field = AttributeField("SUBNETWORKNAME", .text)
    try store.addField(field, to: ["PipelineDevice", "PipelineLine"])
    try store.addField(field, to: ["PipelineDevice"])
    let meter = GasFixture.id(91)
    func name() throws -> AttributeValue? {
      let network = try GeoPackage.open(file.path).network
      let feature = try #require(network.feature(globalID: meter))
      let table = network.tables[Int(feature.table)]
      let column = table.fields.firstIndex { $0.name == "SUBNETWORKNAME" }
      return column.map { table.attributes[$0][Int(feature.row)] }
    }
    #expect(try name() == .null)
    try store.commit(
      NetworkTransaction(
        "names",
        [.setAttributes(.globalID(meter), ["SUBNETWORKNAME": .text("A")])]
      )
    )
    #expect(try name() == .text("A"))
    try store.undo()
    #expect(try name() == .null)
  }
}

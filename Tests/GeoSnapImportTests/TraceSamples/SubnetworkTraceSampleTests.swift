import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

/// The numbers of buses were counted by networkx in the files that are imported, without GeoSnap.
@Suite("Sample: configure a subnetwork trace, step by step", .long)
struct SubnetworkTraceSampleTests {
  let feeder: TraceSampleNetwork
  let oberrhein: TraceSampleNetwork
  /// The definition of the tier, as the app gets it and goes back to.
  let own: TraceConfiguration

  init() throws {
    feeder = try TraceSampleNetwork.suppliedFeeder.get()
    oberrhein = try TraceSampleNetwork.suppliedOberrhein.get()
    let domain = try #require(
      feeder.network.definition.domainNetworks.first { $0.name == "Electric" }
    )
    own = try #require(domain.tiers.first { $0.name == "Supply" }?.traceConfiguration)
  }

  private func start(_ sample: TraceSampleNetwork, _ origin: String) throws -> TraceLocation {
    let device = try #require(sample.feature(origin, in: "ElectricDevice"))
    let load = try #require(sample.topology.terminals(of: device).first { $0.name == "XFR:Low" })
    return TraceLocation(device, terminalID: load.id)
  }

  private func trace(_ configuration: TraceConfiguration, on oberrhein: TraceSampleNetwork? = nil)
    throws
    -> TraceResult
  {
    let sample = oberrhein ?? feeder
    let start = try start(sample, oberrhein == nil ? "transformer/hvmv_sub" : "trafo/142")
    return try sample.topology.trace(
      TraceParameters(.subnetwork, from: [start], configuration: configuration)
    )
  }

  private func attribute(_ name: String) throws -> NetworkAttribute {
    try #require(feeder.network.definition.traceAttribute(named: name))
  }

  private func condition(
    _ name: String,
    _ comparison: TraceConditionOperator,
    _ text: String
  ) throws -> TraceCondition {
    let attribute = try attribute(name)
    let value = try TraceValue(parsing: text, of: attribute, in: feeder.network.definition)
    return .attribute(attribute.name, comparison, value)
  }

  private func adding(_ conditions: [TraceCondition]) -> TraceConfiguration {
    var configuration = own
    if let barriers = own.traversability.barriers {
      configuration.traversability.barriers = .or([barriers] + conditions)
    }
    return configuration
  }

  @Test("1. The attributes to choose from are those that the network does not maintain itself")
  func attributes() throws {
    for sample in [feeder, oberrhein] {
      let names = sample.network.definition.networkAttributes
        .filter { !$0.isSystemDefined }.map(\.name)
      #expect(
        names == [
          "Device Status", "In Service", "Length", "Phases Current", "Transformer Load",
          "Generation KW",
        ]
      )
    }
    #expect(try attribute("Is subnetwork controller").isSystemDefined)
  }

  @Test("2. The operators come in the order in which people are offered them")
  func operators() {
    #expect(
      TraceConditionOperator.allCases == [
        .equal, .notEqual, .greaterThan, .greaterThanEqual, .lessThan, .lessThanEqual,
        .includesTheValues, .doesNotIncludeTheValues, .includesAny, .doesNotIncludeAny,
      ]
    )
  }

  @Test("3. An attribute with coded values offers them, others are typed")
  func codedValues() throws {
    let definition = feeder.network.definition
    let phases = try #require(definition.domain(of: try attribute("Phases Current")))
    #expect(
      phases.codedValues.map { "\($0.code) \($0.name)" } == [
        "0 None", "1 C", "2 B", "3 BC", "4 A", "5 AC", "6 AB", "7 ABC",
      ]
    )
    let status = try #require(definition.domain(of: try attribute("Device Status")))
    #expect(status.codedValues.map(\.name) == ["Unknown", "Open", "Closed"])
    for name in ["Transformer Load", "Generation KW", "Length", "In Service"] {
      #expect(definition.domain(of: try attribute(name)) == nil, "\(name)")
    }
    // What is chosen is the code, and reads as the name.
    let chosen = TraceCondition.attribute(
      "Phases Current",
      .doesNotIncludeTheValues,
      .integer(phases.codedValues[4].code)
    )
    #expect(chosen == (try condition("Phases Current", .doesNotIncludeTheValues, "A")))
    #expect(chosen.expression(in: definition) == "'Phases Current' not includes A")
  }

  @Test("4. What is typed becomes a value of the attribute's type, or an error says what it takes")
  func typedValues() throws {
    let definition = feeder.network.definition
    let service = try attribute("In Service")
    let load = try attribute("Transformer Load")
    let controls = try attribute("Is subnetwork controller")
    let voltage = NetworkAttribute(id: 99, name: "Voltage", dataType: .float)
    #expect(
      [service, load, controls, voltage].map(\.dataType) == [.integer, .double, .boolean, .float]
    )
    for (attribute, text, value) in [
      (service, "1", TraceValue.integer(1)), (service, " -3 ", .integer(-3)),
      (load, "15", .integer(15)), (load, "37.5", .real(37.5)), (load, "1e3", .integer(1_000)),
      (controls, "true", .boolean(true)), (controls, "False", .boolean(false)),
      (controls, "1", .boolean(true)), (voltage, "0.4", .real(0.4)),
    ] {
      #expect(
        try TraceValue(parsing: text, of: attribute, in: definition) == value,
        "\(attribute.name) \(text)"
      )
    }
    for (attribute, text, takes) in [
      (service, "1.5", "takes a whole number."), (service, "yes", "takes a whole number."),
      (load, "15 kVA", "takes a number."), (load, "", "takes a number."),
      (controls, "maybe", "takes true or false."), (controls, "2", "takes true or false."),
      (voltage, "1e39", "takes a number of single precision."),
    ] {
      let error = #expect(throws: TraceError.self) {
        try TraceValue(parsing: text, of: attribute, in: definition)
      }
      #expect(error?.code == .badValue)
      #expect(
        error?.message == "'\(text)' is not a value of \(attribute.name), which \(takes)",
        "\(attribute.name) \(text)"
      )
    }
  }

  @Test("5. With the tier's own definition the subnetwork is all that is supplied")
  func ownDefinition() throws {
    #expect(
      own.traversability.barriers?.expression(in: feeder.network.definition)
        == "'Device Status' = Open or 'In Service' = 0"
    )
    #expect(own.traversability.scope == .junctionsAndEdges)
    #expect(own.includesBarriers && !own.includesContainers)
    let result = try trace(own)
    #expect(result.origins("bus").count == 4_876)
    #expect(result.controllers.map(\.subnetworkName) == ["vsource/source"])
  }

  @Test("6. The example conditions are added one after the other; each changes the count")
  func examples() throws {
    let load = try condition("Transformer Load", .equal, "15")
    let phases = try condition("Phases Current", .doesNotIncludeTheValues, "A")
    var counts = [try trace(own).elements.count]
    let first = try trace(adding([load]))
    counts.append(first.elements.count)
    // 382 transformers of 15 kVA feed two buses each.
    #expect(first.origins("bus").count == 4_876 - 2 * 382)
    let both = adding([load, phases])
    #expect(
      both.traversability.barriers?.expression(in: feeder.network.definition)
        == "('Device Status' = Open or 'In Service' = 0) or 'Transformer Load' = 15 "
        + "or 'Phases Current' not includes A"
    )
    let second = try trace(both)
    counts.append(second.elements.count)
    #expect(second.origins("bus").count == 1_921)
    // One is deleted: the other alone is left.
    let left = try trace(adding([phases]))
    counts.append(left.elements.count)
    #expect(left.origins("bus").count == 2_189)
    #expect(Set(counts).count == 4 && counts[1] < counts[0] && counts[2] < counts[1])
    // Reset: the tier's own expression and count.
    var reset = both
    reset.traversability.barriers = own.traversability.barriers
    #expect(reset == own)
    #expect(try trace(reset).elements.count == counts[0])
  }

  @Test("7. Generation KW counts where generators are: those below 50 kW bar and are left out")
  func generation() throws {
    var configuration = own
    configuration.includesBarriers = false
    let all = try trace(configuration, on: oberrhein)
    #expect(all.origins("bus").count == 193 && all.origins("sgen").count == 93)
    let small = try condition("Generation KW", .lessThan, "50")
    configuration.traversability.barriers = .or([try #require(own.traversability.barriers), small])
    let result = try trace(configuration, on: oberrhein)
    #expect(result.origins("bus").count == 193 && result.origins("sgen").count == 93 - 16)
    #expect(result.elements.count == all.elements.count - 16)
    // Their stops say so, with their power.
    let stop = try #require(result.stops.first { $0.detail.contains("Generation KW") })
    #expect(stop.reason == .condition)
    #expect(stop.detail.hasPrefix("'Generation KW' < 50 holds here: Generation KW is "))
    // 51 of the transformers are of 400 kVA; those of this subnetwork bar.
    configuration.traversability.barriers = .or([
      try #require(own.traversability.barriers), try condition("Transformer Load", .equal, "400"),
    ])
    let fewer = try trace(configuration, on: oberrhein)
    #expect(fewer.elements.count < all.elements.count)
    #expect(fewer.origins("bus").isStrictSubset(of: all.origins("bus")))
  }

  @Test("8. The scope says which elements conditions are asked of")
  func scope() throws {
    var configuration = adding([try condition("Transformer Load", .equal, "15")])
    var buses: [TraversabilityScope: Int] = [:]
    for scope in TraversabilityScope.allCases {
      configuration.traversability.scope = scope
      buses[scope] = try trace(configuration).origins("bus").count
    }
    // Transformers are junctions: asked of edges alone, the condition never holds.
    #expect(buses == [.junctions: 4_112, .junctionsAndEdges: 4_112, .edges: 4_876])
  }

  @Test("9. Containers and barriers are switched on and off")
  func switches() throws {
    var configuration = adding([try condition("Phases Current", .doesNotIncludeTheValues, "A")])
    let plain = try trace(configuration)
    configuration.includesContainers = true
    let contained = try trace(configuration)
    func containers(_ result: TraceResult) -> Int {
      result.elements.featuresBySource
        .filter { ["ElectricAssembly", "StructureBoundary"].contains($0.source) }
        .reduce(0) { $0 + $1.features.count }
    }
    #expect(containers(plain) == 0 && containers(contained) > 0)
    #expect(contained.elements.count == plain.elements.count + containers(contained))
    configuration.includesContainers = false
    configuration.includesBarriers = false
    let bare = try trace(configuration)
    #expect(bare.origins("bus") == plain.origins("bus"))
    #expect(bare.elements.count < plain.elements.count)
    configuration.includesBarriers = true
    #expect(try trace(configuration).elements.count == plain.elements.count)
  }

  @Test("10. An operator that compares bits goes with whole numbers only")
  func bits() throws {
    let wrong = try condition("Transformer Load", .includesAny, "15")
    let error = #expect(throws: TraceError.self) { try trace(adding([wrong])) }
    #expect(error?.code == .badValue && error?.message.contains("Transformer Load") == true)
    #expect(TraceConditionOperator.allCases.filter(\.comparesBits).count == 4)
  }
}

import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

/// The numbers of buses were counted by networkx in the files that are imported, without GeoSnap.
@Suite("Sample: trace a utility network, step by step", .long)
struct TraceSampleTests {
  let feeder: TraceSampleNetwork
  let oberrhein: TraceSampleNetwork

  /// How near to a line of the feeder a tap is taken for one on it, in feet; no two of the lines tapped
  /// here are nearer to each other.
  static let tolerance = 5.0

  init() throws {
    feeder = try TraceSampleNetwork.feeder.get()
    oberrhein = try TraceSampleNetwork.oberrhein.get()
  }

  private func line(_ name: String) throws -> FeatureID {
    try #require(feeder.feature("line/\(name)", in: "ElectricLine"))
  }

  private func device(_ origin: String) throws -> FeatureID {
    try #require(feeder.feature(origin, in: "ElectricDevice"))
  }

  private func place(of device: FeatureID) throws -> Coordinate {
    try #require(feeder.network.geometry(of: device)?.coordinates.first)
  }

  private func started(_ type: TraceType) throws -> TraceDesk {
    var desk = TraceDesk(feeder)
    desk.type = type
    _ = try tap(line("ln5710794-3"), at: 0.25, &desk)
    #expect(desk.starts.count == 1)
    return desk
  }

  private func tap(
    _ line: FeatureID,
    at fraction: Double,
    beside side: Double = 1,
    _ desk: inout TraceDesk
  ) throws
    -> TraceDesk.Answer
  {
    try desk.tap(feeder.place(on: line, at: fraction, beside: side), tolerance: Self.tolerance)
  }

  private func tap(_ device: FeatureID, _ desk: inout TraceDesk) throws -> TraceDesk.Answer {
    try desk.tap(place(of: device), tolerance: Self.tolerance)
  }

  @Test("1. The network has the layers, the domain network and the tier that the app shows")
  func setup() throws {
    for sample in [feeder, oberrhein] {
      let definition = sample.network.definition
      let domain = try #require(definition.domainNetworks.first { $0.name == "Electric" })
      #expect(domain.tierDefinition == .partitioned)
      let tier = try #require(domain.tiers.first { $0.name == "Medium Voltage Radial" })
      #expect(tier.traceConfiguration?.traversability.barriers != nil)
      // Lines are drawn by asset group.
      let lines = try #require(definition.source(named: "ElectricLine"))
      #expect(
        lines.elementKind == .edge && lines.assetGroups.contains { $0.name.hasPrefix("Medium") }
      )
      #expect(try #require(definition.source(named: "ElectricDevice")).elementKind == .junction)
    }
  }

  @Test("2. A tap on a line starts there, at a fraction of its length")
  func tapOnLine() throws {
    var desk = TraceDesk(feeder)
    let line = try line("ln5710794-3")
    for (fraction, side) in [(0.25, 1.0), (0.7, -3)] {
      guard case .added(let location) = try tap(line, at: fraction, beside: side, &desk) else {
        Issue.record("No start at \(fraction)")
        continue
      }
      #expect(location.feature == line && location.terminalID == nil)
      #expect(abs(try #require(location.fractionAlongEdge) - fraction) < 1e-6)
    }
    #expect(desk.starts.count == 2 && desk.barriers.isEmpty)
  }

  @Test("3. Beyond the tolerance nothing starts; the reason is told where the line was meant")
  func tapBesideLine() throws {
    var desk = TraceDesk(feeder)
    let line = try line("ln5710794-3")
    let beside = try feeder.place(on: line, at: 0.5, beside: 6)
    #expect(try tap(line, at: 0.5, beside: 6, &desk) == .nothing)
    #expect(desk.starts.isEmpty)
    let error = #expect(throws: TraceError.self) {
      try feeder.topology.traceLocation(on: line, closestTo: beside, tolerance: .within(5))
    }
    #expect(error?.code == .badLocation)
    let message = try #require(error?.message)
    let told = try #require(
      message.firstMatch(
        of: /^line\/ln5710794-3 is ([0-9.]+) from the place, farther than the tolerance of 5\.0\.$/
      ),
      "\(message)"
    )
    #expect(abs(try #require(Double(told.output.1)) - 6) < 1e-6)
    // Any distance is near enough for Esri's tolerance -1, unless the line ends before.
    let taken = try feeder.topology.traceLocation(on: line, closestTo: beside)
    #expect(abs(try #require(taken.fractionAlongEdge) - 0.5) < 1e-6)
    let vertices = Array(try #require(feeder.network.geometry(of: line)).coordinates)
    let (first, second) = (vertices[0], vertices[1])
    let before = Coordinate(x: 2 * first.x - second.x, y: 2 * first.y - second.y)
    let beyond = #expect(throws: TraceError.self) {
      try feeder.topology.traceLocation(on: line, closestTo: before)
    }
    #expect(beyond?.message.contains("beyond its end") == true)
  }

  @Test("4. A tap on a transformer asks for one of its terminals")
  func tapOnTransformer() throws {
    var desk = TraceDesk(feeder)
    let transformer = try device("transformer/hvmv_sub")
    guard case .terminals(let terminals, let feature) = try tap(transformer, &desk) else {
      Issue.record("No terminals")
      return
    }
    #expect(feature == transformer)
    #expect(terminals.map(\.name) == ["XFR:High", "XFR:Low"])
    #expect(terminals.map(\.isUpstream) == [true, false])
    #expect(desk.starts.isEmpty)
    #expect(
      desk.choose(terminals[1], of: feature)
        == .added(TraceLocation(transformer, terminalID: terminals[1].id))
    )
    #expect(desk.starts.count == 1)
    desk.type = .upstream
    let element = try #require(try desk.trace().elements.first)
    #expect(element.feature == transformer && element.terminal == terminals[1])
  }

  @Test("5. A tap on a device of one terminal starts at once")
  func tapOnLoad() throws {
    var desk = TraceDesk(feeder)
    let capacitor = try device("capacitor/capbank2a")
    #expect(try tap(capacitor, &desk) == .added(TraceLocation(capacitor)))
    desk.type = .upstream
    let buses = try desk.trace().origins("bus")
    #expect(buses.count == 14 && buses.contains("r20185"))
  }

  @Test("6. Without a terminal the trace says which there are")
  func terminalMissing() throws {
    let transformer = try device("transformer/hvmv_sub")
    let start = TraceLocation(transformer)
    let configuration = try feeder.topology.defaultConfiguration(
      of: .upstream,
      from: [start],
      tierName: "Medium Voltage Radial"
    )
    let error = #expect(throws: TraceError.self) {
      try feeder.topology.trace(
        TraceParameters(.upstream, from: [start], configuration: configuration)
      )
    }
    #expect(error?.code == .badLocation)
    #expect(error?.message.contains("1 XFR:High, 2 XFR:Low") == true)
  }

  @Test(
    "7. Each of the four types finds what it is for",
    arguments: [
      (TraceType.connected, 4_876), (.subnetwork, 2_520), (.upstream, 3), (.downstream, 2_517),
    ]
  )
  func types(type: TraceType, buses: Int) throws {
    let result = try started(type).trace()
    #expect(result.origins("bus").count == buses)
    let line = try line("ln5710794-3")
    let start = try #require(result.elements.first { $0.feature == line })
    #expect(start.positions == 0...1)
  }

  @Test("8. Results are told by source, each feature once, and can be selected on their layers")
  func bySource() throws {
    let result = try started(.upstream).trace()
    let sources = result.elements.featuresBySource
    #expect(sources.map(\.source) == ["ElectricDevice", "ElectricJunction", "ElectricLine"])
    #expect(sources.map(\.features.count) == [4, 5, 2])
    #expect(result.elements.count == 14)
    for (source, features) in sources {
      #expect(Set(features).count == features.count)
      for feature in features {
        #expect(feeder.network.tables[Int(feature.table)].name == source)
        #expect(feeder.network.geometry(of: feature) != nil)
      }
    }
    let lines = try #require(sources.last?.features)
    #expect(lines.contains(try line("hvmv_sub_connector")))
  }

  @Test("9. In barrier mode taps bar: on a line, and at a terminal of a switch")
  func barriers() throws {
    var desk = try started(.downstream)
    desk.mode = .barrier
    let line = try line("ln5532748-5")
    guard case .added(let location) = try tap(line, at: 0.5, &desk) else {
      Issue.record("No barrier")
      return
    }
    #expect(location.feature == line && desk.barriers == [location] && desk.starts.count == 1)
    // Behind the line there are 419 buses, behind the switch 598 others.
    let barred = try desk.trace()
    #expect(barred.origins("bus").count == 2_517 - 419)
    #expect(barred.stops.contains { $0.element.feature == line && $0.reason == .barrier })
    let answer = try tap(device("line/a8645_48332_sw"), &desk)
    guard case .terminals(let terminals, let feature) = answer else {
      Issue.record("No terminals")
      return
    }
    #expect(terminals.map(\.name) == ["SS:S1", "SS:S2"])
    _ = desk.choose(terminals[1], of: feature)
    #expect(desk.barriers.count == 2)
    #expect(try desk.trace().origins("bus").count == 2_517 - 419 - 598)
  }

  @Test("10. A barrier right at the start leaves nothing to show")
  func emptyResult() throws {
    var desk = try started(.downstream)
    desk.mode = .barrier
    let line = try line("ln5710794-3")
    _ = try tap(line, at: 0.25, &desk)
    for type in [TraceType.connected, .subnetwork, .upstream, .downstream] {
      desk.type = type
      // The start is the barrier too: it alone is returned, and nothing where barriers are not.
      #expect(try desk.trace().elements.map(\.feature) == [line], "\(type)")
      desk.includesBarriers = false
      let result = try desk.trace()
      #expect(result.elements.isEmpty && result.elements.featuresBySource.isEmpty, "\(type)")
      desk.includesBarriers = true
    }
  }

  @Test("11. Reset takes starts, barriers and the type back")
  func reset() throws {
    var desk = try started(.downstream)
    desk.mode = .barrier
    _ = try tap(line("ln5532748-5"), at: 0.5, &desk)
    desk.reset()
    #expect(desk.starts.isEmpty && desk.barriers.isEmpty)
    #expect(desk.type == .connected && desk.mode == .start)
    let error = #expect(throws: TraceError.self) { try desk.trace() }
    #expect(error?.code == .startMissing)
  }

  @Test(
    "12. The same taps on Oberrhein, in longitude and latitude",
    arguments: [(TraceType.subnetwork, 108), (.downstream, 40), (.upstream, 5)]
  )
  func oberrhein(type: TraceType, buses: Int) throws {
    var desk = TraceDesk(oberrhein)
    desk.type = type
    let line = try #require(oberrhein.feature("line/36", in: "ElectricLine"))
    let place = try oberrhein.place(on: line, at: 0.3, beside: 1e-6)
    let answer = try desk.tap(place, tolerance: 3e-6)
    guard case .added(let location) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(location.feature == line)
    #expect(abs(try #require(location.fractionAlongEdge) - 0.3) < 1e-6)
    #expect(try desk.trace().origins("bus").count == buses)
  }
}

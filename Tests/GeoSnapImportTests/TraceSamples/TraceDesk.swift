import GeoSnap

/// What an app keeps behind a map on which people trace: taps add starts or barriers.
struct TraceDesk {
  enum Mode: CaseIterable {
    case start, barrier
  }

  enum Answer: Equatable {
    case nothing
    case added(TraceLocation)
    case terminals([Terminal], of: FeatureID)
  }

  /// The layers that are tapped, devices before lines.
  static let layers = ["ElectricDevice", "ElectricLine"]

  let sample: TraceSampleNetwork
  var mode = Mode.start
  var type = TraceType.connected
  var includesBarriers = true
  private(set) var starts: [TraceLocation] = []
  private(set) var barriers: [TraceLocation] = []

  init(_ sample: TraceSampleNetwork) { self.sample = sample }

  mutating func tap(_ place: Coordinate, tolerance: Double) throws -> Answer {
    let request = IdentifyRequest(at: place, tolerance: tolerance, sources: Self.layers, limit: 1)
    guard let hit = sample.index.identify(request).first else { return .nothing }
    if !sample.topology.edges(of: hit.feature).isEmpty {
      let location = try sample.topology.traceLocation(
        on: hit.feature,
        closestTo: place,
        tolerance: .within(tolerance)
      )
      return add(location)
    }
    let terminals = sample.topology.terminals(of: hit.feature)
    guard terminals.isEmpty else { return .terminals(terminals, of: hit.feature) }
    return add(TraceLocation(hit.feature))
  }

  mutating func choose(_ terminal: Terminal, of feature: FeatureID) -> Answer {
    add(TraceLocation(feature, terminalID: terminal.id))
  }

  private mutating func add(_ location: TraceLocation) -> Answer {
    switch mode {
    case .start: starts.append(location)
    case .barrier: barriers.append(location)
    }
    return .added(location)
  }

  func trace(tier: String = "Medium Voltage Radial") throws -> TraceResult {
    let topology = sample.topology
    var configuration = try topology.defaultConfiguration(of: type, from: starts, tierName: tier)
    configuration.includesBarriers = includesBarriers
    return try topology.trace(
      TraceParameters(type, from: starts, barriers: barriers, configuration: configuration)
    )
  }

  mutating func reset() { self = TraceDesk(sample) }
}

/// One trace, from parameters to result.
struct TraceRun {
  let topology: Topology
  let parameters: TraceParameters
  let configuration: TraceConfiguration
  let progress: ((Int) -> Void)?

  // The results so far; a trace into further tiers adds to them.
  var codes: [Int32] = []
  var isFound: Set<Int32> = []
  var told: [[Double?]]
  var stopSources: [StopSource] = []
  var warnings: [TraceWarning] = []
  var controllers: [SubnetworkController] = []
  var controllerNodes: Set<Int32> = []
  var isolation: TraceIsolation?
  var cost: Double?
  /// The elements of the trace's first starts.
  private(set) var startElements: [TraceElement] = []
  /// The bits of the trace's first starts for the filter, if any; nil before they are known.
  var startBits: Int64??
  /// The nearest neighbours found in all tiers.
  var neighborFeatures: Set<Int32> = []

  init(
    _ topology: Topology,
    _ parameters: TraceParameters,
    _ progress: ((Int) -> Void)?
  ) throws(TraceError) {
    self.topology = topology
    self.parameters = parameters
    self.progress = progress
    if let given = parameters.configuration {
      configuration = given
    } else {
      configuration = try topology.defaultConfiguration(
        of: parameters.type,
        from: parameters.starts
      )
    }
    told = parameters.propagatedAttributeNames.map { _ in [] }
  }

  /// Whether the flow follows the digitized direction of lines, for upstream and downstream traces only.
  var followsDrawing: Bool {
    configuration.usesDigitizedDirection
      && (parameters.type == .upstream || parameters.type == .downstream)
  }

  mutating func result() throws(TraceError) -> TraceResult {
    var origins = try startOrigins()
    let setting = try makeSetting(configuration, origins)
    startElements = origins.map { topology.element(at: $0) }
    origins = topology.sides(of: origins, setting)
    warnings += topology.unreadableValueWarnings(
      of: setting,
      besides: parameters.type == .shortestPath ? configuration.shortestPathAttributeName : nil
    )
    let functions = setting.functionBarriers + setting.filterFunctionBarriers
    if [.loops, .subnetworkControllers].contains(parameters.type),
      functions.contains(where: { $0.function == .subtract })
    {
      throw TraceError(
        .notOffered,
        "A \(parameters.type.rawValue) trace does not support function barriers that subtract."
      )
    }
    switch parameters.type {
    case .connected: try connected(setting, origins)
    case .loops: try loops(setting, origins)
    case .shortestPath: try shortestPath(setting, origins)
    case .upstream, .downstream:
      if followsDrawing {
        try drawn(setting, origins)
      } else {
        try subnetworkBased(setting, origins)
      }
    case .subnetwork, .subnetworkControllers, .isolation:
      try subnetworkBased(setting, origins)
    }
    // After cancellation the results are incomplete.
    try TraceError.checkCancellation()
    return try assemble(setting)
  }
}

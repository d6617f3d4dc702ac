import GeoSnap
import GeoSnapStore

/// The question of the command line to a network's topology.
struct TraceQuestion {
  private let topology: Topology
  /// The starts of each `--start`: several where an origin stands for several features.
  private let starts: [[TraceLocation]]
  private var parameters: TraceParameters
  /// The notes on the places, which also go to stderr.
  let remarks: [String]

  /// Reads the question; throws ``Failure`` with what is missing or with the names there are, and `TraceError` when
  /// the tier is ambiguous.
  init(_ command: TraceCommand, _ topology: Topology, _ saved: [SavedTraceConfiguration]) throws {
    self.topology = topology
    let type = command.traceType.type
    let definition = topology.network.definition
    // A barrier at a device bars all its terminals; a start has to name its terminal.
    var told: [String] = []
    var reader = LocationReader(topology: topology)
    reader.tell = {
      note($0)
      told.append($0)
    }
    var startReader = reader
    startReader.takesAllTerminals = type == .connected
    starts = try command.start.map(startReader.locations)
    let places = starts.flatMap(\.self)
    parameters = TraceParameters(
      type,
      // A shortest path has two ends, even at one place.
      from: type == .shortestPath ? places : places.unique,
      barriers: try reader.locations(command.barrier),
      filterBarriers: try reader.locations(command.filterBarrier)
    )
    remarks = told
    parameters.configuration = try command.configured.configuration(
      of: type,
      from: parameters.starts,
      in: topology,
      saved: saved
    )
    parameters.indeterminateFlow = command.indeterminate ?? .edge
    parameters.assumptions = try command.assumed.assumptions(topology)
    parameters.tellsDeadEnds = command.explain
    parameters.propagatedAttributeNames = try command.propagate.map {
      try definition.costAttribute($0, option: "--propagate")
    }
    try check()
  }

  /// Refuses what no network can answer.
  private func check() throws {
    let configuration = parameters.configuration
    let goesByName = [.subnetwork, .subnetworkControllers].contains(parameters.type)
    if parameters.starts.isEmpty, !goesByName || configuration?.subnetworkName == nil {
      throw Failure.usage(
        "The trace has no start: give --start\(goesByName ? " or --subnetwork" : "")."
      )
    }
    guard parameters.type == .shortestPath else { return }
    guard starts.count == 2 else {
      throw Failure.usage("A shortest path needs --start twice: for its first and its last place.")
    }
    guard starts[0] != starts[1] else {
      throw Failure.usage(
        "Both --start options name the same place: a shortest path needs two places."
      )
    }
    guard configuration?.shortestPathAttributeName != nil else {
      let names = topology.network.definition.costAttributeNames
      throw Failure.usage(
        "A shortest path needs --cost ATTRIBUTE. \(Words.known("attribute", names))"
      )
    }
  }

  /// The configuration that is applied, including the definition of the tier.
  func configurationInForce() throws(TraceError) -> TraceConfiguration {
    var configuration: TraceConfiguration
    if let asked = parameters.configuration {
      configuration = asked
    } else {
      configuration = try topology.defaultConfiguration(
        of: parameters.type,
        from: parameters.starts
      )
    }
    if parameters.indeterminateFlow == .none { configuration.allowsIndeterminateFlow = false }
    return configuration
  }

  /// The command line that continues after an error; nil where no remedy is known.
  func remedy(_ error: TraceError) -> String? {
    guard error.code == .filterBarrierMissing,
      let filter = topology.suggestedIsolationFilter(from: parameters.starts)
    else { return nil }
    let expression = filter.expression(in: topology.network.definition)
    let words = ["geosnap"] + Surroundings.current.words + ["--filter-condition", expression]
    return words.map(PastedCommand.quoted).joined(separator: " ")
  }

  /// Traces; a shortest path runs between the nearest pair of features of its two ends.
  func answer(
    _ progress: @escaping @Sendable (_ visited: Int) -> Void
  ) async throws -> (TraceParameters, TraceResult) {
    guard parameters.type == .shortestPath, starts[0].count * starts[1].count > 1 else {
      return (parameters, try await topology.trace(parameters, progress: progress))
    }
    var best: (TraceParameters, TraceResult)?
    for first in starts[0] {
      for second in starts[1] {
        var pair = parameters
        pair.starts = [first, second]
        let result = try await topology.trace(pair, progress: progress)
        let cost = best?.1.cost ?? .infinity
        if best == nil || (result.cost ?? .infinity) < cost { best = (pair, result) }
      }
    }
    guard let best else { preconditionFailure("A start stands for at least one feature") }
    return best
  }
}

import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

struct TraceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Traces a network: upstream, downstream, isolation, shortest path and more.",
    discussion: """
      A location is ID, ID#TERMINAL (the terminal's id or name) or ID@FRACTION. An ID is a global id, \
      row:TABLE/12, or origin:X for all features of X that are neither container nor structure. A fraction \
      counts along the whole line of the imported file, from its first end. A line without a fraction stands \
      for the middle of its longest part. A start at a device with several terminals needs #TERMINAL, except \
      for the type connected. A barrier without #TERMINAL bars the whole device.

      A trace uses the definition of the tier; a connected trace does so only with --tier. \
      Documentation/TraceCommands.md describes expressions.

      JSON: {elements[{source, globalID, origin, assetGroup, assetType, terminal, positionFrom, positionTo}], \
      features[{source, globalID, origin}], functions[{type, attribute, result}], controllers[{globalID, origin, \
      terminal}], stops[{globalID, origin, reason, detail}], warnings[]}; with --propagate also \
      elements[].propagated{attribute: value}; for an isolation also isolation{headline, boundary[], needed[], \
      alreadyShut[], region[], withoutSupply[], sources[], sourcesInside[], controllersInside[], ignoredSources[]} \
      of {globalID, origin}, the first three with location[x, y], demands[{field, features, sum}]; for a shortest \
      path also cost. With --result-type also aggregatedGeometry{point, line, polygon}, connectivity[{via{kind, \
      globalID, ...}, from{node, globalID, origin, terminal}, to}], associations[{globalID, kind, from{globalID, \
      origin, terminal}, to}]. terminal is an id, or null for elements without a named terminal; positions are \
      null for junctions.

      --limit limits the items of each list, and leftOut{LIST: count} has the number of items left out.

      The exit code is 1 if the trace has no result, for example without a controller: --json then prints \
      {error{}, stops[]}, with error as in `geosnap --help`. The exit code is also 1, with the usual JSON, if \
      there is no shortest path, or if nothing isolates the start of an isolation trace. sourcesInside then \
      lists the sources that stay connected to the start.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var part: PartArgument
  @Option(
    name: .customLong("type"),
    help: ArgumentHelp(
      "The type of trace: \(Words.list(TraceType.allCases.map(\.rawValue), "or")).",
      valueName: "TYPE"
    ),
    completion: .list(TraceType.allCases.map(\.rawValue)),
    transform: TraceType.read
  )
  var traceType: TraceType
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A start location; may be given several times.", valueName: "LOCATION"),
    completion: Completions.features
  )
  var start: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A barrier location; may be given several times.", valueName: "LOCATION"),
    completion: Completions.features
  )
  var barrier: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A barrier location for the collection of results; may be given several times.",
      valueName: "LOCATION"
    ),
    completion: Completions.features
  )
  var filterBarrier: [String] = []
  @OptionGroup var configured: TraceConfigurationArguments
  @Option(
    help: ArgumentHelp(
      "The indeterminate edges to pass: edge for all (the default), path for those between starts and controllers, or none.",
      valueName: "edge|path|none"
    ),
    transform: IndeterminateFlow.init(argument:)
  )
  var indeterminate: IndeterminateFlow?
  @OptionGroup var assumed: AssumptionArguments
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Report the value that arrives at each element from the controllers.",
      valueName: "ATTRIBUTE"
    ),
    completion: Completions.attributes
  )
  var propagate: [String] = []
  @Option(
    help: ArgumentHelp(
      "Add geometry, connectivity or associations to the JSON; may be given several times.",
      valueName: "TYPE"
    )
  )
  var resultType: [TraceResultType] = []
  @Flag(help: "List dead ends among the stops of the trace.") var explain = false
  @Option(
    help: ArgumentHelp(
      "Write the configuration to a file, as JSON of Esri's services.",
      valueName: "FILE"
    )
  )
  var writeConfig: String?
  @Option(
    parsing: .unconditional,
    help: "The maximum number of items of each list; by default 20 in text, all in JSON."
  )
  var limit: Int?
  @OptionGroup var outputs: OutputArguments
  @OptionGroup var form: JSONOption

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
    if !resultType.isEmpty, !form.json { throw ValidationError("--result-type needs --json.") }
    if !propagate.isEmpty, !form.json, outputs.geojson == nil {
      throw ValidationError("--propagate needs --json or --geojson, which list each element.")
    }
    try checkType()
    if outputs.force, outputs.geojson == nil, outputs.svg == nil, writeConfig == nil {
      throw ValidationError("--force needs --geojson, --svg or --write-config.")
    }
  }

  /// Refuses an option that has no effect on the type.
  private func checkType() throws {
    let directed: [TraceType] = [.upstream, .downstream]
    let options: [(name: String, isGiven: Bool, types: [TraceType])] = [
      ("--cost", configured.cost != nil, [.shortestPath]),
      ("--digitized-direction", configured.digitizedDirection, directed),
      ("--include isolated", configured.include.contains(.isolated), [.isolation]),
      ("--indeterminate", indeterminate != nil, directed),
      ("--propagate", !propagate.isEmpty, TraceType.allCases.filter(\.isSubnetworkBased)),
      ("--target-tier", configured.targetTier != nil, directed),
    ]
    for option in options where option.isGiven && !option.types.contains(traceType) {
      let names = TraceType.allCases.filter(option.types.contains).map(\.rawValue)
      throw ValidationError(
        "\(option.name) has no effect on a trace of type \(traceType.rawValue): it goes with "
          + Words.names(names) + "."
      )
    }
  }

  func run() async throws {
    let answer = try await answer()
    if form.json { try answer.writeJSON() } else { try printLines(answer.report.lines) }
    let isWithoutWay = answer.report.isWithoutWay
    if isWithoutWay || answer.result.isolation?.isIsolating == false { throw ExitCode.noAnswer }
  }

  func answer() async throws -> TraceAnswer {
    let files = try outputs.begin(input, config: writeConfig)
    let stored = try await input.open(part)
    let topology = try await input.topology(of: stored)
    let question = try await TraceFailure.telling(
      asJSON: form.json,
      stored.network,
      edge: stored.edge
    ) {
      let question = try stored.tellingEdge {
        try TraceQuestion(self, topology, stored.traceConfigurations)
      }
      if let config = files.config { try write(question.configurationInForce(), to: config) }
      return question
    }
    let (parameters, result) = try await TraceFailure.telling(
      asJSON: form.json,
      stored.network,
      edge: stored.edge,
      remedy: question.remedy
    ) {
      try await withProgress("Tracing \(input.name)") {
        try await question.answer($0.count(of: "element"))
      }
    }
    let report = TraceReport(traceType, result, from: start, edge: stored.edge, limit: limit)
    try files.write(input, stored) { stream in
      try report.writeGeoJSON(&stream)
    } sheet: { index in
      try MapSheet(of: index, named: input.name, parameters, result)
    }
    // Stderr has the same warning; a program may read only the JSON.
    let setAside = input.sentence(setAside: stored.unreadableRowCount).map { "\($0)." }
    return TraceAnswer(
      result: result,
      report: report,
      types: Set(resultType),
      warnings: question.remarks + [setAside].compactMap(\.self)
    )
  }

  private func write(_ configuration: TraceConfiguration, to file: OutputFile) throws {
    try file.sink.write(try TraceConfigurationFile.text(configuration))
    try file.publish()
    if indeterminate == .path {
      note(
        "A traceConfiguration cannot contain --indeterminate path: give it again with each trace."
      )
    }
  }
}

struct TraceAnswer: Sendable {
  let result: TraceResult
  fileprivate let report: TraceReport
  fileprivate let types: Set<TraceResultType>
  fileprivate let warnings: [String]

  func writeJSON() throws { try report.writeJSON(types, warnings: warnings) }
}

struct TraceQuestion {
  private let topology: Topology
  /// The starts of each `--start`: several where an origin stands for several features.
  private let starts: [[TraceLocation]]
  private var parameters: TraceParameters
  let remarks: [String]

  init(_ command: TraceCommand, _ topology: Topology, _ saved: [SavedTraceConfiguration]) throws {
    self.topology = topology
    let type = command.traceType
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

  func configurationInForce() throws -> TraceConfiguration {
    var configuration =
      try parameters.configuration
      ?? topology.defaultConfiguration(of: parameters.type, from: parameters.starts)
    if parameters.indeterminateFlow == .none { configuration.allowsIndeterminateFlow = false }
    return configuration
  }

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
    var pair = parameters
    let (best, ends) = try await best(starts[0], starts[1]) {
      (one: TraceResult, other) in
      one.cost ?? .infinity < other.cost ?? .infinity
    } ask: { start, end in
      pair.starts = [start, end]
      return try await topology.trace(pair, progress: progress)
    }
    pair.starts = [ends.from, ends.to]
    return (pair, best)
  }
}

import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

struct TraceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Traces a network: what is connected, feeds, is fed, has to be shut, and why.",
    discussion: """
      A location is ID, ID#TERMINAL (the terminal's id or name) or ID@FRACTION. An ID is a global id, \
      row:TABLE/12, or origin:X for all features of X that are neither container nor structure. A fraction runs over \
      the whole line of the source file, from its first end; without one the middle of its longest \
      part counts. A start at a device of several terminals needs #TERMINAL unless the type is \
      connected; a barrier without it bars the whole device.

      A trace starts from the definition of the tier; a connected one from nothing that bars, unless \
      --tier is given. Expressions are those of Documentation/TraceCommands.md.

      JSON: {elements[{source, globalID, origin, assetGroup, assetType, terminal, positionFrom, \
      positionTo}], features[{source, globalID, origin}], functions[{type, attribute, result}], \
      controllers[{globalID, origin, terminal}], stops[{globalID, origin, reason, detail}], warnings[]}; with --propagate also \
      elements[].propagated{attribute: value}; of an isolation also isolation{headline, boundary[], needed[], \
      alreadyShut[], region[], withoutSupply[], sources[], sourcesInside[], controllersInside[], \
      ignoredSources[]} of {globalID, origin}, the first three with location[x, y], demands[{field, features, sum}]; of a shortest path also cost. With \
      --result-type also aggregatedGeometry{point, line, polygon}, connectivity[{via{kind, globalID, \
      ...}, from{node, globalID, origin, terminal}, to}], associations[{globalID, kind, from{globalID, \
      origin, terminal}, to}]. terminal is an id, null for what has no named terminals; positions are \
      null for junctions.

      With --limit each list ends after so many, and leftOut{LIST: count} says how many more there are.

      Exit code 1 when the trace fails, such as without a controller; with --json there is \
      {error{}, stops[]} then, with error as `geosnap --help` has it. Exit code 1 as well when nothing isolates \
      the start of an isolation: sourcesInside has what stays joined with it.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var part: PartArgument
  @Option(
    name: .customLong("type"),
    help: ArgumentHelp(
      "What to look for: \(TraceType.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "TYPE"
    ),
    completion: .list(TraceType.allCases.map(\.rawValue)),
    transform: TraceTypeArgument.init
  )
  var traceType: TraceTypeArgument
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Where to start; may be given several times.", valueName: "LOCATION"),
    completion: Completions.features
  )
  var start: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Where nothing passes; may be given several times.", valueName: "LOCATION"),
    completion: Completions.features
  )
  var barrier: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Where nothing passes while results are collected; may be given several times.",
      valueName: "LOCATION"
    ),
    completion: Completions.features
  )
  var filterBarrier: [String] = []
  @OptionGroup var configured: TraceConfigurationArguments
  @Option(
    help: ArgumentHelp(
      "Where the flow may run either way: pass every loop (as by default), those on the way, or none.",
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
      "What JSON has beside elements and features: geometry, connectivity or associations; may be given several times.",
      valueName: "TYPE"
    )
  )
  var resultType: [TraceResultType] = []
  @Flag(help: "Tell dead ends among the places where the trace stopped.")
  var explain = false
  @Option(
    help: ArgumentHelp(
      "A file to write of the configuration, as services have it.",
      valueName: "FILE"
    )
  )
  var writeConfig: String?
  @Option(
    parsing: .unconditional,
    help: "The most items of each list; in text 20, in JSON all unless given."
  )
  var limit: Int?
  @OptionGroup var outputs: OutputArguments
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
    if !resultType.isEmpty, !json { throw ValidationError("--result-type goes with --json.") }
    if !propagate.isEmpty, !json, outputs.geojson == nil {
      throw ValidationError("--propagate goes with --json or --geojson, which tell each element.")
    }
    try TraceOptionTable.check(self)
    if outputs.force, outputs.geojson == nil, outputs.svg == nil, writeConfig == nil {
      throw ValidationError("--force goes with --geojson, --svg or --write-config.")
    }
  }

  func run() async throws {
    let answer = try await answer()
    if json { try answer.writeJSON() } else { try printLines(answer.report.lines) }
    let isWithoutWay = answer.report.isWithoutWay
    if isWithoutWay || answer.result.isolation?.isIsolating == false { throw ExitCode.noAnswer }
  }

  /// Traces, writes the requested files, and returns the result.
  func answer() async throws -> TraceAnswer {
    let files = try outputs.begin(input, config: writeConfig)
    let stored = try await input.open(part)
    let topology = try await input.topology(of: stored)
    let question = try TraceFailure.telling(asJSON: json, stored.network, edge: stored.edge) {
      let question = try stored.tellingEdge {
        try TraceQuestion(self, topology, stored.traceConfigurations)
      }
      if let config = files.config { try write(question.configurationInForce(), to: config) }
      return question
    }
    let parameters: TraceParameters
    let result: TraceResult
    do {
      (parameters, result) = try await withProgress("Tracing \(input.name)") {
        try await question.answer($0.count(of: "element"))
      }
    } catch let error as TraceError {
      throw try TraceFailure.tell(
        error,
        asJSON: json,
        stored.network,
        question.remedy(error),
        edge: stored.edge
      )
    }
    let report = TraceReport(traceType.type, result, from: start, edge: stored.edge, limit: limit)
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
      note("--indeterminate path has no place in a traceConfiguration: give it again.")
    }
  }
}

/// The result of a trace, and how its document is made.
struct TraceAnswer: Sendable {
  let result: TraceResult
  fileprivate let report: TraceReport
  fileprivate let types: Set<TraceResultType>
  fileprivate let warnings: [String]

  func writeJSON() throws { try report.writeJSON(types, warnings: warnings) }
}

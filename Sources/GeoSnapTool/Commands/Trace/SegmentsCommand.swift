import ArgumentParser
import GeoSnap
import GeoSnapStore

struct SegmentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segments",
    abstract: "Divides a network at its valves into segments that are shut off as a whole.",
    discussion: """
      Valves are the features that --valves selects; by default devices of the category Isolating or, if no \
      asset type has it, all devices with a status. A valve belongs to no segment. Each segment lists the \
      valves that have exactly one side in the segment.

      JSON: {segments[{id, features[{globalID, origin}], valves[]}]}; ids count from 1; valves are origins, or \
      global ids of valves without an origin.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Flag(help: "Ignore the current status of devices, so that all devices conduct.")
  var ignoreStatus = false
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A condition that selects the valves.", valueName: "EXPR")
  )
  var valves: String?
  @OptionGroup var assumed: AssumptionArguments
  @OptionGroup var list: LimitOption
  @OptionGroup var picture: PictureOption
  @OptionGroup var form: JSONOption

  func run() async throws {
    let file = try picture.begin(input)
    let stored = try await input.open()
    let network = stored.network
    let topology = try await input.topology(of: stored)
    let condition = try valves.map {
      try parsed("--valves", $0, network.definition, TraceCondition.init(parsing:in:))
    }
    let assumptions = try assumed.assumptions(topology)
    let segments = try await TraceFailure.telling(asJSON: form.json, network) {
      try await withProgress("Dividing \(input.name)") {
        try await topology.isolationSegments(
          valves: condition,
          ignoresStatus: ignoreStatus,
          assuming: assumptions,
          progress: $0.share
        )
      }
    }
    try file.draw(input, stored) { try MapSheet(of: $0, named: input.name, topology, segments) }
    let names = TraceNames(network)
    if form.json {
      var stream = JSONStream()
      stream.beginList("segments")
      for (number, segment) in list.first(of: segments).enumerated() {
        stream.beginObject()
        stream.member("id", number + 1)
        try stream.objects("features", segment.elements.features) { $0.identity($1, names) }
        try stream.list("valves", segment.valves) { $0.value(network.identifier(of: $1)) }
        stream.endObject()
      }
      try stream.endList()
      try stream.end()
    } else {
      try printLines(
        [count(segments.count, "segment")]
          + list.first(of: segments).enumerated().map { number, segment in
            let valves = segment.valves.map { network.identifier(of: $0) }
            return "  \(number + 1)  \(count(segment.elements.features.count, "feature"))  "
              + (valves.isEmpty ? "without a valve" : "valves \(valves.joined(separator: ", "))")
          } + list.rest(of: segments.count)
      )
    }
  }
}

struct DisconnectedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disconnected",
    abstract: "Lists the features without supply: those connected to no source.",
    discussion: """
      A source is a subnetwork controller, or a feature of the category Source or Generation, such as an \
      imported tank or generator. In a network that drains to sinks, only controllers are sources. The verb \
      passes directional devices both ways. --set, --block and --unblock change the network for \
      this run. If no feature is a source, the exit code is 1.

      JSON: {disconnected[{globalID, origin}], demands[{field, features, sum}], warnings[]}; warnings is omitted \
      if there are none.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Option(help: "The tier; by default, all tiers.") var tier: String?
  @Option(help: "The domain network; by default, all domain networks.") var domainNetwork: String?
  @OptionGroup var assumed: AssumptionArguments
  @OptionGroup var form: JSONOption

  func run() async throws {
    let stored = try await input.open()
    let topology = try await input.topology(of: stored)
    let names = try TierNames(stored.network.definition, domainNetwork: domainNetwork, tier: tier)
    let assumptions = try assumed.assumptions(topology)
    let (features, warnings) = try await TraceFailure.telling(asJSON: form.json, topology.network) {
      let warnings = try topology.unreadableValueWarnings(
        ofTier: names.tier,
        inDomainNetwork: names.domainNetwork,
        assuming: assumptions
      )
      let features = try await withProgress(
        "Looking for features without supply in \(input.name)"
      ) {
        try await topology.disconnected(
          ofTier: names.tier,
          inDomainNetwork: names.domainNetwork,
          assuming: assumptions,
          progress: $0.count(of: "element")
        )
      }
      return (features, warnings.map(\.message))
    }
    let demands = topology.network.demands(of: features)
    let output = TraceNames(topology.network)
    if form.json {
      var stream = JSONStream()
      try stream.objects("disconnected", features) { $0.identity($1, output) }
      try stream.demands(demands)
      if !warnings.isEmpty { try stream.list("warnings", warnings) { $0.value($1) } }
      try stream.end()
    } else {
      try printLines(
        ["\(count(features.count, "feature")) without supply"] + demands.map { "  \($0.line)" }
          + TraceReport.list(features) { output.network.describe($0) }
          + warnings.map { "warning: \($0)" }
      )
    }
  }
}

extension TraceIsolation.Demand {
  var line: String { "\(fieldName) \(plain(sum)) of \(count(featureCount, "feature"))" }
}

extension JSONStream {
  mutating func demands(_ demands: [TraceIsolation.Demand]) throws {
    try objects("demands", demands) { stream, demand in
      stream.member("field", demand.fieldName)
      stream.member("features", demand.featureCount)
      stream.member("sum", demand.sum)
    }
  }
}

import ArgumentParser
import GeoSnap
import GeoSnapStore

struct DisconnectedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disconnected",
    abstract: "Lists the features without supply: those connected to no source.",
    discussion: """
      A source is a subnetwork controller, or a feature of the category Source or Generation, such as an \
      imported tank or generator. In a network that drains to sinks, only controllers are sources. The verb \
      passes devices with a direction in both directions. --set, --block and --unblock change the network for \
      this run. If no feature is a source, the exit code is 1.

      JSON: {disconnected[{globalID, origin}], demands[{field, features, sum}], warnings[]}; warnings is omitted \
      if there are none.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Option(help: "The tier; by default, all tiers.")
  var tier: String?
  @Option(help: "The domain network; by default, all domain networks.")
  var domainNetwork: String?
  @OptionGroup var assumed: AssumptionArguments
  @OptionGroup var form: JSONOption

  func run() async throws {
    let stored = try await input.open()
    let topology = try await input.topology(of: stored)
    let names = try TierNames(stored.network.definition, domainNetwork: domainNetwork, tier: tier)
    let assumptions = try assumed.assumptions(topology)
    let report = try await TraceFailure.telling(asJSON: form.json, topology.network) {
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
      return DisconnectedReport(topology.network, features, warnings.map(\.message))
    }
    if form.json { try report.writeJSON() } else { try printLines(report.lines) }
  }
}

/// Features without supply, as JSON and as text.
private struct DisconnectedReport {
  private let names: TraceNames
  private let features: [FeatureID]
  private let demands: [TraceIsolation.Demand]
  private let warnings: [String]

  init(_ network: EditedNetwork, _ features: [FeatureID], _ warnings: [String]) {
    self.warnings = warnings
    names = TraceNames(network)
    self.features = features
    demands = network.demands(of: features)
  }

  func writeJSON() throws {
    var stream = JSONStream()
    try stream.objects("disconnected", features) { $0.identity($1, names) }
    try stream.demands(demands)
    if !warnings.isEmpty { try stream.list("warnings", warnings) { $0.value($1) } }
    try stream.end()
  }

  var lines: [String] {
    ["\(count(features.count, "feature")) without supply"] + demands.map { "  \($0.line)" }
      + TraceReport.list(features) { names.network.describe($0) }
      + warnings.map { "warning: \($0)" }
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

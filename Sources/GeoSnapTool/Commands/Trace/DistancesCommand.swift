import ArgumentParser
import GeoSnap
import GeoSnapStore

struct DistancesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "distances",
    abstract: "Lists the cost to reach each feature from a place.",
    discussion: """
      The cost is the sum of a network attribute, such as Length. Elements without a value cost nothing. The \
      cost to reach a line is the cost to reach its nearer end; the cost to reach a device is the cost to \
      reach its nearest terminal. Only reached features are listed, the nearest first. The definition of the \
      tier sets the barriers; --condition adds one, and --no-tier-conditions ignores the tier's conditions.

      JSON: {distances[{globalID, origin, value}], warnings[]}; warnings is omitted if there are none.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var part: PartArgument
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A start, in the form of a start of geosnap trace; of several starts, the nearest counts.",
      valueName: "LOCATION"
    ),
    completion: Completions.features
  )
  var from: [String]
  @Option(
    help: ArgumentHelp("The network attribute to sum.", valueName: "ATTRIBUTE"),
    completion: Completions.attributes
  )
  var cost: String
  @OptionGroup var barring: BarringArguments
  @OptionGroup var assumed: AssumptionArguments
  @OptionGroup var list: LimitOption
  @OptionGroup var picture: PictureOption
  @OptionGroup var form: JSONOption

  func run() async throws {
    let file = try picture.begin(input)
    let stored = try await input.open(part)
    let topology = try await input.topology(of: stored)
    var told: [String] = []
    var reader = LocationReader(topology: topology)
    reader.tell = {
      note($0)
      told.append($0)
    }
    let starts = try stored.tellingEdge { try reader.locations(from) }
    let attribute = try stored.network.definition.costAttribute(cost, option: "--cost")
    var (distances, warnings) = try await TraceFailure.telling(
      asJSON: form.json,
      stored.network,
      edge: stored.edge
    ) {
      let configuration = try barring.configuration(from: starts, in: topology)
      let assumptions = try stored.tellingEdge { try assumed.assumptions(topology) }
      let warnings = try topology.unreadableValueWarnings(
        from: starts,
        cost: attribute,
        configuration: configuration,
        assuming: assumptions
      ).map(\.message)
      let distances = try await withProgress("Measuring in \(input.name)") {
        try await topology.distances(
          from: starts,
          cost: attribute,
          configuration: configuration,
          assuming: assumptions,
          progress: $0.count(of: "element")
        )
      }
      return (distances, warnings)
    }
    // The nearest first; a stable sort keeps the order of features where distances are equal.
    distances.sort { $0.value < $1.value }
    try file.draw(input, stored) {
      try MapSheet(of: $0, named: input.name, topology, from: starts, distances, by: attribute)
    }
    let names = TraceNames(stored.network)
    if let warning = stored.edge?.warning(of: distances.map(\.feature), in: stored.network) {
      warnings.append(warning)
    }
    if form.json {
      var stream = JSONStream()
      try stream.objects("distances", list.first(of: distances)) { stream, distance in
        stream.identity(distance.feature, names)
        stream.member("value", distance.value)
      }
      let all = told + warnings
      if !all.isEmpty { try stream.list("warnings", all) { $0.value($1) } }
      try stream.end()
    } else {
      try printLines(
        ["\(count(distances.count, "feature")) reached, by \(attribute)"]
          + list.first(of: distances).map {
            "  \(plain($0.value))  \(FeatureOutput(network: stored.network).line($0.feature))"
          } + list.rest(of: distances.count) + warnings.map { "warning: \($0)" }
      )
    }
  }
}

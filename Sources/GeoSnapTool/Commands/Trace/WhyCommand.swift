import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

struct WhyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Prints the path between two places, or the barriers that block it.",
    discussion: """
      The verb prints the path with the fewest elements or, if there is no path, the barriers on the path with \
      the fewest barriers. The conditions of the tier and of --condition apply. If --from or --to names \
      several features, the best path between the two sets counts.

      JSON: {reached, path[{globalID, origin}], blockers[{globalID, origin, reason, detail}], warnings[]}; \
      warnings is omitted if there are none.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var part: PartArgument
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The start, in the form of a start of geosnap trace.",
      valueName: "LOCATION"
    ),
    completion: Completions.features
  )
  var from: String
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The place to reach, in the form of a start of geosnap trace.",
      valueName: "LOCATION"
    ),
    completion: Completions.features
  )
  var to: String
  @OptionGroup var barring: BarringArguments
  @OptionGroup var assumed: AssumptionArguments
  @OptionGroup var picture: PictureOption
  @OptionGroup var form: JSONOption

  func run() async throws {
    let file = try picture.begin(input)
    let stored = try await input.open(part)
    let network = stored.network
    let topology = try await input.topology(of: stored)
    var warnings: [String] = []
    var reader = LocationReader(topology: topology)
    reader.tell = { warnings.append($0) }
    let (starts, ends) = try stored.tellingEdge {
      (try reader.locations(from), try reader.locations(to))
    }
    let (answer, asked) = try await TraceFailure.telling(
      asJSON: form.json,
      network,
      edge: stored.edge
    ) {
      let configuration = try barring.configuration(from: starts, in: topology)
      let assumptions = try stored.tellingEdge { try assumed.assumptions(topology) }
      return try await withProgress("Looking for a path in \(input.name)") { bar in
        try await best(starts, ends) {
          $0.isBetter(than: $1)
        } ask: { start, end in
          try await topology.why(
            from: start,
            to: end,
            configuration: configuration,
            assuming: assumptions,
            progress: bar.count(of: "element")
          )
        }
      }
    }
    try file.draw(input, stored) {
      try MapSheet(of: $0, named: input.name, topology, from: asked, answer)
    }
    let names = TraceNames(network)
    if stored.edge != nil {
      warnings.append("A path, or a shorter path, may lead outside the extent.")
    }
    for warning in warnings { note(warning) }
    if form.json {
      var stream = JSONStream()
      stream.member("reached", answer.isReached)
      try stream.objects("path", answer.path) { $0.identity($1.feature, names) }
      try stream.stops("blockers", answer.blockers, names)
      if !warnings.isEmpty { try stream.list("warnings", warnings) { $0.value($1) } }
      try stream.end()
    } else {
      try printLines(lines(answer, names))
    }
  }

  private func lines(_ answer: WhyAnswer, _ names: TraceNames) -> [String] {
    if answer.isReached {
      return ["\(to) is reached by \(count(answer.path.count, "element")):"]
        + answer.path.map { "  \(names.line($0))" }
    }
    guard !answer.blockers.isEmpty else {
      return ["\(to) is not reached: there is no connection at all."]
    }
    return ["\(to) is not reached. The barriers on the path with the fewest barriers:"]
      + answer.blockers.map { "  \(names.line($0))" }
  }
}

/// The best answer about any two places, of equal ones the first, and its two places.
func best<Answer>(
  _ starts: [TraceLocation],
  _ ends: [TraceLocation],
  isBetter: (Answer, Answer) -> Bool,
  ask: (TraceLocation, TraceLocation) async throws -> Answer
) async throws -> (Answer, (from: TraceLocation, to: TraceLocation)) {
  var best: (Answer, (from: TraceLocation, to: TraceLocation))?
  for start in starts {
    for end in ends {
      let answer = try await ask(start, end)
      if best.map({ isBetter(answer, $0.0) }) ?? true { best = (answer, (start, end)) }
    }
  }
  guard let best else { preconditionFailure("A location stands for at least one feature") }
  return best
}

extension WhyAnswer {
  /// Whether it is better: a shorter path, a path instead of none, or fewer barriers.
  fileprivate func isBetter(than other: WhyAnswer) -> Bool {
    if isReached != other.isReached { return isReached }
    if isReached { return path.count < other.path.count }
    if blockers.isEmpty || other.blockers.isEmpty { return !blockers.isEmpty }
    return blockers.count < other.blockers.count
  }
}

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

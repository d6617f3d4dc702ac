import ArgumentParser
import GeoSnap
import GeoSnapStore

struct FindCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract:
      "Finds features by row, origin, global id, or an attribute that is a text or an integer.",
    discussion: """
      The comparison ignores case. Exact matches come first, then texts that begin with TEXT, then texts that \
      contain it; integers must be equal. A row is given as row:PipelineLine/12. The exit code is 1 if nothing is \
      found.

      JSON: {text, hits[{source, globalID, origin, assetGroup, assetType, row, name, field, value}]}; field and \
      value are those in which TEXT was found.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var part: PartArgument
  @Argument(help: "The text to look for.")
  var text: String
  @Option(
    help: "A source to look in; may be given several times. All by default.",
    completion: Completions.sources
  )
  var source: [String] = []
  @Flag(help: "Find only values equal to TEXT.")
  var exact = false
  @Option(parsing: .unconditional, help: "The maximum number of features to list.")
  var limit: Int = 100
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if text.isEmpty { throw ValidationError("Give a text to look for.") }
    if limit < 0 { throw ValidationError("--limit must not be negative.") }
  }

  func run() async throws {
    let network = try await input.open(part).network
    try checkSources(source, in: network)
    let search = FeatureSearch(text, in: network, sources: source)
    let output = FeatureOutput(network: network)
    let hits = exact ? search.hits.filter { $0.rank == 0 } : search.hits
    let listed = hits.prefix(limit)
    if json {
      try JSONValue.object([
        "text": .string(text),
        "hits": .array(
          listed.map { hit in
            var members = output.members(hit.feature)
            members["name"] = JSONValue(network.name(of: hit.feature))
            members["field"] = .string(hit.field)
            members["value"] = .string(hit.value)
            return .object(members)
          }
        ),
      ]).print()
    } else {
      try printLines(
        ["\(count(hits.count, "feature")) found for \(text)"]
          + listed.map { "  \(output.line($0.feature))  \($0.field) \($0.value)" }
          + LimitOption.rest(hits.count - listed.count)
      )
    }
    if hits.isEmpty { throw ExitCode.noAnswer }
  }
}

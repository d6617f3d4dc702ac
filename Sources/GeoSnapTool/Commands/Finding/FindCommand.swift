import ArgumentParser
import GeoSnap
import GeoSnapStore

struct FindCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract:
      "Finds features by row, origin, global id, or a text or integer attribute.",
    discussion: """
      The comparison ignores case. Exact matches come first, then texts that begin with TEXT, then texts that \
      contain TEXT. Integers must equal TEXT. Write a row as row:PipelineLine/12. The exit code is 1 if no \
      feature is found.

      JSON: {text, hits[{source, globalID, origin, assetGroup, assetType, row, name, field, value}]}. field is \
      the attribute in which TEXT was found, and value is its value.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var part: PartArgument
  @Argument(help: "The text to look for.")
  var text: String
  @Option(
    help: "A source to look in; may be given several times. By default, all sources.",
    completion: Completions.sources
  )
  var source: [String] = []
  @Flag(help: "Find only values equal to TEXT.")
  var exact = false
  @Option(parsing: .unconditional, help: "The maximum number of features to list.")
  var limit: Int = 100
  @OptionGroup var form: JSONOption

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
    try form.print(
      JSONValue.object([
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
      ]),
      ["\(count(hits.count, "feature")) found for \(text)"]
        + zip(listed, output.network.describe(listed.map(\.feature)))
        .map { "  \($1)  \($0.field) \($0.value)" }
        + LimitOption.rest(hits.count - listed.count)
    )
    if hits.isEmpty { throw ExitCode.noAnswer }
  }
}

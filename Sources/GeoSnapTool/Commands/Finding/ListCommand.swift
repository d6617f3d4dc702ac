import ArgumentParser
import GeoSnap
import GeoSnapStore

struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the features of a source with their attributes.",
    discussion: """
      Features are listed in the order of their rows. Coded values are printed as names.

      JSON: {source, count, features[{source, globalID, origin, assetGroup, assetType, row, name, attributes{}}]}
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var part: PartArgument
  @Argument(help: "The source or table, such as PipelineLine.", completion: Completions.sources)
  var source: String
  @Option(
    help: "List only this asset type, as GROUP/TYPE.",
    completion: Completions.assetTypesOfSource
  )
  var assetType: String?
  @Option(parsing: .unconditional, help: "The maximum number of features to list.")
  var limit: Int = 100
  @OptionGroup var form: JSONOption

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit must not be negative.") }
  }

  func run() async throws {
    let network = try await input.open(part).network
    try checkSources([source], in: network)
    guard let table = network.table(named: source) else {
      throw Failure.usage("\(source) has no table: nothing is stored in it.")
    }
    var features = network.features(table: table)
    if let assetType {
      let types = try network.definition.assetTypes(
        assetType,
        ofSource: network.base.tables[table].name
      )
      features = features.filter { network.assetTypeID(of: $0).map(types.contains) ?? false }
    }
    let output = FeatureOutput(network: network)
    let listed = features.prefix(limit)
    try form.print(
      JSONValue.object([
        "source": .string(network.base.tables[table].name), "count": .integer(features.count),
        "features": .array(
          listed.map { feature in
            var members = output.members(feature)
            members["name"] = JSONValue(network.name(of: feature))
            members["attributes"] = output.attributes(feature)
            return .object(members)
          }
        ),
      ]),
      [count(features.count, "feature")]
        + listed.map { feature in
          let values = network.valuesThere(of: feature).map { "\($0.field) \($0)" }
          return "  \(output.line(feature))"
            + (values.isEmpty ? "" : "  \(values.joined(separator: ", "))")
        } + LimitOption.rest(features.count - listed.count)
    )
  }
}

import ArgumentParser
import GeoSnap
import GeoSnapStore

struct FindCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Finds features by row, origin, global id, or a text or integer attribute.",
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
  @Argument(help: "The text to look for.") var text: String
  @Option(
    help: "A source to look in; may be given several times. By default, all sources.",
    completion: Completions.sources
  )
  var source: [String] = []
  @Flag(help: "Find only values equal to TEXT.") var exact = false
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
        "hits": .objects(listed) { hit in
          var members = output.members(hit.feature)
          members["name"] = JSONValue(network.name(of: hit.feature))
          members["field"] = .string(hit.field)
          members["value"] = .string(hit.value)
          return members
        },
      ]),
      ["\(count(hits.count, "feature")) found for \(text)"]
        + zip(listed, output.network.describe(listed.map(\.feature)))
        .map { "  \($1)  \($0.field) \($0.value)" }
        + LimitOption.rest(hits.count - listed.count)
    )
    if hits.isEmpty { throw ExitCode.noAnswer }
  }
}

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
        "features": .objects(listed) { feature in
          var members = output.members(feature)
          members["name"] = JSONValue(network.name(of: feature))
          members["attributes"] = output.attributes(feature)
          return members
        },
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

struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a feature: attributes, place, associations, neighbours and subnetworks.",
    discussion: """
      If an origin names several features, all are shown. Subnetworks are shown only if the network has an \
      image in which `geosnap subnetworks` has stored them. `geosnap show` traces only the subnetworks that \
      edits have changed since then.

      JSON: {features[{source, globalID, origin, assetGroup, assetType, row, name, attributes{}, geometry, \
      length, area, associations[], connected[{source, globalID, ...}], subnetworks[{name, tier, \
      domainNetwork}]}]} geometry is WKT, or null. length and area are planar, and null for geometries without \
      a length or an area. subnetworks is null if the subnetworks were not traced.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var part: PartArgument
  @Argument(
    help: "The feature: \(ElementReference.forms).",
    completion: Completions.features,
    transform: ElementReference.read
  )
  var element: ElementReference
  @OptionGroup var form: JSONOption

  func run() async throws {
    let stored = try await input.open(part)
    let features = try stored.tellingEdge { try element.resolve(in: stored.network) }
    let topology = try await input.topology(of: stored)
    // Only subnetworks that edits have changed since the labels were kept are traced again.
    let labels = stored.hasSubnetworkLabels ? try? stored.subnetworkLabels() : nil
    let sheets = features.map { FeatureSheet($0, topology, labels) }
    try form.print(
      JSONValue.object(["features": .array(sheets.map(\.json))]),
      sheets.flatMap(\.lines)
    )
  }
}

struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Prints the extent, sources, rules and counts of a network.",
    discussion: """
      JSON: {srid, extent[xmin, ymin, xmax, ymax], sources[{name, sourceID, kind, usage, features, extent}], \
      rules{junctionJunction, containment, attachment, junctionEdge, edgeJunctionEdge}, \
      associations{connectivity, containment, attachment}, origins{bus: 2940, ...}, notImported{table: count}, \
      setAside{rows, tables{table: rows}}}. kind is junction, edge or plain. origins counts the distinct \
      elements of the imported files. setAside counts the rows that cannot be read.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var form: JSONOption

  func run() async throws {
    let stored = try await input.open()
    let summary = NetworkSummary(stored)
    try form.print(summary.document, summary.lines)
  }
}

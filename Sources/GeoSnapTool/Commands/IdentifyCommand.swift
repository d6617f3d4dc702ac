import ArgumentParser
import GeoSnap
import GeoSnapStore

struct IdentifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Lists the features within a tolerance of a place.",
    discussion: """
      The order of the features is by type of geometry (points, lines, areas), then by distance, source and \
      row.

      JSON: {at, tolerance, hits[{source, globalID, origin, assetGroup, assetType, row, distance, \
      location}]}

      With --batch, the verb answers for every point of a CSV file: see Documentation/Batch.md.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var part: PartArgument
  @Option(
    parsing: .unconditional,
    help: "The place as X,Y, in the reference system of the network or of --srid.",
    transform: CoordinateArgument.read
  )
  var at: CoordinateArgument?
  @OptionGroup var reach: ToleranceArguments
  @OptionGroup var reference: ReferenceArguments
  @Option(
    help: "A source to look in; may be given several times. By default, all sources.",
    completion: Completions.sources
  )
  var source: [String] = []
  @Option(parsing: .unconditional, help: "The maximum number of features to list.")
  var limit: Int?
  @OptionGroup var batch: BatchArguments
  @Flag(help: "In a batch, list only the nearest feature of each point.")
  var nearest = false
  @OptionGroup var form: JSONOption

  func validate() throws {
    _ = try reach.given()
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
    try batch.check(
      isSinglePlace: at != nil,
      singleOnly: form.json ? ["--json"] : []
    )
    if nearest, at != nil { throw ValidationError("--nearest needs --batch instead of --at.") }
    if nearest, limit != nil { throw ValidationError("--nearest does not go with --limit.") }
  }

  func run() async throws {
    try batch.checkOutput(network: input.network)
    let stored = try await input.open(part, reference)
    let index = try await input.index(stored)
    try checkSources(source, in: index.network)
    let network = index.network
    let tolerance = try reach.required(in: network)
    let request = IdentifyRequest(
      at: try at.map { try reference.place($0, in: network, edge: stored.edge) }
        ?? Coordinate(x: 0, y: 0),
      tolerance: tolerance,
      sources: source.isEmpty ? nil : source,
      limit: limit
    )
    if let points = batch.input {
      try await BatchRun(
        arguments: batch,
        inputPath: points,
        question: IdentifyQuestion(index: index, request: request, isNearestOnly: nearest),
        network: index.network,
        way: try reference.transformation(to: index.network),
        isSystemGiven: reference.srid != nil,
        reach: BatchReach(edge: stored.edge, tolerance: tolerance),
        defaultPrefix: "hit_"
      ).run()
    } else {
      stored.tellEdge(request.coordinate, within: tolerance)
      try answer(request, index)
    }
  }

  private func answer(_ request: IdentifyRequest, _ index: NetworkIndex) throws {
    let hits = index.identify(request)
    let place = request.coordinate
    let output = IdentifyOutput(network: index.network)
    try form.print(
      JSONValue.object([
        "at": GeoSnapTool.json(place), "tolerance": .number(request.tolerance),
        "hits": .array(hits.map(output.json)),
      ]),
      output.lines(hits, at: place, tolerance: request.tolerance)
    )
  }
}

/// Refuses the name of a source that the network does not have.
func checkSources(_ names: [String], in network: some NetworkReading) throws {
  let known = Set(
    (network.base.tables.map(\.name) + network.base.definition.sources.map(\.name)).map {
      $0.lowercased()
    }
  )
  for name in names where !known.contains(name.lowercased()) {
    throw Failure.usage(
      "No source is named \(name). \(Words.known("source", network.base.tables.map(\.name)))"
    )
  }
}

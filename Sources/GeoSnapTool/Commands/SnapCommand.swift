import ArgumentParser
import GeoSnap
import GeoSnapStore

struct SnapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snap",
    abstract: "Snaps a place to the network by its rules, and prints the reason.",
    discussion: """
      A vertex wins over a place on a segment, even if the vertex is farther away. Otherwise the nearest place \
      wins. With --asset-type, the connectivity rules decide which places are allowed, and plain sources \
      need --enable. If --at does not snap, the text gives the reason why the place that would win is refused, \
      and a remedy.

      JSON: {state, match{source, globalID, origin, assetGroup, assetType, row, kind, place, location, \
      distance, fraction, part, vertex, insertVertex, occupiedBy, splitsLine, terminals[{id, name}], \
      crossing{source, globalID, origin, assetGroup, assetType, row, part, vertex, fraction}, rule, because}, \
      equals[]}. state is snapped or unsnapped, match is null if unsnapped, kind is vertex or segment, place \
      is the exact kind of place, crossing is null except for an intersection, and rule is a RULEID or null. \
      equals lists equally near places of the same rank on other features, in the form of match. With \
      --explain, refused lists the refused places as in `geosnap explain`.

      With --batch, the verb snaps every point of a CSV file: see Documentation/Batch.md.
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
  @OptionGroup var snapping: SnappingArguments
  @OptionGroup var pointer: PointerArguments
  @OptionGroup var batch: BatchArguments
  @Flag(help: "List the refused places and the reasons.")
  var explain = false
  @OptionGroup var form: JSONOption

  func validate() throws {
    _ = try reach.given()
    try batch.check(
      isSinglePlace: at != nil,
      singleOnly: (explain ? ["--explain"] : []) + (form.json ? ["--json"] : [])
    )
  }

  func run() async throws {
    try batch.checkOutput(network: input.network)
    let stored = try await input.open(part, reference)
    let index = try await input.index(stored)
    let prepared = try PreparedSnapper(
      index,
      reach,
      snapping,
      pointer,
      editing: stored.tellingEdge { try pointer.edited(in: index.network) }
    )
    let tolerance = try reach.required(in: index.network)
    if let points = batch.input {
      let question = SnapQuestion(
        snapper: prepared.snapper,
        tolerance: tolerance,
        role: prepared.role,
        edited: prepared.edited,
        output: prepared.output
      )
      try await BatchRun(
        arguments: batch,
        inputPath: points,
        question: question,
        network: index.network,
        way: try reference.transformation(to: index.network),
        isSystemGiven: reference.srid != nil,
        reach: BatchReach(edge: stored.edge, tolerance: tolerance),
        defaultPrefix: "snap_"
      ).run()
    } else if let at {
      let place = try reference.place(at, in: index.network, edge: stored.edge)
      stored.tellEdge(place, within: tolerance)
      try answer(place, tolerance, prepared)
    }
  }

  private func answer(
    _ place: Coordinate,
    _ tolerance: Double,
    _ prepared: PreparedSnapper
  ) throws {
    if form.json {
      return try prepared.snapped(at: place, tolerance: tolerance, explains: explain).print()
    }
    let output = prepared.output
    let (match, equals) = try prepared.match(at: place, tolerance: tolerance)
    var refused: [SnapRefusal] = []
    if explain || match == nil {
      refused = try prepared.refused(at: place, tolerance: tolerance)
      // Only the place that would have won.
      if !explain { refused.removeLast(max(0, refused.count - 1)) }
    }
    let others = equals.map { "  as near: \(output.network.describe($0.place))" }
    try printLines(
      [output.sentence(match, tolerance: tolerance)] + others
        + refused.flatMap { refusal in
          let network = output.network
          let command = network.command(for: refusal, in: input.network)
          return ["  refused: \(network.describe(refusal)). \(network.advice(on: refusal))"]
            + (command.map { ["  command: \($0)"] } ?? [])
        }
    )
  }
}

import ArgumentParser
package import GeoSnap
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

  @OptionGroup var asked: PlaceArguments
  @OptionGroup var snapping: SnappingArguments
  @OptionGroup var pointer: PointerArguments
  @OptionGroup var batch: BatchArguments
  @Flag(help: "List the refused places and the reasons.") var explain = false
  @OptionGroup var form: JSONOption

  func validate() throws {
    _ = try asked.reach.given()
    try batch.check(
      isSinglePlace: asked.at != nil,
      singleOnly: (explain ? ["--explain"] : []) + (form.json ? ["--json"] : [])
    )
  }

  func run() async throws {
    try batch.checkOutput(network: asked.input.network)
    let stored = try await asked.open()
    let index = try await asked.input.index(stored)
    let prepared = try PreparedSnapper(
      index,
      asked.reach,
      snapping,
      pointer,
      editing: stored.tellingEdge { try pointer.edited(in: index.network) }
    )
    let tolerance = try asked.reach.required(in: index.network)
    if batch.input != nil {
      let question = SnapQuestion(
        snapper: prepared.snapper,
        tolerance: tolerance,
        role: prepared.role,
        edited: prepared.edited,
        output: prepared.output
      )
      try await BatchRun(
        arguments: batch,
        reference: asked.reference,
        question: question,
        network: index.network,
        edge: stored.edge,
        tolerance: tolerance,
        defaultPrefix: "snap_"
      ).run()
    } else if let place = try asked.place(in: stored) {
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
          let command = network.command(for: refusal, in: asked.input.network)
          return ["  refused: \(network.describe(refusal)). \(network.advice(on: refusal))"]
            + (command.map { ["  command: \($0)"] } ?? [])
        }
    )
  }
}

struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains how a place snaps: the winner, and the refused places with reasons.",
    discussion: """
      Prints the winner with its reason, the other candidates, and every refused place within the tolerance. \
      Each refused place is listed with the reason, the rules that were looked up, the closest rule, and the \
      change that would allow the place. If the change is a junction between two lines, the verb prints the \
      command that places a junction of the first suitable asset type. To place another asset type, change \
      --draw in this command.

      JSON: {state, at, tolerance, role, assetType, match{}, equals[{}] and candidates[{}] as `geosnap snap` \
      has them, refused[{source, globalID, origin, assetGroup, assetType, row, kind, place, location, \
      distance, fraction, part, vertex, reason, because, fits[], companion{}, gap{sentence, assetTypes[], \
      nearestRules[]}, remedy{kind, sentence, ...}}], nearest{}}. A remedy is of kind none, addRule (ruleKind, \
      assetTypes[]), placeJunction (assetTypes[]), useJunction or changeJunction (assetTypes[]) of the \
      companion at that place, changeAssetType (assetTypes[]), useEnd (location), moveEnd, enable (source, \
      assetGroup), show or changeFilter (source), zoom (minScale, maxScale), enableKind (place), widen \
      (tolerance) or resume. companion, gap and nearest are null if there is none. nearest is the closest \
      feature if no feature is near.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Option(
    parsing: .unconditional,
    help: CoordinateArgument.help,
    transform: CoordinateArgument.read
  )
  var at: Coordinate
  @OptionGroup var reach: ToleranceArguments
  @OptionGroup var reference: ReferenceArguments
  @OptionGroup var snapping: SnappingArguments
  @OptionGroup var pointer: PointerArguments
  @OptionGroup var list: LimitOption
  @OptionGroup var form: JSONOption
  @OptionGroup var picture: PictureOption

  func validate() throws {
    let tolerance = try reach.given()
    if picture.svg != nil, tolerance.number == 0 {
      throw ValidationError("--svg needs a --tolerance above 0, or there is nothing to draw.")
    }
  }

  func run() async throws {
    let file = try picture.begin(input)
    let index = try await input.openIndex()
    let network = index.network
    let place = try reference.place(at, in: network)
    let prepared = try PreparedSnapper(index, reach, snapping, pointer)
    let report = try prepared.report(at: place, tolerance: try reach.required(in: network))
    if let file {
      try prepared.draw(PictureFrame(), named: input.name, around: place, report, to: file)
    }
    try form.print(report.document(list), report.lines(input.network, list))
  }
}

package struct SnapSourcesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snap-sources",
    abstract: "Lists the sources to snap to, as the rules classify them.",
    discussion: """
      Without --asset-type, no rules apply: every source is allowed and enabled. With --asset-type, network \
      sources are limited or prevented, and enabled in both cases. Plain sources are allowed, but disabled \
      until --enable names them. With --all, the verb lists the result for every asset type of the network.

      JSON: {assetType, sources[{source, behavior, enabled, children[{assetGroup, code, behavior, enabled, \
      assetTypes[{assetType, code, behavior, rule}]}]}]}. behavior is allowed, limited or prevented. An asset \
      type is limited if its features may be joined to features of --asset-type. rule is the id of the rule \
      that permits the connection, or null if no rule is needed.

      JSON with --all: {pairs, allowed, assetTypes[{source, assetGroup, assetType, group, code, joins[{source, \
      group, code, rule}]}]}. The key joins lists the asset types that may be joined to this asset type. All other \
      pairs are refused. group is the code of the asset group, and code is the code of the asset type.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var snapping: SnappingArguments
  @Flag(help: "List the result for every asset type of the network.") var all = false
  @OptionGroup var form: JSONOption

  func validate() throws {
    if all, snapping.assetType != nil || !snapping.enable.isEmpty || !snapping.disable.isEmpty {
      throw ValidationError("--all does not go with --asset-type, --enable or --disable.")
    }
  }

  func run() async throws {
    let network = try await input.open().network
    if all {
      let output = try AssetTypePairsOutput(network: network)
      try form.print(output.document, output.lines)
    } else if form.json {
      try document(for: network).print()
    } else {
      let (settings, _) = try snapping.settings(for: network)
      try printLines(SnapSourcesOutput(settings: settings).lines)
    }
  }

  package func document(for network: some NetworkReading) throws -> JSONValue {
    let (settings, rules) = try snapping.settings(for: network)
    return .object([
      "assetType": JSONValue(snapping.assetType),
      "sources": SnapSourcesOutput(settings: settings).json(network.base.definition, rules),
    ])
  }
}

struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draws a network, its snap sources or a snap result as SVG or PNG.",
    discussion: """
      The picture is self-contained, has no scripts or links, and opens in any browser. North is up. With \
      --asset-type, features show the status of their source: allowed in dashed green, limited in solid \
      orange, prevented in dotted red. With --at and --tolerance, the picture shows the result of `geosnap \
      explain`: a mark for the kind of the winning place, and numbers at the refused places. Where \
      features are too many or too small to tell apart, some share the mark of another; the caption counts \
      these features. A few features far away from the rest are left out, and an arrow points towards them; \
      --extent shows them.

      If the name of --output ends in .png, the program rsvg-convert makes a PNG.

      This verb has no JSON: use `geosnap explain --json`.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var picture: PictureArguments
  @Option(
    parsing: .unconditional,
    help: "The place to snap, or the centre of the square of --size, as X,Y.",
    transform: CoordinateArgument.read
  )
  var at: Coordinate?
  @OptionGroup var reach: ToleranceArguments
  @OptionGroup var reference: ReferenceArguments
  @OptionGroup var snapping: SnappingArguments
  @OptionGroup var pointer: PointerArguments
  @Option(
    parsing: .unconditional,
    help: "The new file to write: SVG, or PNG if its name ends in .png; - for SVG on stdout.",
    completion: .file()
  )
  var output = "-"
  @Flag(help: "Replace an existing file.") var force = false

  func validate() throws {
    if at == nil, reach.tolerance != nil { throw ValidationError("--tolerance needs --at.") }
    if at == nil, picture.size != nil { throw ValidationError("--size needs --at.") }
    let isAnswered = at != nil && reach.tolerance != nil
    let isPointerGiven = pointer.role != nil || pointer.editing != nil || pointer.kinds != nil
    if isPointerGiven, !isAnswered {
      throw ValidationError("--role, --editing and --kinds need --at and --tolerance.")
    }
    if reference.srid != nil, at == nil, picture.extent == nil {
      throw ValidationError("--srid needs --at or --extent.")
    }
    if force, output == "-" { throw ValidationError("--force needs --output.") }
  }

  func run() async throws {
    try input.checkOutput(output, option: "--output")
    let file = try PictureFile(output, replacing: force)
    let index = try await input.openIndex()
    let network = index.network
    let place = try at.map { try reference.place($0, in: network) }
    let prepared = try PreparedSnapper(index, reach, snapping, pointer)
    var report: SnapReport?
    if let place, let tolerance = try reach.radius(in: network) {
      report = try prepared.report(at: place, tolerance: tolerance)
    }
    let frame = try picture.frame(in: network, reference)
    try prepared.draw(frame, named: input.name, around: place, report, to: file)
  }
}

import ArgumentParser
import GeoSnap

struct SnapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snap",
    abstract: "Snaps a place to the network, by its rules, and says why.",
    discussion: """
      A vertex wins over a place on a segment even when farther away, then the nearest wins. With \
      --asset-type the connectivity rules decide; the role is `point` for junctions and \
      `line-end` for lines unless given. A plain source has to be switched on with --enable then.

      JSON: {state, match{source, globalID, origin, assetGroup, assetType, kind, place, location, \
      distance, fraction, part, vertex, insertVertex, rule, because}} with state snapped or \
      unsnapped, match null when unsnapped, rule a RULEID or null; with --explain also \
      refused[{source, globalID, origin, assetGroup, assetType, kind, location, distance, reason, \
      because, fits[]}].

      With --batch every point of a CSV file is snapped: Documentation/Batch.md.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Option(parsing: .unconditional, help: "The place, in the units of the network.")
  var at: CoordinateArgument?
  @Option(parsing: .unconditional, help: "The radius around it, in the units of the network.")
  var tolerance: Double
  @OptionGroup var snapping: SnappingArguments
  @Option(help: "What is edited: point, line-end or inner-vertex.", transform: snapRole)
  var role: SnapRole?
  @Option(help: "The feature being edited, which is never snapped to.")
  var editing: ElementReference?
  @OptionGroup var batch: BatchArguments
  @Flag(help: "List what was refused, and why.")
  var explain = false
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    try checkTolerance(tolerance)
    try batch.check(
      isSinglePlace: at != nil,
      singleOnly: (explain ? ["--explain"] : []) + (json ? ["--json"] : [])
    )
  }

  func run() async throws {
    try batch.checkOutput(network: input.network)
    let index = try input.openIndex()
    let (settings, rules) = try snapping.settings(for: index.network)
    let snapper = Snapper(index, settings: settings, rules: rules)
    let role = try checkedRole(rules)
    let edited = try editing?.resolve(in: index.network).first
    let output = SnapOutput(network: index.network, hasRules: rules != nil)
    if let points = batch.input {
      let question = SnapQuestion(
        snapper: snapper,
        tolerance: tolerance,
        role: role,
        edited: edited,
        output: output
      )
      try await BatchRun(
        arguments: batch,
        inputPath: points,
        question: question,
        srid: index.network.srid,
        defaultPrefix: "snap_"
      ).run()
    } else if let at {
      try answer(at.coordinate, snapper, role, edited, output)
    }
  }

  private func answer(
    _ place: Coordinate,
    _ snapper: Snapper,
    _ role: SnapRole,
    _ edited: FeatureID?,
    _ output: SnapOutput
  ) throws {
    let match: SnapMatch?
    var refused: [SnapRefusal]?
    if explain {
      let explanation = snapper.explain(
        at: place,
        tolerance: tolerance,
        role: role,
        editing: edited
      )
      match = explanation.match
      refused = explanation.refused
    } else {
      match = snapper.snap(at: place, tolerance: tolerance, role: role, editing: edited)
    }
    if json {
      var document = output.document(match)
      if let refused { document["refused"] = .array(refused.map(output.document)) }
      try JSONValue.object(document).print()
    } else {
      try printLines(output.lines(match, refused: refused ?? [], tolerance: tolerance))
    }
  }

  /// The role asked for, or the one that fits the asset type.
  private func checkedRole(_ rules: SnapRules?) throws -> SnapRole {
    guard let rules else { return role ?? .point }
    let isJunction = rules.elementKind == .junction
    let role = self.role ?? (isJunction ? .point : .lineEnd)
    guard isJunction == (role == .point) else {
      throw Failure.usage(
        isJunction
          ? "A junction is edited in the role point."
          : "A line has no role point: line-end or "
            + "inner-vertex."
      )
    }
    return role
  }
}

/// Reads the name of a role.
private func snapRole(_ argument: String) throws -> SnapRole {
  guard let role = SnapRole(rawValue: argument.lowercased()) else {
    throw ValidationError("There is no role \(argument): point, line-end or inner-vertex.")
  }
  return role
}

import ArgumentParser
import GeoSnap

struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains how a place snaps: the winner, and the refused places with reasons.",
    discussion: """
      Prints the winner with its reason, the other candidates, and every refused place within the tolerance. \
      Each refused place is listed with the reason, the rules that were looked up, the closest rule, and the \
      change that would allow the place. If the change is a junction between two lines, the verb prints the \
      command that places the first fitting junction. To place another asset type, change --draw in this \
      command.

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
    help: "The place as X,Y, in the reference system of the network or of --srid.",
    transform: CoordinateArgument.read
  )
  var at: CoordinateArgument
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
    let prepared = try PreparedSnapper(
      index,
      reach,
      snapping,
      pointer,
      editing: pointer.edited(in: network)
    )
    let report = try prepared.report(at: place, tolerance: try reach.required(in: network))
    if let file {
      let sheet = try MapSheet(
        PictureFrame(),
        of: index,
        named: input.name,
        around: place,
        snapping: prepared.snapper.rules.map { (prepared.settings, $0) },
        report: report
      )
      try file.write(sheet)
      try file.publish()
    }
    try form.print(report.document(list), report.lines(input.network, list))
  }
}

import ArgumentParser
import GeoSnap

struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draws a network, its snap sources or a snap result as SVG or PNG.",
    discussion: """
      The picture is self-contained, has no scripts or links, and opens in any browser. North is up. With \
      --asset-type, the rules colour the features by source: allowed is green and dashed, limited orange and \
      solid, prevented red and dotted. With --at and --tolerance, the picture shows the result of `geosnap \
      explain`: a mark for the kind of the winning place, and numbers at the refused places. Features that are \
      too many or too small to tell apart share a mark with their number. A few features far away from the \
      rest are left out, and an arrow points towards them; --extent shows them.

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
  var at: CoordinateArgument?
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
  @Flag(help: "Replace an existing file.")
  var force = false

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
    let prepared = try PreparedSnapper(
      index,
      reach,
      snapping,
      pointer,
      editing: pointer.edited(in: network)
    )
    var report: SnapReport?
    if let place, let tolerance = try reach.radius(in: network) {
      report = try prepared.report(at: place, tolerance: tolerance)
    }
    let sheet = try MapSheet(
      try picture.frame(in: network, reference),
      of: index,
      named: input.name,
      around: place,
      snapping: prepared.snapper.rules.map { (prepared.settings, $0) },
      report: report
    )
    try file.write(sheet)
    try file.publish()
  }
}

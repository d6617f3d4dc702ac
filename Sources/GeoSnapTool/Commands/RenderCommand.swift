import ArgumentParser
import GeoSnap

struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draws a network, what may be snapped to, or an answer, as SVG or PNG.",
    discussion: """
      The picture stands alone: any browser opens it, and it holds no script and no link. North is up. \
      With --asset-type features are drawn by what the rules make of their source: allowed green, \
      limited orange, prevented red; dashed, solid and dotted. With --at and --tolerance the answer of `geosnap explain` is \
      drawn, with the winner marked by the kind of its place and refused places numbered. Features \
      too many or too small to tell apart share marks; the picture says how many. A few features that \
      lie far off are left out, with an arrow that says where they are; --extent shows them.

      A name that ends in .png makes a PNG, by the program rsvg-convert.

      There is no JSON: `geosnap explain --json` has the answer.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var picture: PictureArguments
  @Option(
    parsing: .unconditional,
    help: "The place as X,Y: to snap from, or the middle of --size.",
    transform: CoordinateArgument.read
  )
  var at: CoordinateArgument?
  @OptionGroup var reach: ToleranceArguments
  @OptionGroup var reference: ReferenceArguments
  @OptionGroup var snapping: SnappingArguments
  @OptionGroup var pointer: PointerArguments
  @Option(
    parsing: .unconditional,
    help: "Where the picture goes: a new SVG file, a PNG by its name, or - for SVG on stdout.",
    completion: .file()
  )
  var output = "-"
  @Flag(help: "Replace the file when it exists.")
  var force = false

  func validate() throws {
    if at == nil, reach.tolerance != nil { throw ValidationError("--tolerance goes with --at.") }
    if at == nil, picture.size != nil { throw ValidationError("--size goes with --at.") }
    let isAnswered = at != nil && reach.tolerance != nil
    let isPointerGiven = pointer.role != nil || pointer.editing != nil || pointer.kinds != nil
    if isPointerGiven, !isAnswered {
      throw ValidationError("--role, --editing and --kinds go with --at and --tolerance.")
    }
    if reference.srid != nil, at == nil, picture.extent == nil {
      throw ValidationError("--srid goes with --at or --extent.")
    }
    if force, output == "-" { throw ValidationError("--force goes with --output.") }
  }

  func run() async throws {
    try input.checkOutput(output, option: "--output")
    let file = try PictureFile(output, replacing: force)
    let index = try await input.openIndex()
    let network = index.network
    let view = try reach.view(of: network)
    let place = try at.map { try reference.place($0, in: network) }
    let (settings, rules) = try snapping.settings(for: index.network)
    var report: SnapReport?
    if let place, let tolerance = try reach.radius(in: network) {
      report = try SnapReport(
        Snapper(
          SnapScene(index),
          settings: pointer.settings(settings),
          rules: rules,
          view: view
        ),
        at: place,
        tolerance: tolerance,
        role: try pointer.role(rules),
        editing: try pointer.edited(in: index.network)
      )
    }
    let sheet = try MapSheet(
      try picture.frame(in: network, reference),
      of: index,
      named: input.name,
      around: place,
      snapping: rules.map { (settings, $0) },
      report: report
    )
    try file.write(sheet)
    try file.publish()
  }
}

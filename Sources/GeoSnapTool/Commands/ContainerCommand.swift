import ArgumentParser
import GeoSnap

struct ContainerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container",
    abstract: "Lists the content of a container, and the extent that shows it.",
    discussion: """
      The extent is the envelope of the content plus a margin, by default 5 % of the longer side of the \
      envelope. If the content is a single point, no associations are listed, and viewScale is the view scale \
      of the container's asset type. legibleScale is the scale at which the two nearest places of the content \
      are 24 pixels apart.

      JSON: {container{source, globalID, origin, ...}, content[{...}], extent[xmin, ymin, xmax, ymax], viewScale, \
      legibleScale, associations[{...}], others[{...}]}. If an origin names several containers with content, others \
      lists all but the first.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Option(
    help: "The container: \(ElementReference.forms).",
    completion: Completions.features,
    transform: ElementReference.read
  )
  var element: ElementReference
  @Option(parsing: .unconditional, help: "The margin around the content, \(LengthArgument.units).")
  var margin: LengthArgument?
  @OptionGroup var picture: PictureOption
  @OptionGroup var form: JSONOption

  func validate() throws {
    if let margin, !(margin.number >= 0 && margin.number.isFinite) || margin.isInPixels {
      throw ValidationError(
        "--margin must be a finite number of 0 or more, or a length such as 5m."
      )
    }
  }

  func run() async throws {
    let file = try picture.begin(input)
    let index = try await input.openIndex()
    let features = try element.resolve(in: index.network)
    let distance = try margin?.inUnits(of: index.network.srid, option: "--margin")
    let reach = distance.map { ContainerMargin.distance($0) } ?? .share(0.05)
    let all = features.map { index.containerView(of: $0, margin: reach) }
    let holding = all.filter { !$0.content.isEmpty }
    let views = holding.isEmpty ? Array(all.prefix(1)) : holding
    try file?.draw(of: index) { try MapSheet(of: $0, named: input.name, views) }
    let output = ContainerOutput(network: index.network)
    if form.json {
      var members = output.members(views[0])
      members["others"] = .array(views.dropFirst().map { .object(output.members($0)) })
      try JSONValue.object(members).print()
    } else {
      for view in views { try printLines(output.lines(view)) }
    }
  }
}

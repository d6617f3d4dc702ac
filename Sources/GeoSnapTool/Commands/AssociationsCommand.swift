import ArgumentParser
import GeoSnap

struct AssociationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "associations",
    abstract: "Lists the associations in an extent, or of an element.",
    discussion: """
      With --extent, the verb lists the associations with both ends in the extent, but no containment \
      associations, because they have no geometry. With --element, the verb lists all associations of the \
      element, whether the element is "from" or "to".

      JSON: {associations[{globalID, kind, from{source, globalID, origin, terminal}, to{...}, geometry}]}. \
      geometry is WKT, or null.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var area: ExtentArguments
  @Option(
    help: "The element: \(ElementReference.forms).",
    completion: Completions.features,
    transform: ElementReference.read
  )
  var element: ElementReference?
  @Option(
    help: "List only this kind, such as connectivity, containment or attachment.",
    transform: associationKind
  )
  var kind: AssociationKind?
  @OptionGroup var list: LimitOption
  @OptionGroup var picture: PictureOption
  @OptionGroup var form: JSONOption

  func validate() throws {
    try refuse((area.extent == nil) == (element == nil), "Give either --extent or --element.")
    try area.check()
  }

  func run() async throws {
    let file = try picture.begin(input)
    let index = try await input.openIndex()
    let associations: [Association]
    if let envelope = try area.envelope(in: index.network) {
      associations = index.associations(in: envelope, kind: kind)
    } else {
      associations = try (element?.resolve(in: index.network) ?? [])
        .flatMap { index.network.associations(of: $0, kind: kind) }.unique
    }
    try file?.draw(of: index) { index in
      let frame = PictureFrame(extent: area.extent?.envelope)
      return try MapSheet(frame, of: index, named: input.name, associations)
    }
    let output = AssociationOutput(network: index.network)
    try form.print(
      JSONValue.object(["associations": .array(list.first(of: associations).map(output.json))]),
      output.lines(associations, list)
    )
  }
}

private func associationKind(_ argument: String) throws -> AssociationKind {
  let kind = AssociationKind.allCases.first { $0.name.lowercased() == argument.lowercased() }
  guard let kind else {
    throw ValidationError(
      "There is no kind of association \(argument). "
        + Words.known("kind", AssociationKind.allCases.map(\.name))
    )
  }
  return kind
}

struct ContainerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container",
    abstract: "Lists the content of a container, and the extent that shows it.",
    discussion: """
      The extent is the envelope of the content plus a margin, by default 5 % of the longer side of the \
      envelope. If the content is a single point, no associations are listed, and viewScale is the view scale \
      of the container's asset type. legibleScale is the scale at which the two closest places in the content \
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
      let others = JSONValue.objects(views.dropFirst()) { output.members($0) }
      try output.members(views[0]).with(["others": others]).print()
    } else {
      for view in views { try printLines(output.lines(view)) }
    }
  }
}

struct GraphCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Prints the network as nodes and links, to compare it with other programs.",
    discussion: """
      Connectivity associations, and devices along a link, are contracted: the result has the buses or nodes of \
      the imported file, and the lines, pipes, transformers and switches between them.

      JSON: {nodes[{origin}], links[{origin, from, to, via[], conducting, enabled}]}; from and to are origins \
      of nodes. A link conducts if the definitions of the tiers bar none of its elements. A link is enabled if \
      all its elements are in service.
      """
  )

  @OptionGroup var network: NetworkArgument
  @OptionGroup var assumed: AssumptionArguments
  @OptionGroup var form: JSONOption

  func run() async throws {
    let topology = try await network.topology(of: try await network.open())
    let assumptions = try assumed.assumptions(topology)
    let graph: NodeLinkModel
    do {
      graph = try await withProgress("Contracting \(network.name)") {
        try await topology.contracted(assuming: assumptions, progress: $0.share)
      }
    } catch let error as TraceError { throw Failure.badData("\(error)") }
    let output = GraphOutput(graph: graph)
    try form.print(output.document, output.lines)
  }
}

import ArgumentParser
import GeoSnap

struct ContainerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container",
    abstract: "Opens a container: what it holds, and where to look.",
    discussion: """
      The view is the envelope of the content grown by a margin, 5% of its longer side by default. \
      With a single point as content there are no associations; the view scale of the container's \
      asset type is given instead.

      JSON: {container{source, globalID, origin, ...}, content[{...}], \
      extent[xmin, ymin, xmax, ymax], viewScale, associations[{...}], others[{...}]}. An origin \
      that names several containers answers for each: the first, and the others beside it.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Option(help: "The container: a global id, or origin:bus/3.")
  var element: ElementReference
  @Option(parsing: .unconditional, help: "How far the view reaches, in the units of the network.")
  var margin: Double?
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let margin, !(margin >= 0 && margin.isFinite) {
      throw ValidationError("--margin must be 0 or more.")
    }
  }

  func run() throws {
    let index = try input.openIndex()
    let features = try element.resolve(in: index.network)
    let reach = margin.map { ContainerMargin.distance($0) } ?? .share(0.05)
    let all = features.map { index.containerView(of: $0, margin: reach) }
    let holding = all.filter { !$0.content.isEmpty }
    let views = holding.isEmpty ? Array(all.prefix(1)) : holding
    if json {
      var members = document(views[0], index.network)
      members["others"] = .array(views.dropFirst().map { .object(document($0, index.network)) })
      try JSONValue.object(members).print()
    } else {
      for view in views { describe(view, index.network) }
    }
  }

  private func document(_ view: ContainerView, _ network: UtilityNetwork) -> [String: JSONValue] {
    let features = FeatureOutput(network: network)
    let associations = AssociationOutput(network: network)
    return [
      "container": .object(features.members(view.container)),
      "content": .array(view.content.map { .object(features.members($0)) }),
      "extent": GeoSnapTool.json(view.extent),
      "viewScale": JSONValue(view.viewScale),
      "associations": .array(view.associations.map(associations.json)),
    ]
  }

  private func describe(_ view: ContainerView, _ network: UtilityNetwork) {
    let features = FeatureOutput(network: network)
    let associations = AssociationOutput(network: network)
    print("\(features.line(view.container)) holds \(view.content.count) features")
    for feature in view.content { print("  \(features.line(feature))") }
    if let extent = view.extent {
      print(
        "View: \(text(Coordinate(x: extent.minX, y: extent.minY))) to "
          + "\(text(Coordinate(x: extent.maxX, y: extent.maxY)))"
      )
    }
    if let scale = view.viewScale {
      print("A single point: open the view at 1:\(text(scale, places: 0))")
    }
    print("\(view.associations.count) associations in the view")
    for association in view.associations { print("  \(associations.line(association))") }
  }
}

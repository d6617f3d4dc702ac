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
  @Option(
    parsing: .unconditional,
    help: "The extent XMIN,YMIN,XMAX,YMAX, in the reference system of the network or of --srid."
  )
  var extent: ExtentArgument?
  @OptionGroup var reference: ReferenceArguments
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
    if (extent == nil) == (element == nil) {
      throw ValidationError("Give either --extent or --element.")
    }
    if reference.srid != nil, extent == nil {
      throw ValidationError("--srid needs --extent.")
    }
  }

  func run() async throws {
    let file = try picture.begin(input)
    let index = try await input.openIndex()
    let associations: [Association]
    if let extent {
      let envelope = try reference.envelope(extent, in: index.network)
      associations = index.associations(in: envelope, kind: kind)
    } else {
      associations = try (element?.resolve(in: index.network) ?? [])
        .flatMap { index.network.associations(of: $0, kind: kind) }.unique
    }
    try file?.draw(of: index) { index in
      let frame = PictureFrame(extent: extent?.envelope)
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

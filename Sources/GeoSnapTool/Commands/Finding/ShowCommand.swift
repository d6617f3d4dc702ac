import ArgumentParser
import GeoSnap
import GeoSnapStore

struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a feature: attributes, place, associations, neighbours and subnetworks.",
    discussion: """
      If an origin names several features, all are shown. Subnetworks are shown only if the network has an \
      image in which `geosnap subnetworks` has stored them. `geosnap show` traces only the subnetworks that \
      edits have changed since then.

      JSON: {features[{source, globalID, origin, assetGroup, assetType, row, name, attributes{}, geometry, \
      length, area, associations[], connected[{source, globalID, ...}], subnetworks[{name, tier, \
      domainNetwork}]}]} geometry is WKT, or null. length and area are planar, and null for geometries without \
      a length or an area. subnetworks is null if the subnetworks were not traced.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var part: PartArgument
  @Argument(
    help: "The feature: \(ElementReference.forms).",
    completion: Completions.features,
    transform: ElementReference.read
  )
  var element: ElementReference
  @OptionGroup var form: JSONOption

  func run() async throws {
    let stored = try await input.open(part)
    let features = try stored.tellingEdge { try element.resolve(in: stored.network) }
    let topology = try await input.topology(of: stored)
    // Only subnetworks that edits have changed since the labels were kept are traced again.
    let labels = stored.hasSubnetworkLabels ? try? stored.subnetworkLabels() : nil
    let sheets = features.map { FeatureSheet($0, topology, labels) }
    try form.print(
      JSONValue.object(["features": .array(sheets.map(\.json))]),
      sheets.flatMap(\.lines)
    )
  }
}

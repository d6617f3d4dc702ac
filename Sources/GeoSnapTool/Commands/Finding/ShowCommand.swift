import ArgumentParser
import GeoSnap
import GeoSnapStore

struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a feature: attributes, place, associations, and what it is connected with.",
    discussion: """
      An origin may stand for several features: all are shown.

      JSON: {features[{source, globalID, origin, assetGroup, assetType, row, name, attributes{}, geometry, length, \
      area, associations[], connected[{source, globalID, ...}]}]} with geometry as WKT, or null; length and area are \
      planar, null for what has none.
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
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let stored = try await input.open(part)
    let features = try element.resolve(in: stored.network)
    let topology = try await input.topology(of: stored)
    let sheets = features.map { FeatureSheet($0, topology) }
    if json {
      try JSONValue.object(["features": .array(sheets.map(\.json))]).print()
    } else {
      try printLines(sheets.flatMap(\.lines))
    }
  }
}

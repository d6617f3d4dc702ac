import ArgumentParser
import GeoSnap
import GeoSnapStore

struct SnapSourcesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snap-sources",
    abstract: "Lists what can be snapped to, and what the rules make of it.",
    discussion: """
      Without --asset-type no rules are in force: everything is allowed, and every source is \
      enabled. With it, network sources are limited or prevented, and both are enabled, as \
      `setFromRules` does; a plain source is allowed and starts disabled.

      JSON: {assetType, sources[{source, behavior, enabled, children[{assetGroup, code, behavior, \
      enabled}]}]} with behavior allowed, limited or prevented.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var snapping: SnappingArguments
  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let network = try input.open().network
    let (settings, _) = try snapping.settings(for: network)
    let output = SnapSourcesOutput(settings: settings)
    if json {
      try JSONValue.object([
        "assetType": JSONValue(snapping.assetType), "sources": output.json,
      ]).print()
    } else {
      try printLines(output.lines)
    }
  }
}

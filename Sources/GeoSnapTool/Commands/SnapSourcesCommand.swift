import ArgumentParser
package import GeoSnap
import GeoSnapStore

package struct SnapSourcesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snap-sources",
    abstract: "Lists the sources to snap to, as the rules classify them.",
    discussion: """
      Without --asset-type, no rules apply: every source is allowed and enabled. With it, network sources are \
      limited or prevented, and enabled in both cases, as by `setFromRules`; a plain source is allowed, but \
      disabled at first. With --all, the result for every asset type of the network is listed.

      JSON: {assetType, sources[{source, behavior, enabled, children[{assetGroup, code, behavior, enabled, \
      assetTypes[{assetType, code, behavior, rule}]}]}]} with behavior allowed, limited or prevented. An asset \
      type is limited if its features may be joined to the edited one; rule is the id of the rule that permits \
      this, or null if none is needed.

      JSON with --all: {pairs, allowed, assetTypes[{source, assetGroup, assetType, group, code, joins[{source, \
      group, code, rule}]}]}. joins lists the asset types that may be joined; all other pairs are refused. group \
      and code are those of the asset group and of the asset type.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var snapping: SnappingArguments
  @Flag(help: "List the result for every asset type of the network.")
  var all = false
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if all, snapping.assetType != nil || !snapping.enable.isEmpty || !snapping.disable.isEmpty {
      throw ValidationError("--all does not go with --asset-type, --enable or --disable.")
    }
  }

  func run() async throws {
    let network = try await input.open().network
    if all {
      let output = try AssetTypePairsOutput(network: network)
      if json { try output.document.print() } else { try printLines(output.lines) }
    } else if json {
      try document(for: network).print()
    } else {
      let (settings, _) = try snapping.settings(for: network)
      try printLines(SnapSourcesOutput(settings: settings).lines)
    }
  }

  package func document(for network: some NetworkReading) throws -> JSONValue {
    let (settings, rules) = try snapping.settings(for: network)
    return .object([
      "assetType": JSONValue(snapping.assetType),
      "sources": SnapSourcesOutput(settings: settings).json(network.base.definition, rules),
    ])
  }
}

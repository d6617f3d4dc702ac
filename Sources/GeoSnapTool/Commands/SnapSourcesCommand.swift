import ArgumentParser
package import GeoSnap
import GeoSnapStore

package struct SnapSourcesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snap-sources",
    abstract: "Lists what can be snapped to, and what the rules make of it.",
    discussion: """
      Without --asset-type no rules are in force: everything is allowed, and every source is \
      enabled. With it, network sources are limited or prevented, and both are enabled, as \
      `setFromRules` does; a plain source is allowed and starts disabled. With --all the question \
      is asked for every asset type of the network in turn.

      JSON: {assetType, sources[{source, behavior, enabled, children[{assetGroup, code, behavior, \
      enabled, assetTypes[{assetType, code, behavior, rule}]}]}]} with behavior allowed, limited \
      or prevented. An asset type is limited when its features may be joined to the edited one; \
      rule is the id of the rule that lets them, null where none is needed.

      JSON with --all: {pairs, allowed, assetTypes[{source, assetGroup, assetType, group, code, \
      joins[{source, group, code, rule}]}]}. joins lists what may be joined; of the pairs, every \
      other is refused. group and code are those of the asset group and of the asset type.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var snapping: SnappingArguments
  @Flag(help: "Ask for every asset type of the network.")
  var all = false
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if all, snapping.assetType != nil || !snapping.enable.isEmpty || !snapping.disable.isEmpty {
      throw ValidationError("--all goes without --asset-type, --enable and --disable.")
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

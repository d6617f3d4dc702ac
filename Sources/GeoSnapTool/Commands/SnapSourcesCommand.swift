import ArgumentParser
package import GeoSnap
import GeoSnapStore

package struct SnapSourcesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snap-sources",
    abstract: "Lists the sources to snap to, as the rules classify them.",
    discussion: """
      Without --asset-type, no rules apply: every source is allowed and enabled. With --asset-type, network \
      sources are limited or prevented, and enabled in both cases. Plain sources are allowed, but disabled \
      until --enable names them. With --all, the verb lists the result for every asset type of the network.

      JSON: {assetType, sources[{source, behavior, enabled, children[{assetGroup, code, behavior, enabled, \
      assetTypes[{assetType, code, behavior, rule}]}]}]}. behavior is allowed, limited or prevented. An asset \
      type is limited if its features may be joined to features of --asset-type. rule is the id of the rule \
      that permits the connection, or null if no rule is needed.

      JSON with --all: {pairs, allowed, assetTypes[{source, assetGroup, assetType, group, code, joins[{source, \
      group, code, rule}]}]}. joins lists the asset types whose features may be joined to features of the \
      asset type. All other pairs are refused. group is the code of the asset group, and code is the code of \
      the asset type.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var snapping: SnappingArguments
  @Flag(help: "List the result for every asset type of the network.")
  var all = false
  @OptionGroup var form: JSONOption

  func validate() throws {
    if all, snapping.assetType != nil || !snapping.enable.isEmpty || !snapping.disable.isEmpty {
      throw ValidationError("--all does not go with --asset-type, --enable or --disable.")
    }
  }

  func run() async throws {
    let network = try await input.open().network
    if all {
      let output = try AssetTypePairsOutput(network: network)
      try form.print(output.document, output.lines)
    } else if form.json {
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

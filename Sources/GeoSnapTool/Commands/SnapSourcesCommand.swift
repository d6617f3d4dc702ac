import ArgumentParser
import Foundation
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
    if json {
      try JSONValue.object([
        "assetType": JSONValue(snapping.assetType),
        "sources": .array(settings.sourceSettings.map(document)),
      ]).print()
      return
    }
    for source in settings.sourceSettings {
      print("\(mark(source)) \(source.name)")
      for group in source.childSourceSettings where group.ruleBehavior == .rulesLimitSnapping {
        print("    \(mark(group)) \(group.name)")
      }
    }
  }

  private func document(_ source: SnapSourceSettings) -> JSONValue {
    .object([
      "source": .string(source.name), "behavior": .string(source.behaviorName),
      "enabled": .bool(source.isEnabled),
      "children": .array(
        source.childSourceSettings.map { child in
          .object([
            "assetGroup": .string(child.name), "code": JSONValue(child.assetGroup),
            "behavior": .string(child.behaviorName), "enabled": .bool(child.isEnabled),
          ])
        }
      ),
    ])
  }

  private func mark(_ source: SnapSourceSettings) -> String {
    let name = source.behaviorName.padding(toLength: 9, withPad: " ", startingAt: 0)
    return "\(source.isEnabled ? "on " : "off")  \(name)"
  }
}

extension SnapSourceSettings {
  /// The behavior as the map's legend names it.
  var behaviorName: String {
    switch ruleBehavior {
    case nil: "allowed"
    case .rulesLimitSnapping: "limited"
    case .rulesPreventSnapping: "prevented"
    }
  }
}

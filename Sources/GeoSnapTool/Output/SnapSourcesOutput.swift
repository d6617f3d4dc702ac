import Foundation
import GeoSnap

/// The list of snap sources as JSON and as text.
struct SnapSourcesOutput {
  let settings: SnapSettings

  /// The sources with the asset types of a definition, and the behavior of each under the rules.
  func json(_ definition: NetworkDefinition, _ rules: SnapRules?) -> JSONValue {
    .array(settings.sourceSettings.map { json($0, definition, rules) })
  }

  private func json(
    _ source: SnapSourceSettings,
    _ definition: NetworkDefinition,
    _ rules: SnapRules?
  ) -> JSONValue {
    .object([
      "source": .string(source.name), "behavior": .string(source.behaviorName),
      "enabled": .bool(source.isEnabled),
      "children": .array(
        source.childSourceSettings.map { child in
          .object([
            "assetGroup": .string(child.name), "code": JSONValue(child.assetGroup),
            "behavior": .string(child.behaviorName), "enabled": .bool(child.isEnabled),
            "assetTypes": .array(assetTypes(of: child, definition, rules)),
          ])
        }
      ),
    ])
  }

  private func assetTypes(
    of child: SnapSourceSettings,
    _ definition: NetworkDefinition,
    _ rules: SnapRules?
  ) -> [JSONValue] {
    guard let sourceID = child.sourceID, let code = child.assetGroup,
      let group = definition.sources.first(where: { $0.sourceID == sourceID })?
        .assetGroup(code: code)
    else { return [] }
    return group.assetTypes.map { type in
      let permission =
        rules.map {
          $0.permission(
            for: AssetTypeID(sourceID: sourceID, assetGroup: code, assetType: type.code)
          )
        } ?? .unruled
      return .object([
        "assetType": .string(type.name), "code": .integer(type.code),
        "behavior": .string(permission.behaviorName), "rule": permission.ruleJSON,
      ])
    }
  }

  /// A line for each source, with the asset groups that rules limit below it.
  var lines: [String] {
    settings.sourceSettings.flatMap { source in
      ["\(mark(source))  \(source.name)"]
        + source.childSourceSettings.filter { $0.ruleBehavior == .rulesLimitSnapping }
        .map { "      \(mark($0))  \($0.name)" }
    }
  }

  private func mark(_ source: SnapSourceSettings) -> String {
    // Esri's rules enable prevented sources as well, without effect: the text says so.
    let state =
      source.ruleBehavior == .rulesPreventSnapping
      ? "offers nothing" : source.isEnabled ? "on" : "off"
    return source.behaviorName.padding(toLength: 9, withPad: " ", startingAt: 0) + "  "
      + state.padding(toLength: 14, withPad: " ", startingAt: 0)
  }
}

extension SnapPermission? {
  /// The behavior of one asset type, in the words for its group and source.
  fileprivate var behaviorName: String {
    switch self {
    case nil: "prevented"
    case .unruled: "allowed"
    case .rule, .sameAssetType: "limited"
    }
  }

  /// The rule's id; null where there is none.
  var ruleJSON: JSONValue {
    if case .rule(let id) = self { .integer(id) } else { .null }
  }
}

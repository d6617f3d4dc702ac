import Foundation
import GeoSnap

/// How the list of snap sources is told in JSON and in text.
struct SnapSourcesOutput {
  let settings: SnapSettings

  var json: JSONValue {
    .array(
      settings.sourceSettings.map { source in
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
    )
  }

  /// A line for each source, with the asset groups below it that rules limit.
  var lines: [String] {
    settings.sourceSettings.flatMap { source in
      ["\(mark(source))  \(source.name)"]
        + source.childSourceSettings.filter { $0.ruleBehavior == .rulesLimitSnapping }
        .map { "      \(mark($0))  \($0.name)" }
    }
  }

  private func mark(_ source: SnapSourceSettings) -> String {
    // Esri's rules switch prevented sources on as well: say that it means nothing.
    let state =
      source.ruleBehavior == .rulesPreventSnapping
      ? "offers nothing" : source.isEnabled ? "on" : "off"
    return source.behaviorName.padding(toLength: 9, withPad: " ", startingAt: 0) + "  "
      + state.padding(toLength: 14, withPad: " ", startingAt: 0)
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

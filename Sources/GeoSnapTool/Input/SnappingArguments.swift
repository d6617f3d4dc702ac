import ArgumentParser
import GeoSnap

/// The options that enable and disable snap sources.
struct SnappingArguments: ParsableArguments {
  @Option(
    help:
      "The asset type of the feature to snap: Source/Asset group/Asset type, by names or codes.",
    completion: Completions.assetTypes
  )
  var assetType: String?
  @Option(
    help: "Enable a source, or Source/Asset group; may be given several times.",
    completion: Completions.snapSources
  )
  var enable: [String] = []
  @Option(
    help: "Disable a source, or Source/Asset group; may be given several times.",
    completion: Completions.snapSources
  )
  var disable: [String] = []

  /// The settings and rules of these options.
  func settings(for network: some NetworkReading) throws -> (
    settings: SnapSettings, rules: SnapRules?
  ) {
    var settings = SnapSettings()
    settings.isEnabled = true
    var rules: SnapRules?
    if let assetType {
      let id = try network.base.definition.assetType(argument: assetType)
      let compiled = try SnapRules(for: id, in: network.base)
      settings.syncSourceSettings(with: network.base, rules: compiled, enabling: .setFromRules)
      rules = compiled
    } else {
      settings.syncSourceSettings(with: network.base)
      for index in settings.sourceSettings.indices { settings.sourceSettings[index].set(true) }
    }
    // Whole sources first, so that a group can be an exception of its source.
    try apply(enable, true, to: &settings, network)
    try apply(disable, false, to: &settings, network)
    return (settings, rules)
  }

  private func apply(
    _ names: [String],
    _ isEnabled: Bool,
    to settings: inout SnapSettings,
    _ network: some NetworkReading
  ) throws {
    var groups: [(name: String, source: Int, child: Int)] = []
    for name in names {
      if let source = settings.sourceSettings.firstIndex(where: { $0.name.isSame(as: name) }) {
        settings.sourceSettings[source].set(isEnabled)
      } else {
        groups.append(try group(name, in: settings))
      }
    }
    for group in groups {
      settings.sourceSettings[group.source].childSourceSettings[group.child].isEnabled = isEnabled
    }
  }

  private func group(
    _ name: String,
    in settings: SnapSettings
  ) throws -> (name: String, source: Int, child: Int) {
    var hint = Words.known("source", settings.sourceSettings.map(\.name))
    for (source, entry) in settings.sourceSettings.enumerated() {
      if name.lowercased().hasPrefix(entry.name.lowercased() + "/") {
        hint =
          "The asset groups of \(entry.name) are "
          + "\(Words.list(entry.childSourceSettings.map(\.name), "and", limit: 30))."
      }
      for (child, group) in entry.childSourceSettings.enumerated() {
        let spellings = ["\(entry.name)/\(group.name)", "\(entry.name)/\(group.assetGroup ?? 0)"]
        if spellings.contains(where: { $0.isSame(as: name) }) { return (name, source, child) }
      }
    }
    throw Failure.usage(
      "No snap source or asset group is named \(name). \(hint)"
    )
  }
}

extension SnapSourceSettings {
  /// Enables or disables a source and all its asset groups.
  fileprivate mutating func set(_ isEnabled: Bool) {
    self.isEnabled = isEnabled
    for index in childSourceSettings.indices { childSourceSettings[index].isEnabled = isEnabled }
  }
}

extension String {
  fileprivate func isSame(as other: String) -> Bool { lowercased() == other.lowercased() }
}

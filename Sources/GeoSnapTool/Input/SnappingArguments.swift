import ArgumentParser
import GeoSnap

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
    throw Failure.usage("No snap source or asset group is named \(name). \(hint)")
  }
}

extension SnapSourceSettings {
  fileprivate mutating func set(_ isEnabled: Bool) {
    self.isEnabled = isEnabled
    for index in childSourceSettings.indices { childSourceSettings[index].isEnabled = isEnabled }
  }
}

extension String {
  fileprivate func isSame(as other: String) -> Bool { lowercased() == other.lowercased() }
}

struct PointerArguments: ParsableArguments {
  @Option(
    help:
      "The edited part: point, line-end or inner-vertex; by default line-end for lines, else point.",
    transform: snapRole
  )
  var role: SnapRole?
  @Option(
    help: "The edited feature, to which the place does not snap: \(ElementReference.forms).",
    completion: Completions.features,
    transform: ElementReference.read
  )
  var editing: ElementReference?
  @Option(
    help: """
      The kinds of places to snap to, separated by commas: point, lineEnd, vertex, intersection, midpoint, \
      centroid, segment, boundary, area, or the groups vertices, edges, all. By default vertices,edges.
      """,
    transform: KindsArgument.read
  )
  var kinds: SnapKinds?

  func settings(_ settings: SnapSettings) -> SnapSettings {
    var settings = settings
    settings.kinds = kinds ?? .standard
    return settings
  }

  /// The requested role, or the one that fits the asset type; throws `Failure` when the asset type has no such role.
  func role(_ rules: SnapRules?) throws -> SnapRole {
    guard let rules else { return role ?? .point }
    let isJunction = rules.elementKind == .junction
    let role = self.role ?? (isJunction ? .point : .lineEnd)
    guard isJunction == (role == .point) else {
      throw Failure.usage(
        isJunction
          ? "A junction has the role point: leave --role out."
          : "A line does not have the role point: give line-end or inner-vertex."
      )
    }
    return role
  }

  func edited(in network: EditedNetwork) throws -> FeatureID? {
    try editing?.resolve(in: network).first
  }
}

private func snapRole(_ argument: String) throws -> SnapRole {
  guard let role = SnapRole(rawValue: argument.lowercased()) else {
    throw ValidationError("--role must be point, line-end or inner-vertex.")
  }
  return role
}

enum KindsArgument {
  private static let groups: [(name: String, kinds: SnapKinds)] = [
    ("vertices", .vertices), ("edges", .edges), ("all", .ofFeatures),
  ]

  static func read(_ argument: String) throws -> SnapKinds {
    var kinds: SnapKinds = []
    for field in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let name = field.lowercased()
      if let group = groups.first(where: { $0.name == name }) {
        kinds.formUnion(group.kinds)
      } else if let kind = SnapKinds.ofFeatures.kinds.first(where: { $0.name.lowercased() == name })
      {
        kinds.formUnion(SnapKinds(kind))
      } else {
        throw ValidationError("There is no kind of place '\(field)'. \(Words.known("kind", names))")
      }
    }
    return kinds
  }

  /// All names: the groups, then the kinds of features, since a command has no sketch and no grid.
  private static let names = groups.map(\.name) + SnapKinds.ofFeatures.kinds.map(\.name)
}

extension NetworkDefinition {
  func assetType(argument path: String) throws -> AssetTypeID {
    do { return try assetType(path: path) } catch { throw Failure.usage(error.message) }
  }

  func assetTypes(_ path: String, ofSource name: String) throws -> [AssetTypeID] {
    let matches = assetTypes(path: "\(name)/\(path)")
    guard matches.isEmpty else { return matches }
    guard let source = source(named: name), !source.assetTypeEntries.isEmpty else {
      throw Failure.usage("\(name) has no asset types.")
    }
    throw Failure.usage("No asset type of \(name) is named \(path). \(source.hint(for: path))")
  }
}

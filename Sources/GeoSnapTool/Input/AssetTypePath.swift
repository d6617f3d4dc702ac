import GeoSnap

extension NetworkDefinition {
  /// The one asset type that a path names.
  func assetType(path: String) throws -> AssetTypeID {
    let matches = assetTypes(path: path)
    if matches.count > 1 {
      let codes = matches.map { "\($0.assetGroup)/\($0.assetType)" }.joined(separator: ", ")
      throw Failure.usage("Several asset types are named \(path): use codes (\(codes)).")
    }
    guard let match = matches.first else {
      throw Failure.usage("No asset type is named \(path). \(hint(for: path))")
    }
    return match
  }

  /// The asset types of a source that `Asset group/Asset type` names.
  func assetTypes(_ path: String, ofSource name: String) throws -> [AssetTypeID] {
    let matches = assetTypes(path: "\(name)/\(path)")
    guard matches.isEmpty else { return matches }
    guard let source = source(named: name),
      source.assetGroups.contains(where: { !$0.assetTypes.isEmpty })
    else { throw Failure.usage("\(name) has no asset types.") }
    throw Failure.usage("No asset type of \(name) is named \(path). \(source.hint(for: path))")
  }

  /// What could have been meant: what ends so, else the names at the first level that does not fit.
  private func hint(for path: String) -> String {
    for source in sources where path.lowercased().hasPrefix(source.name.lowercased() + "/") {
      return source.hint(for: String(path.dropFirst(source.name.count + 1)), inFull: true)
    }
    let meant = sources.flatMap { $0.paths(endingWith: path, inFull: true) }
    return AssetTypeHint.question(meant)
      ?? "Sources: " + sources.map(\.name).joined(separator: ", ") + "."
  }
}

extension NetworkSource {
  /// What could have been meant by `Asset group/Asset type`, with the source's name before it on demand.
  fileprivate func hint(for path: String, inFull: Bool = false) -> String {
    if let question = AssetTypeHint.question(paths(endingWith: path, inFull: inFull)) {
      return question
    }
    for group in assetGroups {
      for name in [group.name, "\(group.code)"]
      where path.lowercased().hasPrefix(name.lowercased() + "/") {
        return "\(self.name)/\(group.name) has: "
          + group.assetTypes.map { "\($0.name) (\($0.code))" }.joined(separator: ", ") + "."
      }
    }
    let all = paths(inFull: inFull)
    if all.count <= AssetTypeHint.most {
      return "There are: " + all.map(\.path).joined(separator: ", ") + "."
    }
    return "\(name) has the asset groups: "
      + assetGroups.map { "\($0.name) (\($0.code))" }.joined(separator: ", ") + "."
  }

  private func paths(inFull: Bool) -> [(path: String, type: String)] {
    assetGroups.flatMap { group in
      group.assetTypes.map { type in
        ("\(inFull ? "\(name)/" : "")\(group.name)/\(type.name)", type.name.lowercased())
      }
    }
  }

  /// The asset types whose names a path ends with, whatever stands before them.
  fileprivate func paths(endingWith path: String, inFull: Bool) -> [String] {
    // Names may hold slashes themselves, so that ends are compared, never parts.
    let wanted = "/" + path.lowercased()
    return paths(inFull: inFull).filter { wanted.hasSuffix("/" + $0.type) }.map(\.path)
  }
}

private enum AssetTypeHint {
  /// How many asset types a sentence lists.
  static let most = 12

  /// The question for some paths; nil for none, and for more than anyone reads.
  static func question(_ paths: [String]) -> String? {
    guard !paths.isEmpty, paths.count <= most else { return nil }
    return "Did you mean \(paths.joined(separator: " or "))?"
  }
}

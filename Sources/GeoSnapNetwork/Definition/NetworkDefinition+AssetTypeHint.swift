extension NetworkDefinition {
  /// A hint: the asset types with this ending, or else the names at the first level that does not match.
  func hint(for path: String) -> String {
    if sources.isEmpty { return "There are no sources." }
    for source in sources where path.lowercased().hasPrefix(source.name.lowercased() + "/") {
      return source.hint(for: String(path.dropFirst(source.name.count + 1)), inFull: true)
    }
    let meant = sources.flatMap { $0.paths(endingWith: path, inFull: true) }
    return AssetTypeHint.question(meant)
      ?? Words.known("source", sources.map(\.name))
  }
}

extension NetworkSource {
  /// A hint for `Asset group/Asset type`; its paths start with the source's name if `inFull` is true.
  package func hint(for path: String, inFull: Bool = false) -> String {
    if let question = AssetTypeHint.question(paths(endingWith: path, inFull: inFull)) {
      return question
    }
    for group in assetGroups {
      for name in [group.name, "\(group.code)"]
      where path.lowercased().hasPrefix(name.lowercased() + "/") {
        return "The asset types of \(self.name)/\(group.name) are "
          + Words.names(group.assetTypes.map { "\($0.name) (\($0.code))" }) + "."
      }
    }
    let all = paths(inFull: inFull)
    if all.isEmpty { return "\(name) has no asset types." }
    if all.count <= AssetTypeHint.most {
      return Words.known("asset type", all.map { "\($0.path) (\($0.codes))" })
    }
    return "The asset groups of \(name) are "
      + Words.names(assetGroups.map { "\($0.name) (\($0.code))" }) + "."
  }

  private func paths(inFull: Bool) -> [(path: String, type: String, codes: String)] {
    assetTypeEntries.map { entry in
      (
        inFull ? entry.path : "\(entry.group.name)/\(entry.type.name)",
        entry.type.name.lowercased(), "\(entry.group.code)/\(entry.type.code)"
      )
    }
  }

  /// The paths of the asset types whose names the given path ends with.
  fileprivate func paths(endingWith path: String, inFull: Bool) -> [String] {
    // Names may contain slashes, so whole endings are compared, not components.
    let wanted = "/" + path.lowercased()
    return paths(inFull: inFull).filter { wanted.hasSuffix("/" + $0.type) }.map(\.path)
  }
}

private enum AssetTypeHint {
  /// The greatest number of asset types in a sentence.
  static let most = 12

  /// A question that lists the paths; nil when there are none or too many.
  static func question(_ paths: [String]) -> String? {
    guard !paths.isEmpty, paths.count <= most else { return nil }
    return "Did you mean \(paths.joined(separator: " or "))?"
  }
}

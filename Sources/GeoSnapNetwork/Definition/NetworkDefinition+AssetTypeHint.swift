extension NetworkDefinition {
  /// What could have been meant: what ends so, else the names at the first level that does not fit.
  func hint(for path: String) -> String {
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
  package func hint(for path: String, inFull: Bool = false) -> String {
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

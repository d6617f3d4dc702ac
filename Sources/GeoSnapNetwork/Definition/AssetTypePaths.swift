extension NetworkDefinition {
  /// The asset type with a path such as `PipelineJunction/Fitting/Tap`; see ``assetTypes(path:)``.
  ///
  /// ```swift
  /// let tap = try network.definition.assetType(path: "PipelineJunction/Fitting/Tap")
  /// ```
  ///
  /// - Throws: ``AssetTypePathError`` for an unknown path, with the names that exist, and for an ambiguous one.
  /// - Complexity: Linear in the number of asset types.
  public func assetType(path: String) throws(AssetTypePathError) -> AssetTypeID {
    let matches = assetTypes(path: path)
    if matches.count == 1 { return matches[0] }
    let codes = Words.list(matches.map { "\($0.assetGroup)/\($0.assetType)" }, "or", limit: 30)
    throw AssetTypePathError(
      path: path,
      matches: matches,
      message: matches.isEmpty
        ? "No asset type is named \(path). \(hint(for: path))"
        : "Several asset types are named \(path): use codes (\(codes))."
    )
  }

  /// The asset types with the path `Source/Asset group/Asset type`, such as `PipelineJunction/Fitting/Tap`.
  ///
  /// Each part is a name, compared without case, or an id or code. The result is empty for an unknown path and has
  /// several elements for an ambiguous one. The function ``assetType(path:)`` throws in both cases.
  ///
  /// - Complexity: Linear in the number of asset types.
  public func assetTypes(path: String) -> [AssetTypeID] {
    let wanted = path.lowercased()
    var found: [AssetTypeID] = []
    for source in sources {
      // Names may contain slashes, so whole beginnings are compared, not components.
      for sourceName in [source.name, "\(source.sourceID)"] {
        let sourcePath = sourceName.lowercased() + "/"
        guard wanted.hasPrefix(sourcePath) else { continue }
        let rest = wanted.dropFirst(sourcePath.count)
        for entry in source.assetTypeEntries
        where entry.group.isNamed(rest, with: entry.type) && !found.contains(entry.id) {
          found.append(entry.id)
        }
      }
    }
    return found
  }

  /// A hint: the asset types with this ending, or else the names at the first level that does not match.
  func hint(for path: String) -> String {
    if sources.isEmpty { return "There are no sources." }
    for source in sources where path.lowercased().hasPrefix(source.name.lowercased() + "/") {
      return source.hint(for: String(path.dropFirst(source.name.count + 1)), inFull: true)
    }
    let meant = sources.flatMap { $0.paths(endingWith: path, inFull: true) }
    return AssetTypeHint.question(meant) ?? Words.known("source", sources.map(\.name))
  }
}

extension AssetGroup {
  /// Whether a lower-case path names the group and the type.
  fileprivate func isNamed(_ path: Substring, with type: AssetType) -> Bool {
    for group in [name.lowercased(), "\(code)"] {
      for type in [type.name.lowercased(), "\(type.code)"] where path == "\(group)/\(type)" {
        return true
      }
    }
    return false
  }
}

extension NetworkSource {
  /// A hint for `Asset group/Asset type`; its paths start with the source's name if `inFull` is true.
  package func hint(for path: String, inFull: Bool = false) -> String {
    for group in assetGroups {
      for name in [group.name, "\(group.code)"]
      where path.lowercased().hasPrefix(name.lowercased() + "/") {
        return "The asset types of \(self.name)/\(group.name) are "
          + Words.names(group.assetTypes.map { "\($0.name) (\($0.code))" }) + "."
      }
    }
    if let question = AssetTypeHint.question(paths(endingWith: path, inFull: inFull)) {
      return question
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

/// A path that names no asset type, or several.
public struct AssetTypePathError: Error, Equatable, Sendable, MessageError, AdvisedError {
  /// The path as given.
  public let path: String
  /// The asset types with this path; empty for an unknown path.
  public let matches: [AssetTypeID]
  /// The message, with the names that exist.
  public let message: String

  var advice: (reason: String, remedy: String) {
    matches.isEmpty
      ? (
        "The definition has no asset type of that name.",
        "Name source, asset group and asset type as the definition does."
      )
      : (
        "The definition uses that name more than once.",
        "Use the codes of asset group and asset type."
      )
  }
}

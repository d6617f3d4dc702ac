extension NetworkDefinition {
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

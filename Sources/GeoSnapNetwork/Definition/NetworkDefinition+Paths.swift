extension NetworkDefinition {
  /// The asset types that a path names: `Source/Asset group/Asset type`, each by its name or by its
  /// id or code, compared without case, such as `PipelineJunction/Fitting/Tap`.
  ///
  /// None when no asset type is so called; several when a name is used twice. ``assetType(path:)`` throws then,
  /// and says which names there are.
  ///
  /// - Complexity: Linear in the number of asset types.
  public func assetTypes(path: String) -> [AssetTypeID] {
    let wanted = path.lowercased()
    var found: [AssetTypeID] = []
    for source in sources {
      // Names may hold slashes themselves, so beginnings are compared, never parts.
      for sourceName in [source.name, "\(source.sourceID)"] {
        let sourcePath = sourceName.lowercased() + "/"
        guard wanted.hasPrefix(sourcePath) else { continue }
        let rest = wanted.dropFirst(sourcePath.count)
        for group in source.assetGroups {
          for type in group.assetTypes where group.isNamed(rest, with: type) {
            let id = AssetTypeID(
              sourceID: source.sourceID,
              assetGroup: group.code,
              assetType: type.code
            )
            if !found.contains(id) { found.append(id) }
          }
        }
      }
    }
    return found
  }
}

extension AssetGroup {
  /// Whether `path`, in lower case, names the group and one of its types.
  fileprivate func isNamed(_ path: Substring, with type: AssetType) -> Bool {
    for group in [name.lowercased(), "\(code)"] {
      for type in [type.name.lowercased(), "\(type.code)"] where path == "\(group)/\(type)" {
        return true
      }
    }
    return false
  }
}

import GeoSnap

extension NetworkDefinition {
  /// Finds an asset type by `Source/Asset group/Asset type`, each by name or code, without case.
  func assetType(path: String) throws -> AssetTypeID {
    let wanted = path.lowercased()
    var matches: [AssetTypeID] = []
    for source in sources {
      for group in source.assetGroups {
        for type in group.assetTypes {
          // Names may hold slashes themselves, so whole paths are compared, never parts.
          let spellings = [group.name, "\(group.code)"].flatMap { groupName in
            [type.name, "\(type.code)"].map { "\(source.name)/\(groupName)/\($0)".lowercased() }
          }
          guard spellings.contains(wanted) else { continue }
          matches.append(
            AssetTypeID(
              sourceID: source.sourceID,
              assetGroup: group.code,
              assetType: type.code
            )
          )
        }
      }
    }
    if matches.count > 1 {
      let codes = matches.map { "\($0.assetGroup)/\($0.assetType)" }.joined(separator: ", ")
      throw Failure.usage("Several asset types are named \(path): use codes (\(codes)).")
    }
    guard let match = matches.first else {
      throw Failure.usage("No asset type is named \(path). \(hint(for: wanted))")
    }
    return match
  }

  /// What could have been meant: the names at the first level that does not fit.
  private func hint(for path: String) -> String {
    for source in sources where path.hasPrefix(source.name.lowercased() + "/") {
      for group in source.assetGroups {
        for name in [group.name, "\(group.code)"]
        where path.hasPrefix("\(source.name)/\(name)/".lowercased()) {
          return "\(source.name)/\(group.name) has: "
            + group.assetTypes.map { "\($0.name) (\($0.code))" }.joined(separator: ", ") + "."
        }
      }
      return "\(source.name) has the asset groups: "
        + source.assetGroups.map { "\($0.name) (\($0.code))" }.joined(separator: ", ") + "."
    }
    return "Sources: " + sources.map(\.name).joined(separator: ", ") + "."
  }
}

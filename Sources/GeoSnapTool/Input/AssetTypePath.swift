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
      throw Failure.usage("No asset type is named \(path). \(hint(for: path.lowercased()))")
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

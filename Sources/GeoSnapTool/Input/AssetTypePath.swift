import GeoSnap

extension NetworkDefinition {
  /// The single asset type that an argument names.
  func assetType(argument path: String) throws -> AssetTypeID {
    do {
      return try assetType(path: path)
    } catch {
      throw Failure.usage(error.message)
    }
  }

  /// The asset types of a source that `Asset group/Asset type` names.
  func assetTypes(_ path: String, ofSource name: String) throws -> [AssetTypeID] {
    let matches = assetTypes(path: "\(name)/\(path)")
    guard matches.isEmpty else { return matches }
    guard let source = source(named: name), !source.assetTypeEntries.isEmpty else {
      throw Failure.usage("\(name) has no asset types.")
    }
    throw Failure.usage("No asset type of \(name) is named \(path). \(source.hint(for: path))")
  }
}

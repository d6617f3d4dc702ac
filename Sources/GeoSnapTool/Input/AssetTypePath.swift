import GeoSnap

extension NetworkDefinition {
  /// The one asset type that an argument names.
  func assetType(argument path: String) throws -> AssetTypeID {
    do {
      return try assetType(path: path)
    } catch {
      throw Failure.usage(error.message)
    }
  }
}

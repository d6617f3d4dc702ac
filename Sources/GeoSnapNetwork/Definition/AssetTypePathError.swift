/// A path that names no asset type, or several.
public struct AssetTypePathError: Error, Equatable, Sendable {
  /// The path as given.
  public let path: String
  /// The asset types with this path; empty for an unknown path.
  public let matches: [AssetTypeID]
  /// The message, with the names that exist.
  public let message: String
}

/// A path that names no asset type, or several.
public struct AssetTypePathError: Error, Equatable, Sendable {
  /// The path, as it was given.
  public let path: String
  /// The asset types that are so named; none where nothing is.
  public let matches: [AssetTypeID]
  /// What is wrong and which names there are, in sentences.
  public let message: String
}

extension AssetTypePathError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

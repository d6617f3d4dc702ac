/// Names one asset type in the whole network: its source, group and type codes.
public struct AssetTypeID: Hashable, Sendable {
  /// The network source.
  public var sourceID: Int
  /// The asset group's code.
  public var assetGroup: Int
  /// The asset type's code.
  public var assetType: Int

  /// Creates an identifier.
  public init(sourceID: Int, assetGroup: Int, assetType: Int) {
    self.sourceID = sourceID
    self.assetGroup = assetGroup
    self.assetType = assetType
  }
}

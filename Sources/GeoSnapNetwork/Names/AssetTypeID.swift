/// The identifier of an asset type in the network: the codes of source, group and type.
public struct AssetTypeID: Hashable, Codable, Sendable {
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

  /// The keys of trace configurations.
  private enum CodingKeys: String, CodingKey {
    case sourceID = "networkSourceId"
    case assetGroup = "assetGroupCode"
    case assetType = "assetTypeCode"
  }
}

extension AssetTypeID {
  /// 0 for the same, 1 within one asset group, 2 within one source, otherwise 3.
  package func unlikeness(_ other: AssetTypeID) -> Int {
    if self == other { return 0 }
    guard sourceID == other.sourceID else { return 3 }
    return assetGroup == other.assetGroup ? 1 : 2
  }
}

/// The identifier of an asset type in the network: the codes of source, group and type.
public struct AssetTypeID: Hashable, Sendable, MemberCodable {
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

  static var unread: Self { Self(sourceID: 0, assetGroup: 0, assetType: 0) }

  /// The form of trace configurations.
  mutating func pass(_ members: inout CodedMembers) throws {
    try members.pass(&sourceID, "networkSourceId")
    try members.pass(&assetGroup, "assetGroupCode")
    try members.pass(&assetType, "assetTypeCode")
  }

  /// 0 for the same, 1 within one asset group, 2 within one source, otherwise 3.
  package func unlikeness(_ other: AssetTypeID) -> Int {
    if self == other { return 0 }
    guard sourceID == other.sourceID else { return 3 }
    return assetGroup == other.assetGroup ? 1 : 2
  }
}

/// A subnetwork, by the name that its controllers have in a tier.
public struct SubnetworkName: Hashable, Sendable {
  /// The name, which its controllers share.
  public var name: String
  /// The tier; nil for that of the controllers.
  public var tierName: String?
  /// The domain network; nil for that of the controllers.
  public var domainNetworkName: String?

  /// Names a subnetwork.
  public init(_ name: String, tierName: String? = nil, domainNetworkName: String? = nil) {
    self.name = name
    self.tierName = tierName
    self.domainNetworkName = domainNetworkName
  }
}

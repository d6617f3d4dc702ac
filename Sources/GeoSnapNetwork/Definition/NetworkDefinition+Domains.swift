extension NetworkDefinition {
  /// The domain network with a name, compared without case; nil when there is none.
  public func domainNetwork(named name: String) -> DomainNetwork? {
    domainNetworks.first { $0.name.isSpelled(like: name) }
  }

  /// The domain network of a source; nil when there is no such source.
  public func domainNetwork(ofSource sourceID: Int) -> DomainNetwork? {
    domainNetworks.first { domain in domain.sources.contains { $0.sourceID == sourceID } }
  }
}

extension DomainNetwork {
  /// The tier with a name, compared without case; nil when there is none.
  public func tier(named name: String) -> Tier? {
    tiers.first { $0.name.isSpelled(like: name) }
  }
}

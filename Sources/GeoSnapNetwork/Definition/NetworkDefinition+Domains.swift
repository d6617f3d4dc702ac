extension NetworkDefinition {
  /// The domain network of a name, compared without case; nil when there is none.
  public func domainNetwork(named name: String) -> DomainNetwork? {
    domainNetworks.first { $0.name.isSpelled(like: name) }
  }

  /// The domain network that a source belongs to; nil when there is no such source.
  public func domainNetwork(ofSource sourceID: Int) -> DomainNetwork? {
    domainNetworks.first { domain in domain.sources.contains { $0.sourceID == sourceID } }
  }
}

extension DomainNetwork {
  /// The tier of a name, compared without case; nil when there is none.
  public func tier(named name: String) -> Tier? {
    tiers.first { $0.name.isSpelled(like: name) }
  }
}

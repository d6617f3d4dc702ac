/// The schema of a utility network, without its rules: domain networks, sources, asset types, tiers and terminals.
public struct NetworkDefinition: Equatable, Sendable {
  /// The domain networks, including the structure network.
  public var domainNetworks: [DomainNetwork]
  /// The terminal configurations that asset types refer to.
  public var terminalConfigurations: [TerminalConfiguration]
  /// The names of the categories that asset types may have.
  public var categories: [String]
  /// The network attributes.
  public var networkAttributes: [NetworkAttribute]
  /// The domains of network attributes.
  public var domains: [CodedValueDomain]
  /// The coincidence tolerance; nil for the default of the reference system.
  public var tolerance: CoincidenceTolerance?

  /// Creates a definition.
  public init(
    domainNetworks: [DomainNetwork] = [],
    terminalConfigurations: [TerminalConfiguration] = [],
    categories: [String] = [],
    networkAttributes: [NetworkAttribute] = [],
    domains: [CodedValueDomain] = [],
    tolerance: CoincidenceTolerance? = nil
  ) {
    self.domainNetworks = domainNetworks
    self.terminalConfigurations = terminalConfigurations
    self.categories = categories
    self.networkAttributes = networkAttributes
    self.domains = domains
    self.tolerance = tolerance
  }

  /// All network sources, in definition order.
  public var sources: [NetworkSource] { domainNetworks.flatMap(\.sources) }

  /// The source with a name, compared without case; nil when there is none.
  public func source(named name: String) -> NetworkSource? {
    sources.first { $0.name.isSpelled(like: name) }
  }

  /// The network attribute with a name, compared without case if there is no exact match; nil when there is none.
  public func networkAttribute(named name: String) -> NetworkAttribute? {
    networkAttributes.first { $0.name == name }
      ?? networkAttributes.first { $0.name.isSpelled(like: name) }
  }

  /// The names of the attributes that a shortest path can minimize.
  package var costAttributeNames: [String] {
    let names = networkAttributes.map(\.name)
    let length = SystemAttribute.shapeLength.rawValue
    return names.spelling(of: length) == nil ? names + [length] : names
  }

  /// The domain with a name; nil when there is none.
  public func domain(named name: String) -> CodedValueDomain? {
    domains.first { $0.name == name }
  }

  /// The domain of a network attribute; nil when it has none.
  public func domain(of attribute: NetworkAttribute) -> CodedValueDomain? {
    attribute.domainName.flatMap { domain(named: $0) }
  }

  /// The terminal configuration with an id; nil when there is none.
  public func terminalConfiguration(id: Int) -> TerminalConfiguration? {
    terminalConfigurations.first { $0.id == id }
  }
}

/// The network of one commodity, such as electricity or gas, or the structure network.
public struct DomainNetwork: Equatable, Sendable {
  /// The identifier, unique in the utility network.
  public var id: Int
  /// The name, such as `Electric`.
  public var name: String
  /// Whether this is the structure network, of which every utility network has one.
  public var isStructureNetwork: Bool
  /// The relation between its tiers.
  public var tierDefinition: TierDefinition
  /// Whether subnetwork controllers are sources or sinks.
  public var subnetworkControllerType: SubnetworkControllerType
  /// The names of the tier groups of a hierarchical domain.
  public var tierGroups: [String]
  /// The tiers, by rank.
  public var tiers: [Tier]
  /// The sources, junctions and edges, in definition order.
  public var sources: [NetworkSource]

  /// Creates a domain network.
  public init(
    id: Int,
    name: String,
    isStructureNetwork: Bool = false,
    tierDefinition: TierDefinition = .none,
    subnetworkControllerType: SubnetworkControllerType = .source,
    tierGroups: [String] = [],
    tiers: [Tier] = [],
    sources: [NetworkSource] = []
  ) {
    self.id = id
    self.name = name
    self.isStructureNetwork = isStructureNetwork
    self.tierDefinition = tierDefinition
    self.subnetworkControllerType = subnetworkControllerType
    self.tierGroups = tierGroups
    self.tiers = tiers
    self.sources = sources
  }
}

/// The relation between the tiers of a domain network.
public enum TierDefinition: String, Hashable, Sendable, Codable {
  /// No tiers, as in the structure network.
  case none = "esriTDNone"
  /// A subnetwork of a lower tier is part of one of a higher tier.
  case hierarchical = "esriTDHierarchical"
  /// Every feature belongs to one tier.
  case partitioned = "esriTDPartitioned"
}

/// Whether subnetwork controllers are sources or sinks.
public enum SubnetworkControllerType: String, Hashable, Sendable, Codable {
  /// The commodity flows from the controllers.
  case source = "Source"
  /// The commodity flows to the controllers.
  case sink = "Sink"
}

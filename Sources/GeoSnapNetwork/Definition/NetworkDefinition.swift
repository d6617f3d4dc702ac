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

  /// Creates a value with these members.
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
  package func domain(named name: String) -> CodedValueDomain? { domains.first { $0.name == name } }

  /// The domain of a network attribute; nil when it has none.
  public func domain(of attribute: NetworkAttribute) -> CodedValueDomain? {
    attribute.domainName.flatMap { domain(named: $0) }
  }

  /// The terminal configuration with an id; nil when there is none.
  public func terminalConfiguration(id: Int) -> TerminalConfiguration? {
    terminalConfigurations.first { $0.id == id }
  }

  /// The domain network with a name, compared without case; nil when there is none.
  public func domainNetwork(named name: String) -> DomainNetwork? {
    domainNetworks.first { $0.name.isSpelled(like: name) }
  }

  /// The domain network of a source; nil when there is no such source.
  package func domainNetwork(ofSource sourceID: Int) -> DomainNetwork? {
    domainNetworks.first { domain in domain.sources.contains { $0.sourceID == sourceID } }
  }
}

/// The network of one commodity, such as electricity or gas, or the structure network.
public struct DomainNetwork: Equatable, Sendable, MemberCodable {
  /// The identifier, unique in the utility network.
  public var id: Int
  /// The name, such as `Electric`.
  public var name: String
  /// Whether this is the structure network, of which every utility network has one.
  public var isStructureNetwork: Bool
  package var tierDefinition: TierDefinition
  package var subnetworkControllerType: SubnetworkControllerType
  /// The names of the tier groups of a hierarchical domain.
  package var tierGroups: [String]
  /// The tiers, by rank.
  public var tiers: [Tier]
  /// The sources, junctions and edges, in definition order.
  public var sources: [NetworkSource]

  package init(
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

  /// The tier with a name, compared without case; nil when there is none.
  public func tier(named name: String) -> Tier? { tiers.first { $0.name.isSpelled(like: name) } }

  static var unread: Self { Self(id: 0, name: "") }

  mutating func pass(_ members: inout CodedMembers) throws {
    try members.pass(&id, "domainNetworkId")
    try members.pass(&name, "domainNetworkName")
    try members.pass(&isStructureNetwork, "isStructureNetwork", otherwise: false)
    try members.pass(&tierDefinition, "tierDefinition", otherwise: .none)
    try members.pass(&subnetworkControllerType, "subnetworkControllerType", otherwise: .source)
    var groups = tierGroups.map(NamedItem.init)
    try members.pass(&groups, "tierGroups", otherwise: [])
    tierGroups = groups.map(\.name)
    try members.pass(&tiers, "tiers", otherwise: [])
    let junctions = try pass(.junction, "junctionSources", &members)
    sources = try junctions + pass(.edge, "edgeSources", &members)
  }

  private func pass(
    _ kind: NetworkElementKind,
    _ key: AnyKey,
    _ members: inout CodedMembers
  ) throws -> [NetworkSource] {
    var sources = sources.filter { $0.elementKind == kind }
    try members.pass(&sources, key, otherwise: [])
    guard let other = sources.first(where: { $0.elementKind != kind }), let reader = members.reader
    else { return sources }
    throw reader.wrong(
      key,
      "Source \(other.name) has the usage \(other.usage.name): it belongs in the list of "
        + "\(other.elementKind.rawValue) sources."
    )
  }
}

/// The relation between the tiers of a domain network.
@usableFromInline
package enum TierDefinition: String, Hashable, Sendable, Codable {
  /// No tiers, as in the structure network.
  case none = "esriTDNone"
  /// A subnetwork of a lower tier is part of one of a higher tier.
  case hierarchical = "esriTDHierarchical"
  /// Every feature belongs to one tier.
  case partitioned = "esriTDPartitioned"
}

/// Whether subnetwork controllers are sources or sinks.
@usableFromInline
package enum SubnetworkControllerType: String, Hashable, Sendable, Codable {
  case source = "Source"
  case sink = "Sink"
}

// The JSON of a definition has the shape and keys of the data element that Esri's services return for
// `queryDataElements`. Unknown keys are ignored; `name` of a source, `isSystemDefined` of an attribute and `domains`
// are additions.

extension NetworkDefinition: Codable {
  /// Reads the JSON of a data element, junction sources before edge sources; only `domainNetworks` is required.
  ///
  /// - Throws: `DecodingError` with the path of a value that is missing, unknown or of the wrong type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    try self.init(
      domainNetworks: container.required("domainNetworks"),
      terminalConfigurations: container.list("terminalConfigurations"),
      categories: (container.list("categories") as [NamedItem]).map(\.name),
      domains: container.list("domains"),
      tolerance: container.optional("tolerance")
    )
    guard container.contains("networkAttributes") else { return }
    let layers: [SourceLayers] = try container.required("domainNetworks")
    var sources: [Int: Int] = [:]
    for source in layers.flatMap(\.sources) {
      if let layer = source.layerId, sources[layer] == nil { sources[layer] = source.sourceId }
    }
    var attributes = try container.nestedUnkeyedContainer(forKey: "networkAttributes")
    while !attributes.isAtEnd {
      networkAttributes.append(
        try NetworkAttribute(from: attributes.superDecoder(), sourcesByLayer: sources)
      )
    }
  }

  /// Writes the JSON of a utility network's data element.
  ///
  /// The JSON reads back as an equal definition if every domain network lists junction sources before edge sources.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(domainNetworks, forKey: "domainNetworks")
    try container.encode(terminalConfigurations, forKey: "terminalConfigurations")
    try container.encode(categories.map(NamedItem.init), forKey: "categories")
    try container.encode(networkAttributes, forKey: "networkAttributes")
    try container.encode(domains, forKey: "domains")
    try container.encodeIfPresent(tolerance, forKey: "tolerance")
  }
}

/// An object with only a name, as categories and tier groups are.
private struct NamedItem: Codable { let name: String }

/// The layer ids of a domain network's sources: services assign network attributes by layer.
private struct SourceLayers: Decodable {
  struct Source: Decodable {
    let sourceId: Int
    let layerId: Int?
  }

  let junctionSources: [Source]?
  let edgeSources: [Source]?

  var sources: [Source] { (junctionSources ?? []) + (edgeSources ?? []) }
}

// The JSON of a definition has the shape and keys of the data element that Esri's services return for
// `queryDataElements`. Unknown keys are ignored; `name` of a source, `isSystemDefined` of an attribute and `domains`
// are additions.

extension NetworkDefinition: Codable {
  /// Reads the JSON of a data element, junction sources before edge sources; only `domainNetworks` is required.
  ///
  /// - Throws: `DecodingError` with the path of a value that is missing, unknown or of the wrong type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    self.init(
      domainNetworks: try container.decode([DomainNetwork].self, forKey: "domainNetworks"),
      terminalConfigurations: try container.list("terminalConfigurations"),
      categories: try (container.list("categories") as [NamedItem]).map(\.name),
      domains: try container.list("domains"),
      tolerance: try container.decodeIfPresent(CoincidenceTolerance.self, forKey: "tolerance")
    )
    guard container.contains("networkAttributes") else { return }
    let layers = try container.decode([SourceLayers].self, forKey: "domainNetworks")
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
    try container.encode(categories.map { NamedItem(name: $0) }, forKey: "categories")
    try container.encode(networkAttributes, forKey: "networkAttributes")
    try container.encode(domains, forKey: "domains")
    try container.encodeIfPresent(tolerance, forKey: "tolerance")
  }
}

/// An object with only a name, as categories and tier groups are.
private struct NamedItem: Codable {
  let name: String
}

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

extension DomainNetwork: Codable {
  /// Reads a domain network; id and name are required.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    self.init(
      id: try container.decode(Int.self, forKey: "domainNetworkId"),
      name: try container.decode(String.self, forKey: "domainNetworkName"),
      isStructureNetwork: try container.flag("isStructureNetwork"),
      tierDefinition: try container.value("tierDefinition", otherwise: .none),
      subnetworkControllerType: try container.value("subnetworkControllerType", otherwise: .source),
      tierGroups: try (container.list("tierGroups") as [NamedItem]).map(\.name),
      tiers: try container.list("tiers"),
      sources: try Self.sources(.junction, in: container, forKey: "junctionSources")
        + Self.sources(.edge, in: container, forKey: "edgeSources")
    )
  }

  private static func sources(
    _ kind: NetworkElementKind,
    in container: KeyedDecodingContainer<AnyKey>,
    forKey key: AnyKey
  ) throws -> [NetworkSource] {
    let sources: [NetworkSource] = try container.list(key)
    for source in sources where source.elementKind != kind {
      throw container.wrong(
        key,
        "Source \(source.name) has the usage \(source.usage.name): it belongs in the list of "
          + "\(source.elementKind.rawValue) sources."
      )
    }
    return sources
  }

  /// Writes a domain network, with its sources split into junctions and edges.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(id, forKey: "domainNetworkId")
    try container.encode(name, forKey: "domainNetworkName")
    try container.encode(isStructureNetwork, forKey: "isStructureNetwork")
    try container.encode(tierDefinition, forKey: "tierDefinition")
    try container.encode(subnetworkControllerType, forKey: "subnetworkControllerType")
    try container.encode(tierGroups.map { NamedItem(name: $0) }, forKey: "tierGroups")
    try container.encode(tiers, forKey: "tiers")
    try container.encode(
      sources.filter { $0.elementKind == .junction },
      forKey: "junctionSources"
    )
    try container.encode(sources.filter { $0.elementKind == .edge }, forKey: "edgeSources")
  }
}

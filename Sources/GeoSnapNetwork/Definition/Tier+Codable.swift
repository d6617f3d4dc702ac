extension Tier: Codable {
  private static let lists: [(AnyKey, any WritableKeyPath<Tier, [AssetTypeCode]> & Sendable)] =
    [
      ("validDevices", \.validDevices), ("validLines", \.validLines),
      ("validJunctions", \.validJunctions), ("validJunctionObjects", \.validJunctionObjects),
      ("validEdgeObjects", \.validEdgeObjects),
      ("validSubnetworkControllers", \.validSubnetworkControllers),
      ("validJunctionObjectSubnetworkControllers", \.validJunctionObjectSubnetworkControllers),
      ("aggregatedLinesForSubnetLine", \.aggregatedLinesForSubnetLine),
    ]

  /// Reads a tier; id, name and rank are required, and the topology is radial by default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    self.init(
      id: try container.decode(Int.self, forKey: "tierID"),
      name: try container.decode(String.self, forKey: "name"),
      rank: try container.decode(Int.self, forKey: "rank"),
      topology: try container.value("tierTopology", otherwise: .radial),
      tierGroupName: try container.name("tierGroupName"),
      subnetworkFieldName: try container.name("subnetworkFieldName"),
      supportsDisjointSubnetworks: try container.flag("supportDisjointSubnetwork"),
      traceConfiguration: try container.decodeIfPresent(
        TraceConfiguration.self,
        forKey: "updateSubnetworkTraceConfiguration"
      )
    )
    for (key, list) in Self.lists {
      let groups: [AssetTypeCodeGroup] = try container.list(key)
      self[keyPath: list] = groups.flatMap(\.codes)
    }
  }

  /// Writes a tier.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(id, forKey: "tierID")
    try container.encode(name, forKey: "name")
    try container.encode(rank, forKey: "rank")
    try container.encode(topology, forKey: "tierTopology")
    try container.encodeIfPresent(tierGroupName, forKey: "tierGroupName")
    try container.encodeIfPresent(subnetworkFieldName, forKey: "subnetworkFieldName")
    try container.encode(supportsDisjointSubnetworks, forKey: "supportDisjointSubnetwork")
    for (key, list) in Self.lists {
      try container.encode(AssetTypeCodeGroup.groups(of: self[keyPath: list]), forKey: key)
    }
    try container.encodeIfPresent(
      traceConfiguration,
      forKey: "updateSubnetworkTraceConfiguration"
    )
  }
}

/// The form in which services list asset types: by group.
private struct AssetTypeCodeGroup: Codable {
  struct TypeCode: Codable {
    let assetTypeCode: Int
  }

  let assetGroupCode: Int
  var assetTypes: [TypeCode]

  var codes: [AssetTypeCode] {
    assetTypes.map { AssetTypeCode(assetGroup: assetGroupCode, assetType: $0.assetTypeCode) }
  }

  /// One group for each run of types of one group, which keeps the order.
  static func groups(of codes: [AssetTypeCode]) -> [AssetTypeCodeGroup] {
    var groups: [AssetTypeCodeGroup] = []
    for code in codes {
      if groups.last?.assetGroupCode != code.assetGroup {
        groups.append(AssetTypeCodeGroup(assetGroupCode: code.assetGroup, assetTypes: []))
      }
      groups[groups.count - 1].assetTypes.append(TypeCode(assetTypeCode: code.assetType))
    }
    return groups
  }
}

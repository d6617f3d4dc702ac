extension NetworkSource: Codable {
  private static let usageKey: AnyKey = "utilityNetworkFeatureClassUsageType"

  /// Reads a source; the asset groups and the display field are optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    self.init(
      sourceID: try container.decode(Int.self, forKey: "sourceId"),
      name: try container.decode(String.self, forKey: "name"),
      usage: try container.decode(NetworkSourceUsage.self, forKey: Self.usageKey),
      assetGroups: try container.list("assetGroups"),
      displayField: try container.decodeIfPresent(String.self, forKey: "displayField")
    )
  }

  /// Writes a source.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(sourceID, forKey: "sourceId")
    try container.encode(name, forKey: "name")
    try container.encode(usage, forKey: Self.usageKey)
    try container.encode(assetGroups, forKey: "assetGroups")
    try container.encodeIfPresent(displayField, forKey: "displayField")
  }
}

extension AssetGroup: Codable {
  /// Reads an asset group; code and name are required.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    self.init(
      code: try container.decode(Int.self, forKey: "assetGroupCode"),
      name: try container.decode(String.self, forKey: "assetGroupName"),
      assetTypes: try container.list("assetTypes")
    )
  }

  /// Writes an asset group.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(code, forKey: "assetGroupCode")
    try container.encode(name, forKey: "assetGroupName")
    try container.encode(assetTypes, forKey: "assetTypes")
  }
}

extension AssetType: Codable {
  /// Reads an asset type; code and name are required.
  ///
  /// Terminal configuration and connectivity policy are ignored if the type's flags call them unsupported.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    let hasTerminals = try container.value("isTerminalConfigurationSupported", otherwise: true)
    let configuration = try container.decodeIfPresent(Int.self, forKey: "terminalConfigurationId")
    let hasPolicy = try container.value("isLinearConnectivityPolicySupported", otherwise: true)
    let policy = try container.decodeIfPresent(
      ConnectivityPolicy.self,
      forKey: "connectivityPolicy"
    )
    self.init(
      code: try container.decode(Int.self, forKey: "assetTypeCode"),
      name: try container.decode(String.self, forKey: "assetTypeName"),
      associationRole: try container.value("associationRoleType", otherwise: .none),
      deleteSemantics: try container.value("associationDeleteType", otherwise: .setToNone),
      containmentViewScale: try container.value("containmentViewScale", otherwise: 0),
      splitsContent: try container.flag("splitContent"),
      terminalConfigurationID: hasTerminals ? configuration : nil,
      connectivityPolicy: hasPolicy ? policy : nil,
      categories: try container.list("categories")
    )
  }

  /// Writes an asset type.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(code, forKey: "assetTypeCode")
    try container.encode(name, forKey: "assetTypeName")
    try container.encode(associationRole, forKey: "associationRoleType")
    try container.encode(deleteSemantics, forKey: "associationDeleteType")
    try container.encode(containmentViewScale, forKey: "containmentViewScale")
    try container.encode(splitsContent, forKey: "splitContent")
    try container.encode(
      terminalConfigurationID != nil,
      forKey: "isTerminalConfigurationSupported"
    )
    try container.encodeIfPresent(terminalConfigurationID, forKey: "terminalConfigurationId")
    try container.encode(connectivityPolicy != nil, forKey: "isLinearConnectivityPolicySupported")
    try container.encodeIfPresent(connectivityPolicy, forKey: "connectivityPolicy")
    try container.encode(categories, forKey: "categories")
  }
}

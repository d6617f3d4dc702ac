import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("A definition as JSON")
struct NetworkDefinitionCodableTests {
  /// A tier in which no property has its default.
  private static let fullTier: Tier = {
    var tier = Tier(
      id: 3,
      name: "System",
      rank: 1,
      topology: .mesh,
      tierGroupName: "A",
      subnetworkFieldName: "SYSTEMSUBNETWORKNAME",
      supportsDisjointSubnetworks: true,
      traceConfiguration: TraceConfiguration()
    )
    func codes(_ types: Int...) -> [AssetTypeCode] {
      types.map { AssetTypeCode(assetGroup: $0 / 10, assetType: $0 % 10) }
    }
    tier.validDevices = codes(11, 12, 21, 13)
    tier.validLines = codes(31)
    tier.validJunctions = codes(41, 42)
    tier.validJunctionObjects = codes(51)
    tier.validEdgeObjects = codes(61)
    tier.validSubnetworkControllers = codes(12)
    tier.validJunctionObjectSubnetworkControllers = codes(52)
    tier.aggregatedLinesForSubnetLine = codes(32)
    tier.traceConfiguration?.traversability.barriers = .attribute("Status", .equal, 1)
    return tier
  }()

  private static let fullType = AssetType(
    code: -102,
    name: "Type",
    associationRole: .structure,
    deleteSemantics: .restricted,
    containmentViewScale: 0.1,
    splitsContent: true,
    terminalConfigurationID: 0,
    connectivityPolicy: .anyVertex,
    categories: ["x", "y"]
  )
  private static let plainType = AssetType(code: 103, name: "", associationRole: .container)

  /// A definition in which no property has its default.
  private static let full = NetworkDefinition(
    domainNetworks: [
      DomainNetwork(
        id: 1,
        name: "Structure",
        isStructureNetwork: true,
        sources: [NetworkSource(sourceID: 4, name: "StructureBoundary", usage: .structureBoundary)]
      ),
      DomainNetwork(
        id: 2,
        name: "Sewer \"Süd\"",
        tierDefinition: .hierarchical,
        subnetworkControllerType: .sink,
        tierGroups: ["A", "B"],
        tiers: [fullTier],
        sources: NetworkSourceUsage.allCases.sorted { lhs, rhs in
          (lhs.elementKind == .edge ? 1 : 0) < (rhs.elementKind == .edge ? 1 : 0)
        }.enumerated().map { index, usage in
          NetworkSource(
            sourceID: 10 + index,
            name: "Sewer\(usage.name)",
            usage: usage,
            assetGroups: [AssetGroup(code: 6, name: "Group", assetTypes: [fullType, plainType])]
          )
        }
      ),
    ],
    terminalConfigurations: [
      TerminalConfiguration(
        id: 3,
        name: "Dual",
        isDirectional: true,
        terminals: [Terminal(id: 1, name: "In", isUpstream: true), Terminal(id: 2, name: "Out")],
        validPaths: [],
        defaultPath: ""
      )
    ],
    categories: ["x", "y"],
    networkAttributes: [
      NetworkAttribute(
        id: 14,
        name: "Status",
        dataType: .boolean,
        isApportionable: true,
        isSystemDefined: true,
        isNullable: true,
        isInline: true,
        bitSize: 3,
        substitutedAttributeName: "Length",
        domainName: "Open",
        assignments: [.init(sourceID: 10, fieldName: "STATUS")]
      ),
      NetworkAttribute(id: 15, name: "Length", dataType: .double),
    ],
    domains: [CodedValueDomain("Open", [-1: "No", 1: "Yes"])]
  )

  private func decoded(_ json: String) throws -> NetworkDefinition {
    try JSONDecoder().decode(NetworkDefinition.self, from: Data(json.utf8))
  }

  @Test("What is written reads back equal")
  func roundTrip() throws {
    for definition in [Self.full, NetworkDefinition()] {
      let data = try JSONEncoder().encode(definition)
      #expect(try JSONDecoder().decode(NetworkDefinition.self, from: data) == definition)
    }
  }

  @Test("Keys are those of Esri's data element")
  func keys() throws {
    let data = try JSONEncoder().encode(Self.full)
    let root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let domain = try #require((root["domainNetworks"] as? [[String: Any]])?.last)
    #expect(domain["domainNetworkId"] as? Int == 2)
    #expect(domain["tierDefinition"] as? String == "esriTDHierarchical")
    let junctions = try #require(domain["junctionSources"] as? [[String: Any]])
    let edges = try #require(domain["edgeSources"] as? [[String: Any]])
    #expect(junctions.count == 7)
    #expect(edges.count == 5)
    let usage = "utilityNetworkFeatureClassUsageType"
    #expect(junctions.first?[usage] as? String == "esriUNFCUTDevice")
    #expect(edges.first?[usage] as? String == "esriUNFCUTLine")
    let group = try #require((edges.first?["assetGroups"] as? [[String: Any]])?.first)
    let type = try #require((group["assetTypes"] as? [[String: Any]])?.first)
    #expect(type["connectivityPolicy"] as? String == "esriNECPAnyVertex")
    #expect(type["associationDeleteType"] as? String == "esriADTRestricted")
    let configuration = try #require((root["terminalConfigurations"] as? [[String: Any]])?.first)
    #expect(configuration["traversabilityModel"] as? String == "esriUNTMDirectional")
  }

  @Test("A data element of a service opens, with defaults for what it leaves out")
  func serviceJSON() throws {
    let definition = try decoded(
      """
      {"creationTime": 0, "schemaGeneration": 7, "domainNetworks": [{
        "domainNetworkId": 2, "domainNetworkName": "Electric", "subnetworkLayerId": 620,
        "junctionSources": [{
          "sourceId": 9, "layerId": 913, "name": "ElectricDevice",
          "utilityNetworkFeatureClassUsageType": "esriUNFCUTDevice",
          "assetGroups": [{"assetGroupCode": 1, "assetGroupName": "G", "assetTypes": [{
            "assetTypeCode": 1, "assetTypeName": "T", "isTerminalConfigurationSupported": false,
            "terminalConfigurationId": 3, "isLinearConnectivityPolicySupported": false,
            "connectivityPolicy": "esriNECPEndVertex"}]}]}],
        "edgeSources": []}],
       "networkAttributes": [{"id": 14, "name": "Status", "dataType": "esriNADTInteger",
        "assignments": [{"layerId": 913, "evaluator": {"fieldName": "STATUS"}},
          {"sourceId": 9, "layerId": 1, "evaluator": {"fieldName": "B"}}]}]}
      """
    )
    let group = AssetGroup(code: 1, name: "G", assetTypes: [AssetType(1, "T")])
    var source = NetworkSource(sourceID: 9, name: "ElectricDevice", usage: .device)
    source.assetGroups = [group]
    let expected = NetworkDefinition(
      domainNetworks: [DomainNetwork(id: 2, name: "Electric", sources: [source])],
      networkAttributes: [
        NetworkAttribute(
          id: 14,
          name: "Status",
          dataType: .integer,
          assignments: [
            .init(sourceID: 9, fieldName: "STATUS"), .init(sourceID: 9, fieldName: "B"),
          ]
        )
      ]
    )
    #expect(definition == expected)
  }

  @Test("A service's attributes are the network's own by their usage; empty names are none")
  func serviceAttributes() throws {
    let definition = try decoded(
      """
      {"domainNetworks": [{"domainNetworkId": 2, "domainNetworkName": "Electric", "tiers": [{
        "creationTime": 1, "name": "MV", "tierID": 1, "rank": 2, "tierGroupName": "",
        "supportDisjointSubnetwork": true, "updateSubnetworkOnContainers": true,
        "validDevices": [{"assetGroupCode": 5, "assetTypes": [{"assetTypeCode": 1},
          {"assetTypeCode": 2}]}, {"assetGroupCode": 6, "assetTypes": [{"assetTypeCode": 1}]}],
        "updateSubnetworkTraceConfiguration": {"includeContainers": true}}]}],
       "networkAttributes": [
        {"id": 1, "name": "Tier rank", "usageType": "esriUNAUTTierRank",
         "dataType": "esriNADTInteger", "domainName": "", "networkAttributeToSubstitute": "",
         "isSubstitution": false, "isEmbedded": true, "bitSize": 6},
        {"id": 2, "name": "Load", "usageType": "esriUNAUTUnknown", "dataType": "esriNADTDouble"}]}
      """
    )
    #expect(definition.networkAttributes.map(\.isSystemDefined) == [true, false])
    let rank = try #require(definition.networkAttribute(named: "TIER RANK"))
    #expect(
      rank.domainName == nil && rank.substitutedAttributeName == nil && rank.isInline
        && rank.bitSize == 6
    )
    let tier = try #require(definition.domainNetworks.first?.tiers.first)
    #expect(tier.tierGroupName == nil && tier.supportsDisjointSubnetworks)
    #expect(
      tier.validAssetTypes(of: .device) == [
        AssetTypeCode(assetGroup: 5, assetType: 1), AssetTypeCode(assetGroup: 5, assetType: 2),
        AssetTypeCode(assetGroup: 6, assetType: 1),
      ]
    )
    #expect(tier.validAssetTypes(of: .assembly).isEmpty)
    #expect(tier.traceConfiguration?.includesContainers == true)
  }

  /// JSON that is no definition, and the path at which it goes wrong.
  static let mistakes = [
    ("{}", ""), (#"{"domainNetworks": [{"domainNetworkId": 1}]}"#, "domainNetworks.0"),
    (
      #"{"domainNetworks": [{"domainNetworkId": "1", "domainNetworkName": "E"}]}"#,
      "domainNetworks.0.domainNetworkId"
    ),
    (
      #"{"domainNetworks": [{"domainNetworkId": 1, "domainNetworkName": "E", "#
        + #""tierDefinition": "flat"}]}"#, "domainNetworks.0.tierDefinition"
    ),
    (
      #"{"domainNetworks": [{"domainNetworkId": 1, "domainNetworkName": "E", "edgeSources": "#
        + #"[{"sourceId": 1, "name": "D", "utilityNetworkFeatureClassUsageType": "#
        + #""esriUNFCUTDevice"}]}]}"#, "domainNetworks.0.edgeSources"
    ),
    (
      #"{"domainNetworks": [], "terminalConfigurations": [{"terminalConfigurationId": 1, "#
        + #""terminalConfigurationName": "A", "terminals": [{"terminalId": 1}]}]}"#,
      "terminalConfigurations.0.terminals.0"
    ),
    (
      #"{"domainNetworks": [], "networkAttributes": [{"id": 1, "name": "A", "#
        + #""dataType": "esriNADTInteger", "assignments": [{"layerId": 5, "#
        + #""evaluator": {"fieldName": "F"}}]}]}"#,
      "networkAttributes.0.assignments.0.layerId"
    ),
  ]

  @Test("A mistake is an error with its path", arguments: mistakes)
  func mistake(json: String, path: String) throws {
    let error = try #require(throws: DecodingError.self) { try decoded(json) }
    #expect(error.path == path)
  }
}

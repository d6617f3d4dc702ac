import GeoSnap

extension Workload {
  /// The junction type that a pointer edits: it may join every line of one type, and the ends of the other.
  static let editedType = AssetTypeID(sourceID: 1, assetGroup: 1, assetType: 1)

  /// A network of the workload's lines and junctions, of two asset types each, with rules.
  ///
  /// Every other line connects at any vertex, the rest at their ends; a rule requires a junction of the second type
  /// between two lines of different types.
  func network() throws -> UtilityNetwork {
    var junctions = FeatureTable(name: "Junction", sourceID: 1, geometryType: .point)
    var lines = FeatureTable(name: "Line", sourceID: 2, geometryType: .lineString)
    for (row, geometry) in try featureGeometries().enumerated() {
      let isLine = row < lineCount
      let feature = Feature(
        rowID: Int64(row),
        globalID: GlobalID(high: isLine ? 2 : 1, low: UInt64(row)),
        assetGroup: 1,
        assetType: 1 + row % 2,
        geometry: geometry
      )
      if isLine { lines.append(feature) } else { junctions.append(feature) }
    }
    func side(_ source: Int, _ type: Int) -> NetworkRule.Side {
      NetworkRule.Side(AssetTypeID(sourceID: source, assetGroup: 1, assetType: type))
    }
    return try UtilityNetwork(
      definition: NetworkDefinition(domainNetworks: [
        DomainNetwork(
          id: 1,
          name: "Pipes",
          sources: [
            NetworkSource(
              sourceID: 1,
              name: "Junction",
              usage: .junction,
              assetGroups: [Workload.group(policies: [nil, nil])]
            ),
            NetworkSource(
              sourceID: 2,
              name: "Line",
              usage: .line,
              assetGroups: [Workload.group(policies: [.anyVertex, .endVertex])]
            ),
          ]
        )
      ]),
      srid: nil,
      tables: [junctions, lines],
      rules: [
        NetworkRule(id: 1, kind: .junctionEdge, from: side(1, 1), to: side(2, 1)),
        NetworkRule(id: 2, kind: .junctionEdge, from: side(1, 1), to: side(2, 2)),
        NetworkRule(
          id: 3,
          kind: .edgeJunctionEdge,
          from: side(2, 1),
          to: side(2, 2),
          via: side(1, 2)
        ),
      ]
    )
  }

  private static func group(policies: [ConnectivityPolicy?]) -> AssetGroup {
    AssetGroup(
      code: 1,
      name: "Group",
      assetTypes: policies.enumerated().map { code, policy in
        AssetType(code: code + 1, name: "Type \(code + 1)", connectivityPolicy: policy)
      }
    )
  }
}

import GeoSnap

extension GraphWorkload {
  /// The graph as a network of features: junctions at places of a grid, straight lines between them.
  ///
  /// - Parameter tracing: The attributes of its features for traces; nil for none.
  /// - Returns: The network.
  /// - Throws: Errors of the workload.
  func network(
    _ tracing: TracedAttributes? = nil
  ) throws -> UtilityNetwork {
    var junctions = FeatureTable(
      name: "Junction",
      sourceID: 1,
      geometryType: .point,
      fields: tracing == nil ? [] : TracedAttributes.junctionFields
    )
    var lines = FeatureTable(
      name: "Line",
      sourceID: 2,
      geometryType: .lineString,
      fields: tracing == nil ? [] : TracedAttributes.lineFields
    )
    // Feeders are squares of 32 by 32 nodes, row after row.
    let side = max(Int((Double(nodeCount) / 1024).squareRoot().rounded(.up)), 1)
    func place(_ node: Int32) -> Coordinate {
      let number = Int(local[Int(node)])
      let (tile, within) = (number / 1024, number % 1024)
      return Coordinate(
        x: Double(tile % side * 32 + within % 32) * 10,
        y: Double(tile / side * 32 + within / 32) * 10
      )
    }
    for node in 0..<nodeCount {
      junctions.append(
        Feature(
          rowID: Int64(node + 1),
          globalID: GlobalID(high: 1, low: UInt64(node)),
          assetGroup: 1,
          assetType: 1,
          geometry: .point(Point(place(Int32(node)))),
          attributes: tracing?.values(ofNode: node) ?? []
        )
      )
    }
    for edge in 0..<edgeCount {
      let line = try LineString([place(from[edge]), place(to[edge])])
      lines.append(
        Feature(
          rowID: Int64(edge + 1),
          globalID: GlobalID(high: 2, low: UInt64(edge)),
          assetGroup: 1,
          assetType: 1,
          geometry: .lineString(line),
          attributes: tracing?.values(ofEdge: edge) ?? []
        )
      )
    }
    func source(_ id: Int, _ name: String, _ usage: NetworkSourceUsage) -> NetworkSource {
      NetworkSource(
        sourceID: id,
        name: name,
        usage: usage,
        assetGroups: [
          AssetGroup(
            code: 1,
            name: "Group",
            assetTypes: [
              AssetType(
                code: 1,
                name: "Type",
                connectivityPolicy: usage == .line ? .endVertex : nil
              )
            ]
          )
        ]
      )
    }
    func type(_ source: Int) -> NetworkRule.Side {
      NetworkRule.Side(AssetTypeID(sourceID: source, assetGroup: 1, assetType: 1))
    }
    return try UtilityNetwork(
      definition: NetworkDefinition(
        domainNetworks: [
          DomainNetwork(
            id: 1,
            name: "Network",
            tierDefinition: tracing == nil ? .none : .partitioned,
            tiers: tracing.map { [$0.tier] } ?? [],
            sources: [source(1, "Junction", .junction), source(2, "Line", .line)]
          )
        ],
        networkAttributes: tracing == nil ? [] : TracedAttributes.attributes
      ),
      srid: nil,
      tables: [junctions, lines],
      rules: [NetworkRule(id: 1, kind: .junctionEdge, from: type(1), to: type(2))]
    )
  }
}

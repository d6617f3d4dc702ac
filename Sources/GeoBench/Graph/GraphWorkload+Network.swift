import GeoSnap
import GeoSnapTestSupport

extension GraphWorkload {
  /// The graph as a network of features: junctions at places of a grid, straight lines between them.
  ///
  /// - Parameter tracing: The attributes of its features for traces; nil for none.
  /// - Returns: The network.
  /// - Throws: Errors of the workload.
  func network(_ tracing: TracedAttributes? = nil) throws -> UtilityNetwork {
    let junction = NetworkSource(1, "Junction", .junction, [AssetType(1, "Type")])
    let line = NetworkSource(2, "Line", .line, [AssetType(1, "Type", .endVertex)])
    let (type, lineType) = (AssetTypeID(1), AssetTypeID(2))
    var junctions = FeatureTable(junction, tracing == nil ? [] : TracedAttributes.junctionFields)
    var lines = FeatureTable(line, tracing == nil ? [] : TracedAttributes.lineFields)
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
      let id = GlobalID(high: 1, low: UInt64(node))
      let point = Geometry.point(Point(place(Int32(node))))
      junctions.append(
        Feature(node + 1, type, id, point, tracing?.values(ofNode: node) ?? [])
      )
    }
    for edge in 0..<edgeCount {
      let id = GlobalID(high: 2, low: UInt64(edge))
      let line = Geometry.lineString(try LineString([place(from[edge]), place(to[edge])]))
      lines.append(
        Feature(edge + 1, lineType, id, line, tracing?.values(ofEdge: edge) ?? [])
      )
    }
    return try UtilityNetwork(
      NetworkDefinition(
        domainNetworks: [
          DomainNetwork(
            id: 1,
            name: "Network",
            tierDefinition: tracing == nil ? .none : .partitioned,
            tiers: tracing.map { [$0.tier] } ?? [],
            sources: [junction, line]
          )
        ],
        networkAttributes: tracing == nil ? [] : TracedAttributes.attributes
      ),
      [junctions, lines],
      rules: [NetworkRule(1, .junctionEdge, type, lineType)]
    )
  }
}

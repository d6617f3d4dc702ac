import GeoSnap
import GeoSnapTestSupport

extension Workload {
  /// The junction type that a pointer edits: it may join every line of one type, and the ends of the other.
  static let editedType = AssetTypeID(1)

  /// A network of the workload's lines and junctions, of two asset types each, with rules.
  ///
  /// Every other line connects at any vertex, the rest at their ends; a rule requires a junction of the second type
  /// between two lines of different types.
  func network() throws -> UtilityNetwork {
    let sources = [
      NetworkSource(1, "Junction", .junction, [AssetType(1, "Type 1"), AssetType(2, "Type 2")]),
      NetworkSource(
        2,
        "Line",
        .line,
        [AssetType(1, "Type 1", .anyVertex), AssetType(2, "Type 2", .endVertex)]
      ),
    ]
    var tables = sources.map { FeatureTable($0) }
    for (row, geometry) in try featureGeometries().enumerated() {
      let source = row < lineCount ? 2 : 1
      let type = AssetTypeID(source, 1, 1 + row % 2)
      let id = GlobalID(high: UInt64(source), low: UInt64(row))
      tables[source - 1].append(Feature(row, type, id, geometry))
    }
    let lineTypes = [AssetTypeID(2, 1, 1), AssetTypeID(2, 1, 2)]
    return try UtilityNetwork(
      NetworkDefinition(domainNetworks: [DomainNetwork(id: 1, name: "Pipes", sources: sources)]),
      tables,
      rules: [
        NetworkRule(1, .junctionEdge, Workload.editedType, lineTypes[0]),
        NetworkRule(2, .junctionEdge, Workload.editedType, lineTypes[1]),
        .init(3, .edgeJunctionEdge, lineTypes[0], lineTypes[1], via: AssetTypeID(1, 1, 2)),
      ]
    )
  }
}

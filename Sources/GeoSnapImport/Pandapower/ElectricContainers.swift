internal import GeoSnap

/// Decides which sites are stations and which are cabinets.
struct ElectricContainers {
  let graph: SourceGraph
  let levels: [VoltageLevel]

  /// The container of a site: a station with a transformer, a cabinet with only switches, otherwise none.
  func style(_ nodes: [Int], _ equipment: [Int]) -> ContainerStyle? {
    func holds(_ object: AssetTypeID) -> Bool {
      equipment.contains { graph.equipment[$0].description.objectType == object }
    }
    let present = VoltageLevel.allCases.filter { level in nodes.contains { levels[$0] == level } }
    let hasTransformer =
      holds(ElectricTypes.transformerObject) || holds(ElectricTypes.object(205, 2))
    guard hasTransformer || holds(ElectricTypes.switchObject) else { return nil }
    let name = nodes.lazy.compactMap { node -> String? in
      guard case .text(let name)? = graph.nodes[node].description.attributes[FieldName.name] else {
        return nil
      }
      return name
    }.first
    switch (hasTransformer, present) {
    case (false, [.low]):
      return .assembly(
        ElectricTypes.lowVoltageCabinet,
        structure: ElectricTypes.pad,
        name: name
      )
    case (false, [.medium]):
      return .assembly(
        ElectricTypes.mediumVoltageCabinet,
        structure: ElectricTypes.pad,
        name: name
      )
    default:
      return .boundary(
        present.contains(.high) ? ElectricTypes.substation : ElectricTypes.transformerStation,
        name: name
      )
    }
  }
}

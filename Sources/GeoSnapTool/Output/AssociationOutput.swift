import GeoSnap

/// How associations are told in JSON and in text.
struct AssociationOutput {
  let network: UtilityNetwork

  func json(_ association: Association) -> JSONValue {
    let geometry = network.geometry(of: association).map { Geometry.lineString($0).wkt }
    return .object([
      "globalID": .string(association.globalID.description),
      "kind": .string(association.kind.name),
      "from": json(association.from), "to": json(association.to),
      "geometry": JSONValue(geometry),
      "isContentVisible": .bool(association.isContentVisible),
      "derived": .bool(association.origin == "derived"),
    ])
  }

  private func json(_ end: Association.End) -> JSONValue {
    let feature = network.feature(globalID: end.globalID)
    let table = feature.map { network.tables[Int($0.table)] }
    return .object([
      "source": JSONValue(table?.name), "globalID": .string(end.globalID.description),
      "origin": JSONValue(feature.flatMap { table?.origins[Int($0.row)] }),
      "terminal": JSONValue(end.terminalID),
    ])
  }

  /// One line, such as `containment  StructureBoundary bus/3 contains ElectricDevice trafo/0`.
  func line(_ association: Association) -> String {
    let verb =
      switch association.kind {
      case .containment: "contains"
      case .attachment: "carries"
      default: "is joined to"
      }
    return "\(association.kind.name)  \(text(association.from))  \(verb)  \(text(association.to))"
  }

  func lines(_ associations: [Association]) -> [String] {
    [count(associations.count, "association")] + associations.map { "  \(line($0))" }
  }

  private func text(_ end: Association.End) -> String {
    guard let feature = network.feature(globalID: end.globalID) else { return "\(end.globalID)" }
    let terminal = terminalName(end, feature).map { "  at \($0)" } ?? ""
    return FeatureOutput(network: network).line(feature) + terminal
  }

  private func terminalName(_ end: Association.End, _ feature: FeatureID) -> String? {
    guard let id = end.terminalID, let type = network.assetType(of: feature)?.type,
      let configurationID = type.terminalConfigurationID
    else { return nil }
    return network.definition.terminalConfiguration(id: configurationID)?.terminals
      .first { $0.id == id }?.name
  }
}

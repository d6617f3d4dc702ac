import GeoSnap

/// Associations as JSON and as text.
struct AssociationOutput {
  let network: EditedNetwork

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
    let table = feature.map { network.base.tables[Int($0.table)] }
    return .object([
      "source": JSONValue(table?.name), "globalID": .string(end.globalID.description),
      "origin": JSONValue(feature.flatMap { network.origin(of: $0) }),
      "terminal": JSONValue(end.terminalID),
    ])
  }

  /// A line with the kind and the two ends.
  func line(_ association: Association) -> String {
    "\(association.kind.name)  \(network.describe(association))"
  }

  func lines(_ associations: [Association], _ limit: LimitOption = LimitOption(nil)) -> [String] {
    [count(associations.count, "association")]
      + limit.first(of: associations).map { "  \(line($0))" }
      + limit.rest(of: associations.count)
  }
}

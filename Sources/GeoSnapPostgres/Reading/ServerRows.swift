internal import GeoSnap

/// Turns rows of one table into features.
package struct ServerRows {
  private let name: String
  private let srid: SRID?
  private let hasGeometry: Bool
  private let isOfNetwork: Bool
  private let storages: [AttributeField.Storage]
  /// What is wrong with rows that are left out.
  private(set) var problems: [NetworkProblem] = []
  /// The rows that are left out.
  private(set) var setAside = SetAsideRows()

  init(_ relation: Relation, srid: SRID?) {
    name = relation.name
    self.srid = srid
    hasGeometry = relation.hasGeometry
    isOfNetwork = relation.sourceID != nil
    storages = relation.fields.map(\.storage)
  }

  /// Appends a row, or sets it aside.
  mutating func read(_ row: BinaryRow, into table: inout FeatureTable) {
    var cells = row.cells
    let rowID = cells.integer() ?? 0
    let geometry = hasGeometry ? cells.geometry(srid: srid) : .some(nil)
    let globalID = cells.globalID()
    let group = isOfNetwork ? cells.integer() ?? 0 : 0
    let type = isOfNetwork ? cells.integer() ?? 0 : 0
    guard let geometry else {
      problems.append(
        NetworkProblem(
          table: name,
          row: "\(rowID)",
          column: "SHAPE",
          message: "SHAPE is in no form that can be read, such as a curve.",
          code: .unreadableGeometry,
          globalID: globalID
        )
      )
      return setAside.addFeature(table: name, rowID: rowID, globalID: globalID)
    }
    let origin = cells.text()
    table.append(
      rowID: rowID,
      globalID: globalID,
      assetGroup: Int32(truncatingIfNeeded: group),
      assetType: Int32(truncatingIfNeeded: type),
      origin: origin,
      geometry: geometry,
      attribute: { value(storages[$0], &cells) }
    )
  }

  private func value(
    _ storage: AttributeField.Storage,
    _ cells: inout BinaryRow.Cells
  ) -> AttributeValue {
    switch storage {
    case .integer: cells.integer().map { .integer($0) } ?? .null
    case .real: cells.real().map { .real($0) } ?? .null
    case .text: cells.text().map { .text($0) } ?? .null
    case .blob: cells.blob().map { .blob($0) } ?? .null
    }
  }
}

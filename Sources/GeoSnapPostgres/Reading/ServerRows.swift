internal import GeoSnap
internal import GeoSnapStore

package struct ServerRows {
  private let name: String
  private let srid: SRID?
  private let hasGeometry: Bool
  private let isOfNetwork: Bool
  private let storages: [AttributeField.Storage]
  /// The problems of rows that are left out, and the arcs that became straight segments.
  private(set) var problems = ProblemList()

  init(_ relation: Relation, srid: SRID?) {
    name = relation.name
    self.srid = srid
    hasGeometry = relation.hasGeometry
    isOfNetwork = relation.sourceID != nil
    storages = relation.fields.map(\.storage)
  }

  mutating func read(_ row: BinaryRow, into table: inout FeatureTable) {
    var cells = row.cells
    let rowID = cells.integer() ?? 0
    var geometry: Geometry?
    var unreadable: FormatError?
    if hasGeometry {
      do throws(FormatError) {
        let found = try cells.geometry(srid: srid)
        geometry = found?.geometry
        if let found, found.arcCount > 0 {
          problems.noteArcs(found.arcCount, of: name, row: "\(rowID)", srid: srid)
        }
      } catch {
        unreadable = error
      }
    }
    let globalID = cells.globalID()
    let group = isOfNetwork ? cells.integer() ?? 0 : 0
    let type = isOfNetwork ? cells.integer() ?? 0 : 0
    if let unreadable {
      problems.report(
        name,
        "\(rowID)",
        "SHAPE cannot be read: \(unreadable.message)",
        .unreadableGeometry,
        globalID,
        column: "SHAPE"
      )
      problems.setAside.addFeature(table: name, rowID: rowID, globalID: globalID)
      return
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

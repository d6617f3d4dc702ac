internal import GRDB
internal import GeoSnap

/// Turns rows of one table into features.
struct FeatureRows {
  let layer: Layer
  let source: NetworkSource?
  let fields: [AttributeField]

  /// The feature in a row of: id, geometry, global id, group, type, origin, fields.
  func feature(_ row: Row, _ problems: inout ProblemList) -> Feature? {
    guard let rowID = row.integer(0) else {
      problems.report(layer.name, nil, "A primary key is no integer.")
      return nil
    }
    let name = "\(rowID)"
    let id = row.text(2).flatMap { GlobalID($0) }
    func cell(_ column: String, _ code: NetworkErrorCode? = nil) -> ProblemList.Cell {
      ProblemList.Cell(table: layer.name, row: name, column: column, code: code, globalID: id)
    }
    let geometry = geometry(row.value(1), name, id, &problems)
    let globalID =
      source == nil
      ? problems.optionalGlobalID(row.value(2), cell("GLOBALID"))
      : problems.globalID(row.value(2), cell("GLOBALID"))
    // A generated subnetwork line has neither group nor type.
    let isClassified = source.map { $0.usage != .subnetLine || !row.value(3).isNull } ?? false
    let groupCell = cell("ASSETGROUP", code(row.value(3), .unknownAssetGroup))
    let group = isClassified ? problems.code(row.value(3), groupCell) : 0
    let hasType = source.map { $0.usage != .subnetLine || !row.value(4).isNull } ?? false
    let typeCell = cell("ASSETTYPE", code(row.value(4), .invalidAssetType))
    let type = hasType ? problems.code(row.value(4), typeCell) : 0
    if group == nil || type == nil { problems.leaveUnclassified(layer.name, name) }
    let origin = problems.optionalText(row.value(5), cell("ORIGIN", .wrongDataType))
    var attributes: [AttributeValue] = []
    attributes.reserveCapacity(fields.count)
    for (index, field) in fields.enumerated() {
      attributes.append(
        value(row.value(6 + index), field, cell(field.name, .wrongDataType), &problems)
      )
    }
    return Feature(
      rowID: rowID,
      globalID: globalID,
      assetGroup: group ?? 0,
      assetType: type ?? 0,
      origin: origin,
      geometry: geometry,
      attributes: attributes
    )
  }

  /// Appends a row whose cells are all as they should be; false, and nothing is done, for another,
  /// which ``feature(_:_:)`` then reads cell by cell.
  func append(_ cells: RowCells, to table: inout FeatureTable) -> Bool {
    guard cells.kind(0) == .integer else { return false }
    var geometry: Geometry?
    if layer.geometryColumn != nil, cells.kind(1) != .null {
      geometry = cells.geometry(1, srsID: layer.srsID, srid: layer.srid)
      if geometry == nil { return false }
    }
    let globalID = cells.globalID(2)
    if globalID == nil && (source != nil || cells.kind(2) != .null) { return false }
    var group: Int32 = 0
    var type: Int32 = 0
    if source != nil {
      guard cells.kind(3) == .integer, cells.kind(4) == .integer,
        let exactGroup = Int32(exactly: cells.integer(3)),
        let exactType = Int32(exactly: cells.integer(4))
      else { return false }
      (group, type) = (exactGroup, exactType)
    }
    let hasOrigin = cells.kind(5) == .text
    if !hasOrigin && cells.kind(5) != .null { return false }
    for (index, field) in fields.enumerated() where !isRight(cells.kind(6 + index), field) {
      return false
    }
    table.append(
      rowID: cells.integer(0),
      globalID: globalID,
      assetGroup: group,
      assetType: type,
      origin: hasOrigin ? cells.text(5) : nil,
      geometry: geometry,
      attribute: { value(cells, 6 + $0, fields[$0].storage) }
    )
    return true
  }

  private func isRight(_ kind: RowCells.Kind, _ field: AttributeField) -> Bool {
    switch (kind, field.storage) {
    case (.null, _), (.integer, .integer), (.integer, .real), (.real, .real), (.text, .text),
      (.blob, .blob):
      true
    default: false
    }
  }

  private func value(
    _ cells: RowCells,
    _ column: Int,
    _ storage: AttributeField.Storage
  ) -> AttributeValue {
    if cells.kind(column) == .null { return .null }
    return switch storage {
    case .integer: .integer(cells.integer(column))
    case .real: .real(cells.real(column))
    case .text: .text(cells.text(column))
    case .blob: .blob(cells.blob(column))
    }
  }

  /// What is wrong when a code cannot be read: its type, or there is none such.
  private func code(_ value: DatabaseValue, _ otherwise: NetworkErrorCode) -> NetworkErrorCode {
    switch value.storage {
    case .null, .int64: otherwise
    default: .wrongDataType
    }
  }

  private func geometry(
    _ value: DatabaseValue,
    _ row: String,
    _ id: GlobalID?,
    _ problems: inout ProblemList
  ) -> Geometry? {
    guard let column = layer.geometryColumn, !value.isNull else { return nil }
    guard case .blob(let data) = value.storage else {
      problems.report(layer.name, row, "\(column) is no blob.", .wrongDataType, id)
      return nil
    }
    do {
      return try GeometryBlob.decode([UInt8](data).span, srsID: layer.srsID, srid: layer.srid)
    } catch {
      problems.report(layer.name, row, "\(column) \(error.message)", .wrongDataType, id)
      return nil
    }
  }

  private func value(
    _ value: DatabaseValue,
    _ field: AttributeField,
    _ cell: ProblemList.Cell,
    _ problems: inout ProblemList
  ) -> AttributeValue {
    switch (value.storage, field.storage) {
    case (.null, _): return .null
    case (.int64(let integer), .integer): return .integer(integer)
    case (.double(let number), .real): return .real(number)
    case (.int64(let integer), .real): return .real(Double(integer))
    case (.string(let text), .text): return .text(text)
    case (.blob(let data), .blob): return .blob([UInt8](data))
    default:
      problems.report(
        cell,
        "is declared \(field.storage.rawValue) and holds another type of value."
      )
      return .null
    }
  }
}

extension TableSchema.Column {
  /// How the values of a column of this declared type are stored, as GeoPackage lists types; for
  /// others by the rules of SQLite's affinity.
  var storage: AttributeField.Storage {
    let type = self.type
    if type.contains("INT") || type == "BOOLEAN" { return .integer }
    if ["CHAR", "CLOB", "TEXT", "DATE", "TIME"].contains(where: type.contains) { return .text }
    if ["REAL", "FLOA", "DOUB", "NUM", "DEC"].contains(where: type.contains) { return .real }
    return .blob
  }
}

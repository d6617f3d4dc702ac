internal import GRDB
internal import GeoSnap

/// Turns rows of one table into features.
struct FeatureRows: Sendable {
  /// Id, geometry, global id, group, type, origin and fields.
  let selection: RowSelection
  let layer: Layer
  let source: NetworkSource?
  let fields: [AttributeField]
  var monitor: RowMonitor?

  /// The feature in a row; nil, and reported, when it has no id.
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

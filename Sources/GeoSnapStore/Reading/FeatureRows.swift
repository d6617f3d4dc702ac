package import GRDB
package import GeoSnap

/// Converts rows of one table to features.
package struct FeatureRows: Sendable {
  /// Id, geometry, global id, group, type, origin and fields.
  package var selection: RowSelection
  let layer: Layer
  package let source: NetworkSource?
  package let fields: [AttributeField]
  var monitor: RowMonitor?
  var brokenRows = BrokenRows.refused
  /// Whether malformed texts are reported; otherwise their malformed parts are replaced.
  var checksTexts = true

  package init(
    selection: RowSelection,
    layer: Layer,
    source: NetworkSource?,
    fields: [AttributeField],
    monitor: RowMonitor? = nil,
    brokenRows: BrokenRows = .refused,
    checksTexts: Bool = true
  ) {
    self.selection = selection
    self.layer = layer
    self.source = source
    self.fields = fields
    self.monitor = monitor
    self.brokenRows = brokenRows
    self.checksTexts = checksTexts
  }

  /// The feature in a row, which is the current row of `cells` too; nil, and reported, when it has no id.
  package func feature(_ row: Row, _ cells: RowCells, _ problems: inout ProblemList) -> Feature? {
    guard let rowID = row.integer(0) else {
      problems.report(layer.name, nil, "A primary key is not an integer.", .unreadableRow)
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
      ? problems.optionalGlobalID(row.value(2), cell("GLOBALID", .wrongDataType))
      : problems.globalID(row.value(2), cell("GLOBALID", .missingGlobalID))
    // A generated subnetwork line has neither group nor type.
    let isClassified = source.map { $0.usage != .subnetLine || !row.value(3).isNull } ?? false
    let groupCell = cell("ASSETGROUP", code(row.value(3), .unknownAssetGroup))
    let group = isClassified ? problems.code(row.value(3), groupCell) : 0
    let hasType = source.map { $0.usage != .subnetLine || !row.value(4).isNull } ?? false
    let typeCell = cell("ASSETTYPE", code(row.value(4), .invalidAssetType))
    let type = hasType ? problems.code(row.value(4), typeCell) : 0
    if group == nil || type == nil { problems.leaveUnclassified(layer.name, name) }
    let origin = problems.optionalText(row.value(5), cell("ORIGIN", .wrongDataType))
    check(cells, 5, cell("ORIGIN", .wrongDataType), &problems)
    var attributes: [AttributeValue] = []
    attributes.reserveCapacity(fields.count)
    for (index, field) in fields.enumerated() {
      let cell = cell(field.name, .wrongDataType)
      attributes.append(value(row.value(6 + index), field, cell, &problems))
      if field.storage == .text { check(cells, 6 + index, cell, &problems) }
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

  private func check(
    _ cells: RowCells,
    _ column: Int,
    _ cell: ProblemList.Cell,
    _ problems: inout ProblemList
  ) {
    guard checksTexts, cells.kind(column) == .text, !cells.isWholeText(column) else { return }
    problems.report(cell, ProblemList.brokenText)
  }

  func keeps(_ feature: Feature) -> Bool {
    switch brokenRows {
    // So that references to it are not reported too.
    case .refused: true
    case .setAside: false
    case .tolerated: source == nil || feature.globalID != nil
    }
  }

  /// The code of an unreadable asset code: of a wrong type, or `otherwise`.
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
      problems.report(
        layer.name,
        row,
        "\(column) is not a blob.",
        .wrongDataType,
        id,
        column: column
      )
      return nil
    }
    do {
      let found = try GeometryBlob.straightened(
        [UInt8](data).span,
        srsID: layer.srsID,
        srid: layer.srid
      )
      if found.arcCount > 0 {
        problems.noteArcs(found.arcCount, of: layer.name, row: row, srid: layer.srid)
      }
      return found.geometry
    } catch {
      problems.report(
        layer.name,
        row,
        "\(column) \(error.message)",
        .unreadableGeometry,
        id,
        column: column
      )
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
    // SQLite stores text that looks like a number, such as a year, as a number in columns of dates and JSON.
    case (.int64(let integer), .text): return .text("\(integer)")
    case (.double(let number), .text): return .text("\(number)")
    case (.blob(let data), .blob): return .blob([UInt8](data))
    default:
      problems.report(
        cell,
        checksTexts
          ? "is declared \(field.storage.rawValue) but holds \(value.summary)."
          : "is read as \(field.storage.rawValue) but holds \(value.summary). Store one type in the column."
      )
      return .null
    }
  }
}

extension AttributeField.Content {
  /// GeoPackage's type of such columns; nil for JSON, whose columns are texts.
  var columnType: String? {
    switch self {
    case .boolean: "BOOLEAN"
    case .date: "DATE"
    case .dateTime: "DATETIME"
    case .json: nil
    }
  }
}

extension TableSchema.Column {
  /// Whether the declared type is one of GeoPackage's for values.
  var hasKnownType: Bool {
    let name = type.prefix { $0 != "(" }
    return [
      "BOOLEAN", "TINYINT", "SMALLINT", "MEDIUMINT", "INT", "INTEGER", "FLOAT", "DOUBLE", "REAL",
      "TEXT", "BLOB", "DATE", "DATETIME", "JSON",
    ].contains(String(name))
  }

  /// The storage of values of a column with this declared type, by GeoPackage's list of types, else by SQLite's
  /// affinity rules.
  var storage: AttributeField.Storage {
    let type = self.type
    if type.contains("INT") || type == "BOOLEAN" { return .integer }
    if ["CHAR", "CLOB", "TEXT", "DATE", "TIME", "JSON"].contains(where: type.contains) {
      return .text
    }
    if ["REAL", "FLOA", "DOUB", "NUM", "DEC"].contains(where: type.contains) { return .real }
    return .blob
  }
}

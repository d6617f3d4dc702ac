package import GRDB
package import GeoSnap

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
    (self.selection, self.layer, self.source) = (selection, layer, source)
    (self.fields, self.monitor) = (fields, monitor)
    (self.brokenRows, self.checksTexts) = (brokenRows, checksTexts)
  }

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
    let geometryCell = cell(layer.geometryColumn ?? "", .wrongDataType)
    let geometry = geometry(row.value(1), geometryCell, &problems)
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
    _ cell: ProblemList.Cell,
    _ problems: inout ProblemList
  ) -> Geometry? {
    guard layer.geometryColumn != nil, !value.isNull else { return nil }
    guard case .blob(let data) = value.storage else {
      problems.report(cell, "is not a blob.")
      return nil
    }
    do {
      let (srsID, srid) = (layer.srsID, layer.srid)
      let found = try GeometryBlob.straightened([UInt8](data).span, srsID: srsID, srid: srid)
      if found.arcCount > 0 {
        problems.noteArcs(found.arcCount, of: layer.name, row: cell.row, srid: srid)
      }
      return found.geometry
    } catch {
      var cell = cell
      cell.code = .unreadableGeometry
      problems.report(cell, error.message)
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

  private static let rowsBetweenNotes = 1 << 10

  /// Reads a piece of the rows; ``brokenRows`` decides about rows with broken cells.
  package func read(
    _ limits: (start: Int64?, end: Int64?) = (nil, nil),
    in database: Database,
    into table: inout FeatureTable,
    _ problems: inout ProblemList
  ) throws {
    let cursor = try selection.rows(in: database, from: limits.start, upTo: limits.end)
    let cells = RowCells(cursor._statement)
    let reader = SoundRowReader(self, cells)
    var count = 0
    var last = Int64.min
    while let row = try cursor.next() {
      count += 1
      // In an unchecked file, pages may be linked in a cycle.
      if cells.kind(0) == .integer {
        let key = cells.integer(0)
        guard count == 1 || key > last else { throw NetworkError([.disorder(of: layer.name)]) }
        last = key
      }
      if count.isMultiple(of: Self.rowsBetweenNotes) { try monitor?.note(Self.rowsBetweenNotes) }
      if reader.append(to: &table) { continue }
      let known = problems.problems.count
      let feature = feature(row, cells, &problems)
      if let feature, problems.problems.count == known || keeps(feature) {
        table.append(feature)
      } else if brokenRows != .refused {
        problems.setAside.addFeature(
          table: layer.name,
          rowID: row.integer(0),
          globalID: row.text(2).flatMap { GlobalID($0) }
        )
      }
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

extension NetworkProblem {
  /// The problem that rows of a table repeat without end.
  static func disorder(of table: String) -> NetworkProblem {
    NetworkProblem(
      table: table,
      message: "The database is damaged: the keys of the rows do not ascend."
    )
  }
}

/// A fast path for rows without problems, which are nearly all.
package struct SoundRowReader {
  private let cells: RowCells
  private let hasGeometry: Bool
  private let srsID: Int64
  private let srid: SRID?
  /// Whether a row needs a global id, an asset group and an asset type.
  private let isOfNetwork: Bool
  private let storages: [AttributeField.Storage]
  private let checksTexts: Bool

  package init(_ rows: FeatureRows, _ cells: RowCells) {
    self.cells = cells
    hasGeometry = rows.layer.geometryColumn != nil
    srsID = rows.layer.srsID
    srid = rows.layer.srid
    isOfNetwork = rows.source != nil
    storages = rows.fields.map(\.storage)
    checksTexts = rows.checksTexts
  }

  /// Appends the row; returns false, and does nothing, if ``FeatureRows/feature(_:_:_:)`` must read it cell by cell.
  package func append(to table: inout FeatureTable) -> Bool {
    guard cells.kind(0) == .integer else { return false }
    var geometry: Geometry?
    if hasGeometry {
      let kind = cells.kind(1)
      if kind == .blob {
        geometry = cells.geometry(inBlob: 1, srsID: srsID, srid: srid)
        if geometry == nil { return false }
      } else if kind != .null {
        return false
      }
    }
    var globalID: GlobalID?
    let idKind = cells.kind(2)
    if idKind == .text {
      globalID = cells.globalID(inText: 2)
      if globalID == nil { return false }
    } else if idKind != .null || isOfNetwork {
      return false
    }
    var group: Int32 = 0
    var type: Int32 = 0
    if isOfNetwork {
      guard cells.kind(3) == .integer, cells.kind(4) == .integer,
        let exactGroup = Int32(exactly: cells.integer(3)),
        let exactType = Int32(exactly: cells.integer(4))
      else { return false }
      (group, type) = (exactGroup, exactType)
    }
    let originKind = cells.kind(5)
    if originKind != .text && originKind != .null { return false }
    if checksTexts, originKind == .text, !cells.isWholeText(5) { return false }
    for index in storages.indices {
      let kind = cells.kind(6 + index)
      guard isRight(kind, storages[index]) else { return false }
      if checksTexts, kind == .text, !cells.isWholeText(6 + index) { return false }
    }
    table.append(
      rowID: cells.integer(0),
      globalID: globalID,
      assetGroup: group,
      assetType: type,
      origin: originKind == .text ? cells.text(5) : nil,
      geometry: geometry,
      attribute: { value(6 + $0, storages[$0]) }
    )
    return true
  }

  private func isRight(_ kind: RowCells.Kind, _ storage: AttributeField.Storage) -> Bool {
    if kind == .null { return true }
    return switch storage {
    case .integer: kind == .integer
    case .real: kind == .real || kind == .integer
    case .text: kind == .text
    case .blob: kind == .blob
    }
  }

  private func value(_ column: Int, _ storage: AttributeField.Storage) -> AttributeValue {
    if cells.kind(column) == .null { return .null }
    return switch storage {
    case .integer: .integer(cells.integer(column))
    case .real: .real(cells.real(column))
    case .text: .text(cells.text(column))
    case .blob: .blob(cells.blob(column))
    }
  }
}

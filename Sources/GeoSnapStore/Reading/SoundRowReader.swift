package import GRDB
package import GeoSnap

extension FeatureRows {
  /// The number of rows between two reports to the monitor.
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

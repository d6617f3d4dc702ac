internal import Foundation
internal import GRDB
package import GeoSnap

/// A row of a feature table with its geometry, still encoded.
package struct GeometryRow: Sendable {
  package let rowID: Int64
  fileprivate let value: Cell

  fileprivate enum Cell: Sendable {
    case null
    case blob([UInt8])
    case other
  }
}

/// Copies a GeoPackage and replaces geometries of one table in the copy, in bounded memory.
package final class GeometryTableEditor {
  package let table: String
  /// Its reference system; nil when undeclared.
  package let srid: SRID?
  private let path: String
  private let draft: DatabaseDraft
  private let layer: Layer
  private let geometryColumn: String
  private let keyColumn: String
  private let spatialIndex: String?
  private let triggers: [String]

  package init(
    _ path: String,
    table: String?,
    to output: String,
    replacing: Bool = false
  ) throws(StoreError) {
    let file = try DatabaseFile(path)
    let found = try file.read { database in
      var reader = try GeoPackageReader(database)
      return try reader.geometryTable(named: table)
    }
    self.path = path
    layer = found.layer
    geometryColumn = found.geometryColumn
    keyColumn = found.keyColumn
    self.table = layer.name
    srid = layer.srid
    draft = try DatabaseDraft(output, replacing: replacing)
    try file.copy(into: draft)
    var triggers: [String] = []
    var index: String?
    try draft.configureCopy()
    try draft.write { database in
      index = try DatabaseSchema(database).spatialIndex(of: found.layer.name, found.geometryColumn)
      let rows = try Row.fetchAll(
        database,
        sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND lower(tbl_name) = ?",
        arguments: [found.layer.name.lowercased()]
      )
      for row in rows {
        guard let name = row.text(0), let sql = row.text(1) else { continue }
        triggers.append(sql)
        try database.execute(sql: "DROP TRIGGER \(name.quotedIdentifier)")
      }
    }
    self.triggers = triggers
    spatialIndex = index
  }

  /// The next rows in the order of their keys; empty at the end.
  package func rows(after rowID: Int64?, limit: Int) throws(StoreError) -> [GeometryRow] {
    var rows: [GeometryRow] = []
    let key = keyColumn.quotedIdentifier
    try draft.write { database in
      let cursor = try Row.fetchCursor(
        database,
        sql: """
          SELECT \(key), \(geometryColumn.quotedIdentifier) FROM \(table.quotedIdentifier)
          \(rowID == nil ? "" : "WHERE \(key) > ?") ORDER BY \(key) LIMIT \(limit)
          """,
        arguments: rowID.map { [$0] } ?? []
      )
      while let row = try cursor.next() {
        guard let id = row.integer(0) else { continue }
        let value: GeometryRow.Cell =
          switch row.value(1).storage {
          case .null: .null
          case .blob(let data): .blob([UInt8](data))
          default: .other
          }
        rows.append(GeometryRow(rowID: id, value: value))
      }
    }
    return rows
  }

  package var decoder: @Sendable (GeometryRow) throws -> Geometry? {
    let (layer, path, column) = (layer, path, geometryColumn)
    return { row in
      func failure(_ message: String) -> StoreError {
        StoreError(path: path, table: layer.name, row: "\(row.rowID)", "\(column) \(message)")
      }
      switch row.value {
      case .null: return nil
      case .other: throw failure("is not a blob.")
      case .blob(let bytes):
        let geometry: Geometry
        do throws(GeometryBlob.Malformed) {
          geometry = try GeometryBlob.decode(bytes.span, srsID: layer.srsID, srid: layer.srid)
        } catch {
          throw failure(error.message)
        }
        if !geometry.isFinite {
          throw failure(
            geometry.unsoundOrdinate.map { "is unsound: \($0)" }
              ?? "has a measure that is not a finite number."
          )
        }
        return geometry
      }
    }
  }

  package func replace(_ geometries: [(rowID: Int64, geometry: Geometry)]) throws(StoreError) {
    guard !geometries.isEmpty else { return }
    try draft.write { database in
      let update = try database.cachedStatement(
        sql: """
          UPDATE \(table.quotedIdentifier) SET \(geometryColumn.quotedIdentifier) = ?
          WHERE \(keyColumn.quotedIdentifier) = ?
          """
      )
      for (rowID, geometry) in geometries {
        let envelope = geometry.envelope
        let blob = GeometryBlob.encode(
          geometry,
          envelope: envelope,
          srsID: Int32(truncatingIfNeeded: layer.srsID)
        )
        try update.execute(arguments: [Data(blob), rowID])
        guard let spatialIndex, let box = envelope else { continue }
        try database.cachedStatement(
          sql: "INSERT OR REPLACE INTO \(spatialIndex.quotedIdentifier) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [rowID, box.minX, box.maxX, box.minY, box.maxY])
      }
    }
  }

  /// Completes the copy and moves it to its path.
  package func finish(extent: Envelope?) throws(StoreError) {
    try draft.withoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try draft.write { database in
      for trigger in triggers { try database.makeStatement(sql: trigger).execute() }
      try GeoPackageMetadata.setExtent(extent, of: table, in: database)
    }
    try draft.publish()
  }
}

extension DatabaseDraft {
  /// Gives a copy the settings of a draft, since its header comes from the original.
  fileprivate func configureCopy() throws(StoreError) {
    try withoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = MEMORY")
      // Only the last commit has to wait for the disk.
      try database.execute(sql: "PRAGMA synchronous = OFF")
      try database.execute(sql: "PRAGMA trusted_schema = OFF")
    }
  }
}

extension GeoPackageReader {
  fileprivate mutating func geometryTable(
    named name: String?
  ) throws -> (layer: Layer, geometryColumn: String, keyColumn: String) {
    let layers = try readLayers().features
    let names = layers.map(\.name)
    let layer: Layer?
    if let name {
      layer = layers.first { $0.name.lowercased() == name.lowercased() }
      if layer == nil {
        problems.reportMissing(
          name,
          "There is no feature table of that name. "
            + (names.isEmpty ? "The file has none." : Words.known("feature table", names))
        )
      }
    } else {
      layer = layers.count == 1 ? layers.first : nil
      if layers.count != 1 {
        problems.reportMissing(
          "gpkg_contents",
          layers.isEmpty
            ? "There is no feature table." : "Name a table. \(Words.known("feature table", names))"
        )
      }
    }
    // Problems of other tables do not matter here.
    let isSystemKnown =
      layer.map { $0.srid != nil || LayerList.undefined.contains($0.srsID) } ?? false
    if let layer, isSystemKnown, let column = layer.geometryColumn,
      let schema = try requiredTable(layer.name, columns: [column])
    {
      if let key = schema.primaryKey, let geometryColumn = schema.column(column) {
        return (layer, geometryColumn, key)
      }
      reportMissingKey(layer.name)
    }
    throw NetworkError(problems.problems)
  }
}

internal import GRDB
internal import GeoSnap

/// Corrects outdated data in a copy: spatial indexes, their triggers, extents, counts.
struct DerivedDataWriter {
  let database: Database

  /// Corrects wrong data; all other bytes stay the same.
  func mend() throws {
    // Problems of a file that is no network, or cannot be read, do not matter here.
    var reader = try GeoPackageReader(database, isChecked: true)
    for layer in try reader.readLayers().features {
      guard let column = layer.geometryColumn, let table = try reader.schema.table(layer.name),
        let key = table.primaryKey, let column = table.column(column)
      else { continue }
      let index = reader.schema.spatialIndex(of: layer.name, column)
      let check = try SpatialIndexCheck(index, of: layer, table, keepsBoxes: true, in: database)
      if let index {
        try mend(index, SpatialIndexWriter.Triggers(index, table.name, column, key), check)
      }
      try mendContents(of: layer, check)
    }
  }

  private func mend(
    _ index: String,
    _ triggers: SpatialIndexWriter.Triggers,
    _ check: SpatialIndexCheck
  ) throws {
    let known = try Row.fetchAll(
      database,
      sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    ).compactMap { $0.text(0) }.filter { $0.lowercased().hasPrefix(index.lowercased() + "_") }
    let isWhole = ["insert", "update", "delete"].allSatisfy { kind in
      known.contains { $0.lowercased().hasPrefix("\(index.lowercased())_\(kind)") }
    }
    if check.isSound, isWhole { return }
    for name in known { try database.execute(sql: "DROP TRIGGER \(name.quotedIdentifier)") }
    if !check.isSound {
      try database.execute(sql: "DROP TABLE \(index.quotedIdentifier)")
      try SpatialIndexWriter.make(index, check.boxes, in: database) { _ in }
    }
    for trigger in triggers.all { try database.execute(sql: trigger) }
  }

  private func mendContents(of layer: Layer, _ check: SpatialIndexCheck) throws {
    let name = layer.name.lowercased()
    if let extent = check.extent {
      // An extent that is too large is harmless.
      try database.execute(
        sql: """
          UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ?
          WHERE lower(table_name) = ? AND (min_x > ? OR min_y > ? OR max_x < ? OR max_y < ?)
          """,
        arguments: [
          extent.minX, extent.minY, extent.maxX, extent.maxY, name, extent.minX, extent.minY,
          extent.maxX, extent.maxY,
        ]
      )
    }
    guard try DatabaseSchema(database).kind(of: "gpkg_ogr_contents") == .table else { return }
    let count = try Row.fetchOne(
      database,
      sql: "SELECT count(*) FROM \(layer.name.quotedIdentifier)"
    )?.integer(0)
    try database.execute(
      sql: """
        UPDATE gpkg_ogr_contents SET feature_count = ?1
        WHERE lower(table_name) = ?2 AND feature_count IS NOT ?1
        """,
      arguments: [count, name]
    )
  }
}

internal import Foundation
internal import GRDB
internal import GeoSnap

struct FeatureTableWriter {
  private let file: GeoPackageWriter
  private let table: FeatureTable
  private let geometryColumn: String?
  private let attributes: [SharedFieldColumn]

  init(_ file: GeoPackageWriter, _ table: FeatureTable) {
    self.file = file
    self.table = table
    attributes = table.attributes.map { SharedFieldColumn($0) }
    geometryColumn = table.geometryType == nil ? nil : "SHAPE"
  }

  static func columns(of table: FeatureTable) -> [(name: String, type: String)] {
    var columns = [(name: "OBJECTID", type: "INTEGER PRIMARY KEY")]
    if table.geometryType != nil {
      columns.append((name: "SHAPE", type: declaredType(of: table)))
    }
    columns.append((name: "GLOBALID", type: "TEXT"))
    if table.sourceID != nil {
      columns += [(name: "ASSETGROUP", type: "INTEGER"), (name: "ASSETTYPE", type: "INTEGER")]
    }
    columns.append((name: "ORIGIN", type: "TEXT"))
    return columns + table.fields.map { (name: $0.name, type: $0.storage.rawValue) }
  }

  /// The declared geometry type: the table's own unless a row has another type.
  private static func declaredType(of table: FeatureTable) -> String {
    let isUniform = table.geometries.indices.allSatisfy { row in
      table.geometries.type(row).map { $0 == table.geometryType } ?? true
    }
    return isUniform ? table.geometryType?.name ?? "GEOMETRY" : "GEOMETRY"
  }

  func write() throws {
    let columns = Self.columns(of: table)
    let list = columns.map { "\($0.name.quotedIdentifier) \($0.type)" }.joined(separator: ", ")
    try file.database.execute(sql: "CREATE TABLE \(table.name.quotedIdentifier) (\(list))")
    var boxes = PackedSpatialIndex(capacity: geometryColumn == nil ? 0 : table.count)
    let inserter = try RowInserter(file.database, into: table.name, count: columns.count)
    var bytes: [UInt8] = []
    for (number, row) in rows.enumerated() {
      var envelope: Envelope?
      try inserter.insert { envelope = append(row, to: &$0, &bytes) }
      if let envelope { boxes.append(table.rowIDs[row], envelope) }
      try file.note(number + 1)
    }
    try file.metadata.register(table.name, extent: boxes.extent, hasGeometry: geometryColumn != nil)
    guard let geometryColumn else { return }
    try file.metadata.registerGeometry(
      table.name,
      column: geometryColumn,
      type: columns[1].type,
      zUse: use(\.hasZ),
      mUse: use(\.hasM)
    )
    try SpatialIndexWriter(file: file, table: table.name, column: geometryColumn).write(boxes)
  }

  /// The rows in the order of their ids, since SQLite appends fastest.
  private var rows: [Int] {
    let ids = table.rowIDs
    let isRising = ids.indices.dropFirst().allSatisfy { ids[$0 - 1] < ids[$0] }
    return isRising ? Array(ids.indices) : ids.indices.sorted { ids[$0] < ids[$1] }
  }

  private func append(_ row: Int, to values: inout RowValues, _ bytes: inout [UInt8]) -> Envelope? {
    values.append(table.rowIDs[row])
    let envelope = geometryColumn == nil ? nil : appendGeometry(row, to: &values, &bytes)
    if let globalID = table.globalIDs[row] {
      bytes.removeAll(keepingCapacity: true)
      globalID.append(to: &bytes)
      values.append(utf8: bytes.span)
    } else {
      values.appendNull()
    }
    if table.sourceID != nil {
      values.append(Int64(table.assetGroups[row]))
      values.append(Int64(table.assetTypes[row]))
    }
    if table.origins.withUTF8(row, { values.append(utf8: $0) }) == nil { values.appendNull() }
    for column in attributes {
      if !column.withUTF8(row, { values.append(utf8: $0) }) { values.append(column[row]) }
    }
    return envelope
  }

  private func appendGeometry(
    _ row: Int,
    to values: inout RowValues,
    _ bytes: inout [UInt8]
  ) -> Envelope? {
    let srsID = file.content.srsID
    if let envelope = PlainGeometryBlob.encode(table.geometries, row, srsID: srsID, into: &bytes) {
      values.append(bytes)
      return envelope
    }
    guard let geometry = table.geometries[row] else {
      values.appendNull()
      return nil
    }
    let envelope = geometry.envelope
    values.append(GeometryBlob.encode(geometry, envelope: envelope, srsID: srsID))
    return envelope
  }

  /// GeoPackage's code for Z or M: 0 no geometry has it, 1 all have, 2 some have.
  private func use(_ hasOrdinate: (CoordinateDimensions) -> Bool) -> Int {
    var uses = (all: true, some: false)
    for row in table.geometries.indices {
      guard let has = table.geometries.dimensions(row).map(hasOrdinate) else { continue }
      uses = (uses.all && has, uses.some || has)
    }
    return uses.some ? uses.all ? 1 : 2 : 0
  }
}

extension AttributeValue {
  var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let value): value.databaseValue
    case .real(let value): value.databaseValue
    case .text(let value): value.databaseValue
    case .blob(let bytes): Data(bytes).databaseValue
    }
  }
}

/// Writes the R-tree extension of one geometry column, with the triggers that update it when other programs edit the
/// table.
struct SpatialIndexWriter {
  let file: GeoPackageWriter
  let table: String
  let column: String

  func write(_ boxes: PackedSpatialIndex) throws {
    let index = "rtree_\(table)_\(column)"
    try Self.make(index, boxes, in: file.database) { try file.note($0) }
    try file.insert(
      "gpkg_extensions",
      [
        table, column, "gpkg_rtree_index",
        "http://www.geopackage.org/spec120/#extension_rtree", "write-only",
      ]
    )
    for trigger in Self.triggers(index, table, column, key: "OBJECTID") {
      try file.database.execute(sql: trigger)
    }
  }

  static func make(
    _ index: String,
    _ boxes: PackedSpatialIndex,
    in database: Database,
    note: (Int) throws -> Void
  ) throws {
    try database.execute(
      sql: """
        CREATE VIRTUAL TABLE \(index.quotedIdentifier) USING rtree(id, minx, maxx, miny, maxy)
        """
    )
    try boxes.write(to: database, index, note: note)
  }

  /// The triggers as GeoPackage 1.3 prescribes them, with functions that GDAL and QGIS provide.
  static func triggers(_ index: String, _ table: String, _ column: String, key: String) -> [String]
  {
    let t = table.quotedIdentifier
    let c = column.quotedIdentifier
    let r = index.quotedIdentifier
    let new = "NEW.\(c)"
    // GeoSnap's own key needs no quotes, and files stay the same byte for byte.
    let key = key == "OBJECTID" ? key : key.quotedIdentifier
    let insertNew = """
      INSERT OR REPLACE INTO \(r) VALUES (NEW.\(key), ST_MinX(\(new)), ST_MaxX(\(new)), \
      ST_MinY(\(new)), ST_MaxY(\(new)));
      """
    let deleteOld = "DELETE FROM \(r) WHERE id = OLD.\(key);"
    func trigger(_ suffix: String, _ event: String, _ condition: String?, _ body: String) -> String
    {
      """
      CREATE TRIGGER \("\(index)_\(suffix)".quotedIdentifier) AFTER \(event) ON \(t) \
      \(condition.map { "WHEN (\($0)) " } ?? "")BEGIN \(body) END
      """
    }
    let isShape = "\(new) NOTNULL AND NOT ST_IsEmpty(\(new))"
    let isNone = "\(new) ISNULL OR ST_IsEmpty(\(new))"
    return [
      trigger("insert", "INSERT", isShape, insertNew),
      trigger("update1", "UPDATE OF \(c)", "OLD.\(key) = NEW.\(key) AND (\(isShape))", insertNew),
      trigger("update2", "UPDATE OF \(c)", "OLD.\(key) = NEW.\(key) AND (\(isNone))", deleteOld),
      trigger(
        "update3",
        "UPDATE",
        "OLD.\(key) != NEW.\(key) AND (\(isShape))",
        deleteOld + " " + insertNew
      ),
      trigger(
        "update4",
        "UPDATE",
        "OLD.\(key) != NEW.\(key) AND (\(isNone))",
        "DELETE FROM \(r) WHERE id IN (OLD.\(key), NEW.\(key));"
      ),
      trigger("delete", "DELETE", "OLD.\(c) NOT NULL", deleteOld),
    ]
  }
}

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
        try mend(index, SpatialIndexWriter.triggers(index, table.name, column, key: key), check)
      }
      try mendContents(of: layer, check)
    }
  }

  private func mend(_ index: String, _ triggers: [String], _ check: SpatialIndexCheck) throws {
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
    for trigger in triggers { try database.execute(sql: trigger) }
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

internal import Foundation
internal import GRDB
internal import GeoSnap

/// Writes one feature table with its entries among the contents and its spatial index.
struct FeatureTableWriter {
  private let file: GeoPackageWriter
  private let table: FeatureTable
  /// The column of the geometry; nil for objects.
  private let geometryColumn: String?

  init(_ file: GeoPackageWriter, _ table: FeatureTable) {
    self.file = file
    self.table = table
    geometryColumn = table.geometryType == nil ? nil : "SHAPE"
  }

  /// The columns in the order of ``write()``, each with its type.
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

  /// The type of geometry to declare: the table's own unless a row is of another type.
  private static func declaredType(of table: FeatureTable) -> String {
    let isUniform = table.geometries.allSatisfy { $0 == nil || $0?.type == table.geometryType }
    return isUniform ? table.geometryType?.name ?? "GEOMETRY" : "GEOMETRY"
  }

  func write() throws {
    let columns = Self.columns(of: table)
    let list = columns.map { "\($0.name.quotedIdentifier) \($0.type)" }.joined(separator: ", ")
    try file.database.execute(sql: "CREATE TABLE \(table.name.quotedIdentifier) (\(list))")
    let envelopes = table.geometries.map { $0?.envelope }
    try file.metadata.register(
      table.name,
      extent: Envelope.combining(envelopes),
      hasGeometry: geometryColumn != nil
    )
    // In the order of ids: appending is what SQLite is fastest at.
    let rows = table.rowIDs.indices.sorted { table.rowIDs[$0] < table.rowIDs[$1] }
    let inserter = try RowInserter(file.database, into: table.name, count: columns.count)
    for (number, row) in rows.enumerated() {
      try inserter.insert { append(row, envelopes[row], to: &$0) }
      try file.note(number + 1)
    }
    guard let geometryColumn else { return }
    try file.metadata.registerGeometry(
      table.name,
      column: geometryColumn,
      type: Self.declaredType(of: table),
      zUse: use { $0.hasZ },
      mUse: use { $0.hasM }
    )
    try SpatialIndexWriter(file, table: table.name, column: geometryColumn)
      .write(rows.map { (id: table.rowIDs[$0], envelope: envelopes[$0]) })
  }

  private func append(_ row: Int, _ envelope: Envelope?, to values: inout RowValues) {
    values.append(table.rowIDs[row])
    if geometryColumn != nil {
      if let geometry = table.geometries[row] {
        values.append(GeometryBlob.encode(geometry, envelope: envelope, srsID: file.content.srsID))
      } else {
        values.appendNull()
      }
    }
    values.append(table.globalIDs[row]?.description)
    if table.sourceID != nil {
      values.append(Int64(table.assetGroups[row]))
      values.append(Int64(table.assetTypes[row]))
    }
    values.append(table.origins[row])
    for column in table.attributes { values.append(column[row]) }
  }

  /// GeoPackage's code for Z or M: 0 no geometry has it, 1 all have, 2 some have.
  private func use(_ hasOrdinate: (Geometry) -> Bool) -> Int {
    let uses = Set(table.geometries.compactMap { $0.map(hasOrdinate) })
    return uses.count == 2 ? 2 : uses.contains(true) ? 1 : 0
  }
}

extension AttributeValue {
  /// The value as SQLite stores it.
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

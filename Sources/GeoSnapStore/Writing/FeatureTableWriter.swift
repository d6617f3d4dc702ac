internal import Foundation
internal import GRDB
internal import GeoSnap

/// Writes one feature table with its metadata and its spatial index.
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
    try file.metadata.register(
      table.name,
      extent: boxes.extent,
      hasGeometry: geometryColumn != nil
    )
    guard let geometryColumn else { return }
    try file.metadata.registerGeometry(
      table.name,
      column: geometryColumn,
      type: columns[1].type,
      zUse: use(\.hasZ),
      mUse: use(\.hasM)
    )
    try SpatialIndexWriter(file, table: table.name, column: geometryColumn).write(boxes)
  }

  /// The rows in the order of their ids, since SQLite appends fastest.
  private var rows: [Int] {
    let ids = table.rowIDs
    let isRising = ids.indices.dropFirst().allSatisfy { ids[$0 - 1] < ids[$0] }
    return isRising ? Array(ids.indices) : ids.indices.sorted { ids[$0] < ids[$1] }
  }

  /// Adds the values of a row, and returns the envelope of its geometry; `bytes` is a reused buffer.
  private func append(
    _ row: Int,
    to values: inout RowValues,
    _ bytes: inout [UInt8]
  ) -> Envelope? {
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

internal import Foundation
internal import GRDB
internal import GeoSnap

/// A new GeoPackage of one table that is being written, shared by the writers of points and of features.
final class LayerDraft {
  let srsID: Int32
  private let draft: DatabaseDraft
  private let table: String
  private let fieldCount: Int
  private var extent: Envelope?

  /// Begins a file; `geometryType` is the declared type of the table.
  init(
    _ path: String,
    table: String,
    geometryType: String,
    fields: [AttributeField],
    srid: SRID?,
    replacing: Bool
  ) throws(StoreError) {
    try Self.check(fields, table, path)
    self.table = table
    fieldCount = fields.count
    let srsID = srid ?? -1
    self.srsID = srsID
    let taken = Set(fields.map { $0.name.lowercased() })
    let idColumn = Self.freeName("fid", taken)
    let geometryColumn = Self.freeName("geom", taken)
    draft = try DatabaseDraft(path, replacing: replacing)
    let columns =
      ["\(idColumn) INTEGER PRIMARY KEY", "\(geometryColumn) \(geometryType)"]
      + fields.map { field in
        let type = field.content?.columnType ?? field.storage.rawValue
        return "\(field.name.quotedIdentifier) \(type)"
      }
    try draft.write { database in
      let metadata = GeoPackageMetadata(database: database, srsID: srsID)
      try metadata.create()
      try database.execute(
        sql: "CREATE TABLE \(table.quotedIdentifier) (\(columns.joined(separator: ", ")))"
      )
      try metadata.register(table, extent: nil, hasGeometry: true)
      try metadata.registerGeometry(
        table,
        column: geometryColumn,
        type: geometryType,
        zUse: 0,
        mUse: 0
      )
      let documents = fields.filter { $0.content == .json }.map(\.name)
      if !documents.isEmpty { try metadata.registerJSON(table, columns: documents) }
    }
  }

  private static func check(
    _ fields: [AttributeField],
    _ table: String,
    _ path: String
  ) throws(StoreError) {
    var seen: Set<String> = []
    var problems: [NetworkProblem] = []
    for field in fields {
      if field.name.isEmpty {
        problems.append(NetworkProblem(table: table, message: "A column has no name."))
      } else if !seen.insert(field.name.lowercased()).inserted {
        problems.append(
          NetworkProblem(
            table: table,
            message: "Two columns are named \(field.name), apart from case."
          )
        )
      }
    }
    if !problems.isEmpty { throw StoreError(path: path, problems: problems) }
  }

  private static func freeName(_ name: String, _ taken: Set<String>) -> String {
    var candidate = name
    var number = 0
    while taken.contains(candidate) {
      number += 1
      candidate = "\(name)_\(number)"
    }
    return candidate
  }

  func append(
    _ rows: [[AttributeValue]],
    keys: [Int64?] = [],
    _ geometry: (_ row: Int) -> [UInt8]?
  ) throws(StoreError) {
    try draft.write { database in
      let statement = try database.insertStatement(table, count: fieldCount + 2)
      for (number, row) in rows.enumerated() {
        guard row.count == fieldCount else {
          throw StoreError(
            .cannotWrite,
            path: draft.path,
            message:
              "A row has \(Words.count(row.count, "value")) for \(Words.count(fieldCount, "field"))."
          )
        }
        var values: [DatabaseValue] = []
        values.reserveCapacity(fieldCount + 2)
        values.append(keys.isEmpty ? .null : keys[number]?.databaseValue ?? .null)
        values.append(geometry(number).map { Data($0).databaseValue } ?? .null)
        for value in row { values.append(value.databaseValue) }
        try statement.execute(arguments: StatementArguments(values))
      }
    }
  }

  func grow(by envelope: Envelope?) { extent = Envelope.combining([extent, envelope]) }

  func finish(zUse: Int = 0, mUse: Int = 0) throws(StoreError) {
    try draft.write { database in
      try database.execute(
        sql: "UPDATE gpkg_geometry_columns SET z = ?, m = ? WHERE table_name = ?",
        arguments: [zUse, mUse, table]
      )
      if let extent { try GeoPackageMetadata.setExtent(extent, of: table, in: database) }
    }
    try draft.publish()
  }
}

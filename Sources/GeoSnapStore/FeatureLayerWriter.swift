internal import Foundation
internal import GRDB
package import GeoSnap

package struct PointRow: Hashable, Sendable {
  package var place: Coordinate
  package var values: [AttributeValue]

  package init(place: Coordinate, values: [AttributeValue]) {
    self.place = place
    self.values = values
  }
}

package struct LayerRow: Sendable {
  package var geometry: Geometry?
  package var values: [AttributeValue]
  /// The key of the row; nil for the next number.
  package var rowID: Int64?

  package init(geometry: Geometry?, values: [AttributeValue], rowID: Int64? = nil) {
    self.geometry = geometry
    self.values = values
    self.rowID = rowID
  }
}

/// Writes a table of features into a new GeoPackage, row by row, in bounded memory.
package final class FeatureLayerWriter {
  private let srsID: Int32
  private let draft: DatabaseDraft
  private let table: String
  private let fieldCount: Int
  private var extent: Envelope?
  private var hasZ: Set<Bool> = []
  private var hasM: Set<Bool> = []

  package init(
    _ path: String,
    table: String,
    geometryType: GeometryType?,
    fields: [AttributeField],
    srid: SRID?,
    replacing: Bool = false
  ) throws(StoreError) {
    let type = geometryType?.name ?? "GEOMETRY"
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
      ["\(idColumn) INTEGER PRIMARY KEY", "\(geometryColumn) \(type)"]
      + fields.map { field in
        "\(field.name.quotedIdentifier) \(field.content?.columnType ?? field.storage.rawValue)"
      }
    try draft.write { database in
      let metadata = GeoPackageMetadata(database: database, srsID: srsID)
      try metadata.create()
      try database.execute(
        sql: "CREATE TABLE \(table.quotedIdentifier) (\(columns.joined(separator: ", ")))"
      )
      try metadata.register(table, extent: nil, hasGeometry: true)
      try metadata.registerGeometry(table, column: geometryColumn, type: type, zUse: 0, mUse: 0)
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
        let message = "Two columns are named \(field.name), apart from case."
        problems.append(NetworkProblem(table: table, message: message))
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

  /// Adds points, whose geometries have no envelope, since it would repeat their coordinates.
  package func append(_ rows: [PointRow]) throws(StoreError) {
    try append(rows.map(\.values)) { GeometryBlob.encode(rows[$0].place, srsID: srsID) }
    for row in rows where row.place.isFinite { grow(by: Envelope(row.place)) }
  }

  package func append(_ rows: [LayerRow]) throws(StoreError) {
    try append(rows.map(\.values), keys: rows.map(\.rowID)) { number in
      rows[number].geometry.map {
        GeometryBlob.encode($0, envelope: $0.envelope, srsID: srsID)
      }
    }
    for geometry in rows.lazy.compactMap(\.geometry) {
      hasZ.insert(geometry.hasZ)
      hasM.insert(geometry.hasM)
      grow(by: geometry.envelope)
    }
  }

  private func append(
    _ rows: [[AttributeValue]],
    keys: [Int64?] = [],
    _ geometry: (_ row: Int) -> [UInt8]?
  ) throws(StoreError) {
    try draft.write { database in
      let statement = try database.insertStatement(table, count: fieldCount + 2)
      for (number, row) in rows.enumerated() {
        guard row.count == fieldCount else {
          let (values, fields) = (Words.count(row.count, "value"), Words.count(fieldCount, "field"))
          let message = "A row has \(values) for \(fields)."
          throw StoreError(.cannotWrite, path: draft.path, message: message)
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

  private func grow(by envelope: Envelope?) { extent = Envelope.combining([extent, envelope]) }

  /// Completes the file and moves it to its path.
  package func finish() throws(StoreError) {
    /// GeoPackage's code for Z or M: 0 no geometry has it, 1 all have, 2 some have.
    func use(_ has: Set<Bool>) -> Int { has.count == 2 ? 2 : has.contains(true) ? 1 : 0 }
    try draft.write { database in
      try database.execute(
        sql: "UPDATE gpkg_geometry_columns SET z = ?, m = ? WHERE table_name = ?",
        arguments: [use(hasZ), use(hasM), table]
      )
      if let extent { try GeoPackageMetadata.setExtent(extent, of: table, in: database) }
    }
    try draft.publish()
  }
}

internal import Foundation
internal import GRDB
public import GeoSnap

/// One row of a table of points.
public struct PointRow: Hashable, Sendable {
  /// Where the point is.
  public var place: Coordinate
  /// One value for each field of the table.
  public var values: [AttributeValue]

  /// Creates a row.
  public init(place: Coordinate, values: [AttributeValue]) {
    self.place = place
    self.values = values
  }
}

/// Writes a table of points into a new GeoPackage, rows as they come, in bounded memory.
///
/// The file holds that one table and no network. It appears under its name when ``finish()`` is
/// called; a writer that goes away before leaves nothing behind. There is no spatial index: QGIS
/// offers to make one.
public final class PointTableWriter {
  private let draft: DatabaseDraft
  private let table: String
  private let fieldCount: Int
  private let srsID: Int32
  private var extent: Envelope?

  /// Begins a file.
  ///
  /// The row number and the point stand in columns `fid` and `geom`, or `fid_1` and so on when a
  /// field has that name.
  ///
  /// - Parameters:
  ///   - path: Where to put the file; the folder must exist.
  ///   - table: The name of the table.
  ///   - fields: The columns besides.
  ///   - srid: The reference system; nil when undeclared.
  ///   - replacing: Whether a file that is there already is replaced.
  /// - Throws: ``StoreError`` with code `alreadyExists` or `cannotWrite`, or `badData` when two
  ///   fields have one name, compared without case, or a field has none.
  public init(
    _ path: String,
    table: String,
    fields: [AttributeField],
    srid: SRID?,
    replacing: Bool = false
  ) throws(StoreError) {
    try Self.check(fields, table, path)
    self.table = table
    fieldCount = fields.count
    srsID = srid ?? -1
    let taken = Set(fields.map { $0.name.lowercased() })
    let idColumn = Self.freeName("fid", taken)
    let geometryColumn = Self.freeName("geom", taken)
    draft = try DatabaseDraft(path, replacing: replacing)
    let columns =
      ["\(idColumn) INTEGER PRIMARY KEY", "\(geometryColumn) POINT"]
      + fields.map { "\($0.name.quotedIdentifier) \($0.storage.rawValue)" }
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
        type: "POINT",
        zUse: 0,
        mUse: 0
      )
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
          NetworkProblem(table: table, message: "Two columns are named \(field.name).")
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

  /// Adds rows.
  ///
  /// - Precondition: Each row has one value for each field.
  /// - Throws: ``StoreError`` with code `cannotWrite`, such as when the disk is full.
  public func append(_ rows: [PointRow]) throws(StoreError) {
    try draft.write { database in
      let statement = try database.insertStatement(table, count: fieldCount + 2)
      for row in rows {
        precondition(row.values.count == fieldCount, "A row needs one value for each field")
        var values: [DatabaseValue] = []
        values.reserveCapacity(fieldCount + 2)
        values.append(.null)
        values.append(Data(GeometryBlob.encode(row.place, srsID: srsID)).databaseValue)
        for value in row.values { values.append(value.databaseValue) }
        try statement.execute(arguments: StatementArguments(values))
      }
    }
    for row in rows where row.place.isFinite {
      let envelope = Envelope(row.place)
      extent = extent?.union(envelope) ?? envelope
    }
  }

  /// Completes the file and puts it in its place.
  ///
  /// - Precondition: It was not called before.
  /// - Throws: ``StoreError`` with code `alreadyExists` or `cannotWrite`.
  public func finish() throws(StoreError) {
    try draft.write { database in
      guard let extent else { return }
      try database.execute(
        sql: """
          UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ?
          """,
        arguments: [extent.minX, extent.minY, extent.maxX, extent.maxY, table]
      )
    }
    try draft.publish()
  }
}

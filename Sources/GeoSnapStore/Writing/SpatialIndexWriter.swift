internal import GRDB
internal import GeoSnap

/// Writes the R-tree extension of one geometry column, with the triggers that update it when other programs edit the
/// table.
struct SpatialIndexWriter {
  private let file: GeoPackageWriter
  private let table: String
  private let column: String

  init(_ file: GeoPackageWriter, table: String, column: String) {
    self.file = file
    self.table = table
    self.column = column
  }

  func write(_ boxes: PackedSpatialIndex) throws {
    let index = "rtree_\(table)_\(column)"
    try Self.make(index, boxes, in: file.database) { try file.note($0) }
    try file.insert(
      "gpkg_extensions",
      [
        table.databaseValue, column.databaseValue, "gpkg_rtree_index".databaseValue,
        "http://www.geopackage.org/spec120/#extension_rtree".databaseValue,
        "write-only".databaseValue,
      ]
    )
    for trigger in Triggers(index, table, column, "OBJECTID").all {
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
}

extension SpatialIndexWriter {
  /// The triggers as GeoPackage 1.3 prescribes them, with functions that GDAL and QGIS provide.
  struct Triggers {
    let index: String
    let table: String
    let column: String
    let key: String

    init(_ index: String, _ table: String, _ column: String, _ key: String) {
      self.index = index
      self.table = table
      self.column = column
      self.key = key
    }
  }
}

extension SpatialIndexWriter.Triggers {
  var all: [String] {
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
      trigger(
        "update1",
        "UPDATE OF \(c)",
        "OLD.\(key) = NEW.\(key) AND (\(isShape))",
        insertNew
      ),
      trigger(
        "update2",
        "UPDATE OF \(c)",
        "OLD.\(key) = NEW.\(key) AND (\(isNone))",
        deleteOld
      ),
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

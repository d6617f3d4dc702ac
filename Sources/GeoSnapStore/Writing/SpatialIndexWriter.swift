internal import GRDB
internal import GeoSnap

/// Writes the R-tree extension of one geometry column, with the triggers that keep it up to date
/// when other programs edit the table.
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
    try file.database.execute(
      sql: """
        CREATE VIRTUAL TABLE \(index.quotedIdentifier) USING rtree(id, minx, maxx, miny, maxy)
        """
    )
    try boxes.write(to: file.database, index) { try file.note($0) }
    try file.insert(
      "gpkg_extensions",
      [
        table.databaseValue, column.databaseValue, "gpkg_rtree_index".databaseValue,
        "http://www.geopackage.org/spec120/#extension_rtree".databaseValue,
        "write-only".databaseValue,
      ]
    )
    for trigger in triggers(index) { try file.database.execute(sql: trigger) }
  }

  /// The triggers as GeoPackage 1.3 prescribes them.
  ///
  /// They call functions that GDAL and QGIS bring.
  private func triggers(_ index: String) -> [String] {
    let t = table.quotedIdentifier
    let c = column.quotedIdentifier
    let r = index.quotedIdentifier
    let new = "NEW.\(c)"
    let insertNew = """
      INSERT OR REPLACE INTO \(r) VALUES (NEW.OBJECTID, ST_MinX(\(new)), ST_MaxX(\(new)), \
      ST_MinY(\(new)), ST_MaxY(\(new)));
      """
    let deleteOld = "DELETE FROM \(r) WHERE id = OLD.OBJECTID;"
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
        "OLD.OBJECTID = NEW.OBJECTID AND (\(isShape))",
        insertNew
      ),
      trigger(
        "update2",
        "UPDATE OF \(c)",
        "OLD.OBJECTID = NEW.OBJECTID AND (\(isNone))",
        deleteOld
      ),
      trigger(
        "update3",
        "UPDATE",
        "OLD.OBJECTID != NEW.OBJECTID AND (\(isShape))",
        deleteOld + " " + insertNew
      ),
      trigger(
        "update4",
        "UPDATE",
        "OLD.OBJECTID != NEW.OBJECTID AND (\(isNone))",
        "DELETE FROM \(r) WHERE id IN (OLD.OBJECTID, NEW.OBJECTID);"
      ),
      trigger("delete", "DELETE", "OLD.\(c) NOT NULL", deleteOld),
    ]
  }
}

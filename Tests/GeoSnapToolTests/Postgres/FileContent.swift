import GRDB

/// All rows of all tables of a GeoPackage, each with its table and how often it is there.
///
/// Left out: times of change, the order of the manifest and, when the file `isEdited`, extents and
/// types of layers, which in GeoPackage's own tables then suit rows that are gone.
func rows(ofFile path: String, isEdited: Bool = false) throws -> Set<String> {
  let edited = ["min_x", "min_y", "max_x", "max_y", "geometry_type_name", "z", "m"]
  let left = ["gpkg_contents": ["last_change"], "un_manifest": ["OBJECTID"]]
  func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
  return try DatabaseQueue(path: path).read { database in
    let names = try String.fetchAll(
      database,
      sql: """
        SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
        AND name NOT GLOB 'rtree_*_node' AND name NOT GLOB 'rtree_*_rowid' AND name NOT GLOB 'rtree_*_parent'
        """
    )
    return try names.reduce(into: []) { rows, name in
      let isOfLayers = isEdited && name.hasPrefix("gpkg_")
      let columns = try String.fetchAll(
        database,
        sql: "SELECT name FROM pragma_table_info(?)",
        arguments: [name]
      )
      .filter { left[name]?.contains($0) != true && !(isOfLayers && edited.contains($0)) }
      .map { "'\($0.replacing("'", with: "''"))=' || quote(\(quoted($0)))" }
      let row = columns.joined(separator: " || '|' || ")
      let sql =
        "SELECT count(*) || ' ' || \(row) FROM \(quoted(name)) GROUP BY \(row)"
      rows.formUnion(try String.fetchAll(database, sql: sql).map { "\(name) \($0)" })
      rows.insert(name)
    }
  }
}

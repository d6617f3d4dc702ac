internal import Foundation
internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  /// Compares the tables with the manifest.
  mutating func checkManifest(sources: [NetworkSource]) throws {
    guard let table = try profileTable(Profile.manifest) else { return }
    let cursor = try rows(of: table, columns: ["TABLENAME", "ROWCOUNT", "COLUMNS"])
    var counts: [(table: String, rows: Int64)] = []
    var listed: Set<String> = []
    rowCounts[Profile.manifest] = 0
    while let row = try cursor.next() {
      rowCounts[Profile.manifest, default: 0] += 1
      let id = row.integer(0).map { "\($0)" } ?? "?"
      func cell(_ column: String) -> ProblemList.Cell {
        ProblemList.Cell(table: Profile.manifest, row: id, column: column, code: .unreadableRow)
      }
      let known = problems.problems.count
      let name = problems.text(row.value(1), cell("TABLENAME"))
      let count = problems.integer(row.value(2), cell("ROWCOUNT"))
      let columns = problems.optionalText(row.value(3), cell("COLUMNS"))
      if problems.problems.count > known, brokenRows != .refused {
        problems.setAside.addOthers()
        if let name { listed.insert(name.lowercased()) }
        continue
      }
      guard let name, let count else { continue }
      listed.insert(name.lowercased())
      counts.append((name, count))
      if let columns { try checkColumns(of: name, columns, id) }
    }
    for (name, count) in counts { checkCount(of: name, count) }
    let required = sources.map(\.name) + [Profile.definition, Profile.rules, Profile.associations]
    for name in required where !listed.contains(name.lowercased()) {
      remark(Profile.manifest, nil, "The row for table \(name) is missing.")
    }
  }

  private mutating func checkCount(of table: String, _ count: Int64) {
    if let message = problems.leftAlone[table.lowercased()], schema.kind(of: table) != nil {
      // It is already in the notes.
      if brokenRows == .refused { problems.report(table, nil, message) }
      return
    }
    guard let rows = rowCounts[table.lowercased()] else {
      // Without a definition, tables of objects are not searched. A missing table was reported under its own name.
      let isPassedOver = rowCounts[Profile.definition] == nil && schema.kind(of: table) == .table
      if !isPassedOver,
        !problems.problems.contains(where: { $0.table.lowercased() == table.lowercased() })
      {
        // A missing source was reported, so the network does not need this table.
        let isThere = schema.kind(of: table) != nil
        remark(
          table,
          nil,
          "un_manifest lists this table, but \(isThere ? "gpkg_contents does not" : "it is gone"). "
            + "\(isThere ? "List it there, or delete" : "If it was deleted on purpose, delete") its row "
            + "of un_manifest: DELETE FROM un_manifest WHERE TABLENAME = \(table.quotedText)"
        )
      }
      return
    }
    if rows < count {
      remark(
        table,
        nil,
        "The table has \(rows) rows; un_manifest says that it had \(count). If rows were deleted on purpose, "
          + "correct it: UPDATE un_manifest SET ROWCOUNT = \(rows) WHERE TABLENAME = \(table.quotedText)"
      )
    }
  }

  /// Reports a mismatch with the manifest; it is a note unless broken rows are refused.
  private mutating func remark(_ table: String, _ row: String?, _ message: String) {
    guard brokenRows == .refused else { return problems.note(table, row: row, message) }
    problems.report(table, row, message)
  }

  private mutating func checkColumns(of table: String, _ columns: String, _ row: String) throws {
    guard let names = try? JSONDecoder().decode([String].self, from: Data(columns.utf8)) else {
      return remark(Profile.manifest, row, "COLUMNS is not a JSON list of names.")
    }
    guard let declared = try schema.table(table), problems.leftAlone[table.lowercased()] == nil
    else { return }
    let known = Set(names.map { $0.lowercased() })
    for name in names where declared.column(name) == nil {
      // Another program may have renamed key and geometry.
      let renamed =
        Self.keyNames.contains(name.lowercased())
        ? declared.primaryKey
        : Self.geometryNames.contains(name.lowercased()) ? geometryColumns[table.lowercased()] : nil
      if let renamed, !known.contains(renamed.lowercased()) { continue }
      if !problems.problems.contains(where: {
        $0.table == table && $0.message == "Column \(name) is missing."
      }) {
        problems.reportMissing(table, "Column \(name) is missing.")
      }
    }
  }

  /// The usual names of the primary key and the geometry column.
  private static let keyNames: Set<String> = ["objectid", "fid", "ogc_fid", "gid", "id", "pk"]
  private static let geometryNames: Set<String> = [
    "shape", "geom", "geometry", "the_geom", "wkb_geometry",
  ]

  /// Notes incomplete spatial indexes, since other programs rely on registered ones.
  mutating func checkSpatialIndexes() throws {
    let indexes = schema.virtualTables.filter { $0.lowercased().hasPrefix("rtree_") }
    for index in indexes {
      for part in ["node", "rowid", "parent"] where schema.kind(of: "\(index)_\(part)") == nil {
        remark(index, nil, "The spatial index lacks its table \(index)_\(part), so it is not used.")
      }
    }
    let extensions = "gpkg_extensions"
    guard schema.kind(of: extensions) != nil else {
      if !indexes.isEmpty {
        remark(extensions, nil, "The table is missing, though there are spatial indexes.")
      }
      return
    }
    let rows = try requiredRows(
      of: extensions,
      columns: ["table_name", "column_name", "extension_name", "definition", "scope"],
      sql: """
        SELECT table_name, column_name FROM gpkg_extensions
        WHERE extension_name = 'gpkg_rtree_index'
        """
    )
    while let row = try rows?.next() {
      let index = "rtree_\(row.text(0) ?? "")_\(row.text(1) ?? "")"
      if schema.kind(of: index) != .virtualTable {
        remark(index, nil, "gpkg_extensions lists this spatial index, but it is missing.")
      }
    }
  }
}

extension String {
  fileprivate var quotedText: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}

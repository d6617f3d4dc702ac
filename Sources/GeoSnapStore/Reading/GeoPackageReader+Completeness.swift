internal import Foundation
internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  /// Compares what was read with what the manifest says there must be.
  ///
  /// More is fine: rows may have been added with other programs. Less is an error only where broken rows are
  /// refused: who deleted rows with other programs gets the others.
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
        ProblemList.Cell(
          table: Profile.manifest,
          row: id,
          column: column,
          code: .unreadableRow
        )
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
    guard let rows = rowCounts[table.lowercased()] else {
      // Without a definition nobody looks for the tables of objects; what was looked for in vain
      // has been reported under its own name.
      let isPassedOver = rowCounts[Profile.definition] == nil && schema.kind(of: table) == .table
      if !isPassedOver,
        !problems.problems.contains(where: { $0.table.lowercased() == table.lowercased() })
      {
        problems.reportMissing(
          table,
          "un_manifest lists this table, but it is missing or no longer registered."
        )
      }
      return
    }
    if rows < count {
      remark(table, nil, "The table has \(rows) rows; un_manifest says that it had \(count).")
    }
  }

  /// Reports what the manifest says in vain; a note unless broken rows are refused.
  private mutating func remark(_ table: String, _ row: String?, _ message: String) {
    if brokenRows == .refused {
      problems.report(table, row, message)
    } else {
      problems.note(table, row: row, message)
    }
  }

  private mutating func checkColumns(of table: String, _ columns: String, _ row: String) throws {
    guard let names = try? JSONDecoder().decode([String].self, from: Data(columns.utf8)) else {
      return remark(Profile.manifest, row, "COLUMNS is no JSON list of names.")
    }
    guard let declared = try schema.table(table) else { return }
    for name in names where declared.column(name) == nil {
      if !problems.problems.contains(where: {
        $0.table == table && $0.message == "Column \(name) is missing."
      }) {
        problems.reportMissing(table, "Column \(name) is missing.")
      }
    }
  }

  /// Checks that spatial indexes are whole: other programs rely on what is registered.
  mutating func checkSpatialIndexes() throws {
    let indexes = schema.virtualTables.filter { $0.lowercased().hasPrefix("rtree_") }
    for index in indexes {
      for part in ["node", "rowid", "parent"] where schema.kind(of: "\(index)_\(part)") == nil {
        problems.report(index, nil, "The spatial index lacks its table \(index)_\(part).")
      }
    }
    let extensions = "gpkg_extensions"
    guard schema.kind(of: extensions) != nil else {
      if !indexes.isEmpty {
        problems.report(extensions, nil, "The table is missing, though there are spatial indexes.")
      }
      return
    }
    guard
      try requiredTable(
        extensions,
        columns: ["table_name", "column_name", "extension_name", "definition", "scope"]
      ) != nil
    else { return }
    let cursor = try Row.fetchCursor(
      database,
      sql: """
        SELECT table_name, column_name FROM gpkg_extensions
        WHERE extension_name = 'gpkg_rtree_index'
        """
    )
    while let row = try cursor.next() {
      let index = "rtree_\(row.text(0) ?? "")_\(row.text(1) ?? "")"
      if schema.kind(of: index) != .virtualTable {
        problems.report(index, nil, "gpkg_extensions lists this spatial index, but it is missing.")
      }
    }
  }
}

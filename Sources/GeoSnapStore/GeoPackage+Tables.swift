internal import GRDB
package import GeoSnap
internal import GeoSnapSupport

extension GeoPackage {
  /// Reads one table of any GeoPackage, network or not: all rows, with all columns as fields.
  ///
  /// `gpkg_contents` must list the table as features or attributes. The rows are in the order of their ids, and
  /// belong to no network source; a table without geometry has no geometry type. The file is only read; its triggers
  /// and views do not run.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen` when there is no readable SQLite database, else `badData` with
  ///   one problem for each error, for example that the table does not exist.
  /// - Complexity: Linear in the size of the table, after a check of the whole file.
  package static func readTable(
    _ name: String,
    of path: String
  ) throws(StoreError) -> ForeignTable {
    try ForeignTables(path).read(name)
  }
}

/// A table of any GeoPackage or database, network or not.
package struct ForeignTable: Sendable {
  /// The rows, with all columns as fields.
  package let table: FeatureTable
  /// The EPSG code of their geometries; nil when undeclared.
  package let srid: SRID?
  /// Why ``srid`` is nil though a reference system is declared, such as that it has no EPSG code.
  package var systemProblem: String?
  /// Remarks, such as that curves became lines.
  package var notes: [String] = []
  /// The rows whose geometry cannot be read, if the reader kept them without it.
  package var unreadable: [NetworkProblem] = []

  package init(table: FeatureTable, srid: SRID?) {
    self.table = table
    self.srid = srid
  }
}

/// The tables of any GeoPackage, network or not, which is opened and checked once for all of them.
package final class ForeignTables: Sendable {
  private let file: DatabaseFile
  private let isChecked = Locked(false)

  /// Opens a file.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen` when there is no readable SQLite database, or `badData` when it
  ///   is shorter than its header says.
  package init(_ path: String) throws(StoreError) { file = try DatabaseFile(path) }

  /// The names of the feature tables, sorted, and whether the file has a network.
  ///
  /// - Complexity: Linear in the number of tables.
  package func list() throws(StoreError) -> (tables: [String], isNetwork: Bool) {
    try file.read { database in
      let reader = try GeoPackageReader(database, isChecked: true)
      guard reader.schema.kind(of: "gpkg_contents") == .table else { return ([], false) }
      return (
        try reader.listedTables(["features"]), reader.schema.kind(of: Profile.definition) != nil
      )
    }
  }

  /// Reads one table as ``GeoPackage/readTable(_:of:)`` does.
  ///
  /// - Throws: ``StoreError`` with one problem for each error.
  /// - Complexity: Linear in the size of the table; the first call also checks the whole file.
  package func read(
    _ name: String
  ) throws(StoreError) -> ForeignTable {
    try read(name, brokenRows: .refused)
  }

  /// Reads one table; with `brokenRows` tolerated, rows that cannot be read lose their wrong values.
  package func read(
    _ name: String,
    brokenRows: BrokenRows
  ) throws(StoreError) -> ForeignTable {
    try file.read { database in
      // Concurrent readers may check it too.
      var reader = try GeoPackageReader(
        database,
        brokenRows: brokenRows,
        isChecked: isChecked.withLock { $0 }
      )
      isChecked.withLock { $0 = true }
      return try reader.readForeignTable(name)
    }
  }
}

extension GeoPackageReader {
  /// Reads a table that need not follow the profile, with all its columns.
  fileprivate mutating func readForeignTable(_ name: String) throws -> ForeignTable {
    let layers = try readLayers(named: name)
    let lowercased = name.lowercased()
    guard let layer = layers.layers.first(where: { $0.name.lowercased() == lowercased }) else {
      if problems.problems.isEmpty {
        let known = try knownLayers()
        problems.reportMissing(
          name,
          "gpkg_contents does not list this table; it lists \(Words.list(known, "and", limit: 10))."
        )
      }
      throw NetworkError(problems.problems)
    }
    let table = try readTable(layer, source: nil, takesAllColumns: true)
    let fatal = problems.problems.filter { brokenRows == .refused || $0.row == nil }
    guard let table, fatal.isEmpty else { throw NetworkError(problems.problems) }
    problems.tellArcs()
    var found = ForeignTable(table: table, srid: layer.srid)
    found.systemProblem = layer.systemProblem.map { "table \(layer.name): \($0)" }
    found.notes = problems.notes.map { "table \($0.table): \($0.message)" }
    if let column = layer.geometryColumn {
      found.unreadable = problems.problems.filter { $0.column == column }
    }
    return found
  }

  private func knownLayers() throws -> [String] {
    let names = try listedTables(["features", "attributes"])
    return names.isEmpty ? ["none"] : names
  }

  /// The names of the tables of given types in `gpkg_contents`, sorted.
  func listedTables(_ types: [String]) throws -> [String] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT table_name FROM gpkg_contents
        WHERE data_type IN (\(types.map { "'\($0)'" }.joined(separator: ", ")))
        """
    )
    var names: [String] = []
    while let row = try rows.next() {
      if let name = row.text(0) { names.append(name) }
    }
    return names.sorted()
  }

  /// The problem of a GeoPackage that has feature tables but no network; nil for any other file.
  func foreignFile() throws -> NetworkProblem? {
    let own = [Profile.definition, Profile.associations, Profile.rules, Profile.manifest]
    guard own.allSatisfy({ schema.kind(of: $0) == nil }),
      schema.kind(of: "gpkg_contents") == .table,
      try schema.table("gpkg_contents")?.column("data_type") != nil
    else { return nil }
    let tables = try listedTables(["features"])
    if tables.isEmpty { return nil }
    return NetworkProblem(
      table: Profile.definition,
      message:
        "The table is missing: this GeoPackage is not a GeoSnap network. To make a network of its feature "
        + "\(tables.count == 1 ? "table" : "tables") \(Words.list(tables, "and", limit: 10)), name "
        + "\(tables.count == 1 ? "it" : "them") in a mapping: geosnap import gis MAPPING.json NETWORK.gpkg"
    )
  }
}

internal import GRDB
package import GeoSnap
internal import GeoSnapSupport

extension GeoPackage {
  /// Reads one table of any GeoPackage, network or not: all rows, with all columns as fields.
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

  package init(_ path: String) throws(StoreError) { file = try DatabaseFile(path) }

  package func list() throws(StoreError) -> (tables: [String], isNetwork: Bool) {
    try file.read { database in
      let reader = try GeoPackageReader(database, isChecked: true)
      guard reader.schema.kind(of: "gpkg_contents") == .table else { return ([], false) }
      return (
        try reader.listedTables(["features"]), reader.schema.kind(of: Profile.definition) != nil
      )
    }
  }

  package func read(
    _ name: String,
    brokenRows: BrokenRows = .refused
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
  fileprivate mutating func readForeignTable(_ name: String) throws -> ForeignTable {
    let layers = try readLayers(named: name)
    let lowercased = name.lowercased()
    guard let layer = layers.layers.first(where: { $0.name.lowercased() == lowercased }) else {
      if problems.problems.isEmpty {
        let known = try knownLayers()
        let message =
          "gpkg_contents does not list this table; it lists \(Words.list(known, "and", limit: 10))."
        problems.reportMissing(name, message)
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
        "The table is missing: this GeoPackage is not a GeoSnap network. To import its feature "
        + "\(tables.count == 1 ? "table" : "tables") \(Words.list(tables, "and", limit: 10)), name "
        + "\(tables.count == 1 ? "it" : "them") in a mapping (see Documentation/Import-GIS.md): "
        + "geosnap import gis MAPPING.json NETWORK.gpkg"
    )
  }
}

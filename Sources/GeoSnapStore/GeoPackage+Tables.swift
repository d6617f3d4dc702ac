internal import GRDB
public import GeoSnap

extension GeoPackage {
  /// Reads one table of any GeoPackage, network or not: all its rows, all its columns as fields.
  ///
  /// The rows come in the order of their ids, and belong to no network source. The file is only
  /// read: neither triggers nor views in it run.
  ///
  /// - Parameters:
  ///   - name: The name of a table that `gpkg_contents` lists as features or attributes.
  ///   - path: The file.
  /// - Returns: The rows, with the EPSG code of their geometries; nil when undeclared. A table
  ///   without geometry has no type of geometry.
  /// - Throws: ``StoreError`` with code `cannotOpen` when there is no readable SQLite database,
  ///   else `badData` with one problem for each thing that is wrong, such as that there is no such
  ///   table.
  /// - Complexity: Linear in the size of the table, after a check of the whole file.
  public static func readTable(
    _ name: String,
    of path: String
  ) throws(StoreError) -> (table: FeatureTable, srid: SRID?) {
    let file = try DatabaseFile(path)
    return try file.read { database in
      var reader = try GeoPackageReader(database)
      return try reader.readForeignTable(name)
    }
  }
}

extension GeoPackageReader {
  /// A table that need not be of the profile, with all its columns.
  fileprivate mutating func readForeignTable(
    _ name: String
  ) throws -> (table: FeatureTable, srid: SRID?) {
    let layers = try readLayers(named: name)
    let lowercased = name.lowercased()
    guard let layer = layers.layers.first(where: { $0.name.lowercased() == lowercased }) else {
      if problems.problems.isEmpty {
        let known = try knownLayers()
        problems.reportMissing(
          name,
          "gpkg_contents lists no such table; it has \(known.joined(separator: ", "))."
        )
      }
      throw NetworkError(problems.problems)
    }
    let table = try readTable(layer, source: nil, takesAllColumns: true)
    guard let table, problems.problems.isEmpty else { throw NetworkError(problems.problems) }
    return (table, layer.srid)
  }

  private func knownLayers() throws -> [String] {
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT table_name FROM gpkg_contents WHERE data_type IN ('features', 'attributes')"
    )
    var names: [String] = []
    while let row = try rows.next() {
      if let name = row.text(0) { names.append(name) }
    }
    return names.isEmpty ? ["none"] : names.sorted()
  }
}

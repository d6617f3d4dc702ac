internal import Foundation
internal import GRDB
internal import GeoSnap

/// Fills an empty database with a network.
struct GeoPackageWriter {
  let database: Database
  let content: GeoPackageContent

  /// The time that every table is said to have changed: the same network gives the same file.
  private static let lastChange = "2000-01-01T00:00:00.000Z"

  func write() throws {
    try createMetadata()
    for table in content.tables { try FeatureTableWriter(self, table).write() }
    try writeDefinition()
    try writeRules()
    try writeAssociations()
    try writeImports()
    try writeManifest()
  }

  // MARK: GeoPackage's own tables

  private func createMetadata() throws {
    try database.execute(
      sql: """
        PRAGMA application_id = \(Profile.applicationID);
        PRAGMA user_version = \(Profile.userVersion);
        CREATE TABLE gpkg_spatial_ref_sys (
          srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
          organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
        CREATE TABLE gpkg_contents (
          table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
          description TEXT DEFAULT '',
          last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
          min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
          CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
        CREATE TABLE gpkg_geometry_columns (
          table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
          srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
          CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
          CONSTRAINT uk_gc_table_name UNIQUE (table_name),
          CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
          CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
        CREATE TABLE gpkg_extensions (
          table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL,
          definition TEXT NOT NULL, scope TEXT NOT NULL,
          CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
        """
    )
    var references = SpatialReference.required
    if !references.contains(where: { $0.srsID == content.srsID }) {
      references.append(.epsg(content.srsID))
    }
    for reference in references {
      try insert(
        "gpkg_spatial_ref_sys",
        [
          reference.name.databaseValue, reference.srsID.databaseValue,
          reference.organization.databaseValue, reference.code.databaseValue,
          reference.definition.databaseValue, .null,
        ]
      )
    }
  }

  func insert(_ table: String, _ values: [DatabaseValue]) throws {
    let statement = try insertStatement(table, count: values.count)
    try statement.execute(arguments: StatementArguments(values))
  }

  func insertStatement(_ table: String, count: Int) throws -> Statement {
    let marks = Array(repeating: "?", count: count).joined(separator: ", ")
    return try database.cachedStatement(
      sql: "INSERT INTO \(table.quotedIdentifier) VALUES (\(marks))"
    )
  }

  /// Lists a table among the contents, which is how other programs find it.
  func register(_ table: String, extent: Envelope?, hasGeometry: Bool) throws {
    let sides = extent.map { [$0.minX, $0.minY, $0.maxX, $0.maxY].map(\.databaseValue) }
    try insert(
      "gpkg_contents",
      [
        table.databaseValue, (hasGeometry ? "features" : "attributes").databaseValue,
        table.databaseValue, "".databaseValue, Self.lastChange.databaseValue,
      ] + (sides ?? Array(repeating: .null, count: 4))
        + [hasGeometry ? content.srsID.databaseValue : .null]
    )
  }

  // MARK: The profile's tables

  private func create(_ table: String) throws {
    let columns = Profile.columns(of: table).map { "\"\($0.name)\" \($0.type)" }
    try database.execute(
      sql: """
        CREATE TABLE \(table.quotedIdentifier) (
          OBJECTID INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")))
        """
    )
    try register(table, extent: nil, hasGeometry: false)
  }

  private func writeDefinition() throws {
    try create(Profile.definition)
    try insert(Profile.definition, [1.databaseValue, content.definition.databaseValue])
  }

  private func writeRules() throws {
    try create(Profile.rules)
    for (row, rule) in content.rules.enumerated() {
      var values = [
        (row + 1).databaseValue, rule.id.databaseValue, rule.kind.rawValue.databaseValue,
      ]
      for side in [rule.from, rule.to, rule.via] {
        values += [
          side?.assetType.sourceID, side?.assetType.assetGroup, side?.assetType.assetType,
          side?.terminalID,
        ].map { $0?.databaseValue ?? .null }
      }
      try insert(Profile.rules, values + [rule.origin?.databaseValue ?? .null])
    }
  }

  private func writeAssociations() throws {
    try create(Profile.associations)
    for (row, association) in content.associations.enumerated() {
      var values = [(row + 1).databaseValue]
      for end in [association.from, association.to] {
        values += [
          end.sourceID.databaseValue, end.globalID.description.databaseValue,
          end.terminalID?.databaseValue ?? .null,
        ]
      }
      values += [
        association.kind.rawValue.databaseValue,
        (association.isContentVisible ? 1 : 0).databaseValue,
        association.fractionAlongEdge?.databaseValue ?? .null,
        association.globalID.description.databaseValue, 0.databaseValue,
        association.origin?.databaseValue ?? .null,
      ]
      try insert(Profile.associations, values)
    }
  }

  private func writeImports() throws {
    try create(Profile.imports)
    for (row, record) in content.imports.enumerated() {
      try insert(
        Profile.imports,
        [
          (row + 1).databaseValue, record.network.databaseValue, record.table.databaseValue,
          record.rows.databaseValue, (record.isImported ? 1 : 0).databaseValue,
          record.note?.databaseValue ?? .null,
        ]
      )
    }
  }

  private func writeManifest() throws {
    try create(Profile.manifest)
    let others = [
      (Profile.definition, 1), (Profile.rules, content.rules.count),
      (Profile.associations, content.associations.count),
      (Profile.imports, content.imports.count),
      (Profile.manifest, content.tables.count + 5),
    ]
    let counts =
      content.tables.map { ($0.name, $0.count, FeatureTableWriter.columns(of: $0).map(\.name)) }
      + others.map { name, count in
        (name, count, ["OBJECTID"] + Profile.columns(of: name).map(\.name))
      }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    for (row, (table, count, columns)) in counts.enumerated() {
      let columns = String(decoding: try encoder.encode(columns), as: UTF8.self)
      try insert(
        Profile.manifest,
        [
          (row + 1).databaseValue, table.databaseValue, count.databaseValue,
          columns.databaseValue,
        ]
      )
    }
  }
}

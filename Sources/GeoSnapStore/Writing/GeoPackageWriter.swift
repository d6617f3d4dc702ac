internal import Foundation
internal import GRDB
internal import GeoSnap

/// Fills an empty database with a network.
struct GeoPackageWriter {
  let database: Database
  let content: GeoPackageContent
  /// The row ids that a copy keeps; nil for new ones.
  let keys: RowKeys?
  let monitor: RowMonitor?

  init(
    database: Database,
    content: GeoPackageContent,
    keys: RowKeys? = nil,
    monitor: RowMonitor? = nil
  ) {
    self.database = database
    self.content = content
    self.keys = keys
    self.monitor = monitor
    let rows = content.tables.reduce(0) { $0 + $1.count * ($1.geometryType == nil ? 1 : 2) }
    monitor?.expect(rows + content.associations.count)
  }

  /// The number of rows between two reports to the monitor.
  private static let rowsBetweenNotes = 1 << 10

  /// Records that another row of a table was written, the one with number `count`.
  func note(_ count: Int) throws {
    if count.isMultiple(of: Self.rowsBetweenNotes) { try monitor?.note(Self.rowsBetweenNotes) }
  }

  var metadata: GeoPackageMetadata {
    GeoPackageMetadata(database: database, srsID: content.srsID)
  }

  func write() throws {
    try metadata.create()
    for table in content.tables { try FeatureTableWriter(self, table).write() }
    try writeDefinition()
    try writeRules()
    try writeAssociations()
    try writeImports()
    try writeTraceConfigurations()
    try writeManifest()
    for (table, description) in keys?.descriptions ?? [:] {
      try database.execute(
        sql: "UPDATE gpkg_contents SET description = ? WHERE lower(table_name) = ?",
        arguments: [description, table]
      )
    }
  }

  func insert(_ table: String, _ values: [DatabaseValue]) throws {
    try database.insert(table, values)
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
    try metadata.register(table, extent: nil, hasGeometry: false)
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
      let key = keys?.associations[row] ?? Int64(row + 1)
      let cells = association.cells(status: keys?.statuses[row] ?? 0)
      try insert(Profile.associations, [key.databaseValue] + cells)
      try note(row + 1)
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

  private func writeTraceConfigurations() throws {
    guard !content.traceConfigurations.isEmpty else { return }
    let table = TraceConfigurationTable(database: database)
    try table.create()
    for (row, saved) in content.traceConfigurations.enumerated() {
      try table.insert(saved, key: keys?.traceConfigurations[row])
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

extension GeoSnap.Association {
  /// The cells of its row, in the order of the profile's columns.
  func cells(status: Int64) -> [DatabaseValue] {
    [from, to].flatMap { end in
      [
        end.sourceID.databaseValue, end.globalID.description.databaseValue,
        end.terminalID?.databaseValue ?? .null,
      ]
    } + [
      kind.rawValue.databaseValue, (isContentVisible ? 1 : 0).databaseValue,
      fractionAlongEdge?.databaseValue ?? .null, globalID.description.databaseValue,
      status.databaseValue, origin?.databaseValue ?? .null,
    ]
  }
}

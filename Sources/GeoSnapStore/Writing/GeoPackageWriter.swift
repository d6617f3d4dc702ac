internal import Foundation
internal import GRDB
package import GeoSnap

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
    (self.database, self.content) = (database, content)
    (self.keys, self.monitor) = (keys, monitor)
    let rows = content.tables.reduce(0) { $0 + $1.count * ($1.geometryType == nil ? 1 : 2) }
    monitor?.expect(rows + content.associations.count)
  }

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

  func insert(_ table: String, _ values: [(any DatabaseValueConvertible)?]) throws {
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
    try insert(Profile.definition, [1, content.definition])
  }

  private func writeRules() throws {
    try create(Profile.rules)
    for (row, rule) in content.rules.enumerated() {
      var values: [(any DatabaseValueConvertible)?] = [row + 1, rule.id, rule.kind.rawValue]
      for side in [rule.from, rule.to, rule.via] {
        let type = side?.assetType
        values += [type?.sourceID, type?.assetGroup, type?.assetType, side?.terminalID]
      }
      try insert(Profile.rules, values + [rule.origin])
    }
  }

  private func writeAssociations() throws {
    try create(Profile.associations)
    for (row, association) in content.associations.enumerated() {
      let key = keys?.associations[row] ?? Int64(row + 1)
      let cells = association.cells(status: keys?.statuses[row] ?? 0)
      try insert(Profile.associations, [key] + cells)
      try note(row + 1)
    }
  }

  private func writeImports() throws {
    try create(Profile.imports)
    for (row, record) in content.imports.enumerated() {
      let flag = record.isImported ? 1 : 0
      let values: [(any DatabaseValueConvertible)?] = [
        row + 1, record.network, record.table, record.rows, flag, record.note,
      ]
      try insert(Profile.imports, values)
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
      try insert(Profile.manifest, [row + 1, table, count, columns])
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

/// A network in the form that a file stores, checked against the limits of the format.
package struct GeoPackageContent {
  package let srsID: Int32
  package let tables: [FeatureTable]
  package let associations: AssociationColumn
  package let rules: [NetworkRule]
  package let definition: String
  package let imports: [ImportRecord]
  package let traceConfigurations: [SavedTraceConfiguration]

  /// Prepares a network with its further data for a place; throws ``StoreError`` with the content that the format
  /// cannot hold, and other problems.
  package init(
    _ stored: StoredNetwork,
    for path: String,
    besides others: [NetworkProblem] = []
  ) throws(StoreError) {
    let network = stored.network
    var check = FormatCheck(network: network)
    check.visitAll(imports: stored.imports)
    srsID = network.srid ?? -1
    tables = Self.withTablesForAllSources(network)
    associations = network.associations
    rules = network.rules
    definition = check.encodedDefinition()
    imports = stored.imports
    traceConfigurations = stored.traceConfigurations
    let problems = check.problems + others
    guard problems.isEmpty else { throw StoreError(path: path, problems: problems) }
  }

  /// The tables, with an empty one for each source without a table: a file holds them all, so a missing table is
  /// known to be lost.
  private static func withTablesForAllSources(_ network: UtilityNetwork) -> [FeatureTable] {
    let sources = network.definition.sources.map { source in
      network.table(sourceID: source.sourceID).map { network.tables[$0] }
        ?? FeatureTable(
          name: source.name,
          sourceID: source.sourceID,
          geometryType: source.usage.geometryType
        )
    }
    return sources + network.tables.filter { $0.sourceID == nil }
  }
}

/// Finds content of a consistent network that a file cannot hold.
struct FormatCheck: ProblemCollector {
  let network: UtilityNetwork
  package var problems: [NetworkProblem] = []

  init(network: UtilityNetwork) { self.network = network }

  mutating func visitAll(imports: [ImportRecord]) {
    let sourceNames = Dictionary(
      network.definition.sources.map { ($0.sourceID, $0.name) },
      uniquingKeysWith: { $1 }
    )
    for source in network.definition.sources { visitName(source.name) }
    for table in network.tables {
      if let sourceID = table.sourceID {
        let name = sourceNames[sourceID] ?? ""
        if name.lowercased() != table.name.lowercased() {
          report(table.name, nil, "The table of source \(name) must have the same name.")
        }
      } else {
        visitName(table.name)
        visitPlain(table, sourceNames: Set(sourceNames.values.map { $0.lowercased() }))
      }
      visitFields(table)
      visitRows(table)
    }
    for association in network.associations {
      visit(association.origin, "ORIGIN", Profile.associations, "\(association.globalID)")
    }
    for rule in network.rules { visit(rule.origin, "ORIGIN", Profile.rules, "\(rule.id)") }
    for (row, record) in imports.enumerated() {
      for text in [record.network, record.table, record.note] {
        visit(text, "text", Profile.imports, "\(row + 1)")
      }
    }
  }

  mutating func encodedDefinition() -> String {
    do {
      return try sortedJSON(network.definition)
    } catch {
      report(Profile.definition, nil, "The definition cannot be written as JSON: \(error)")
      return ""
    }
  }

  private mutating func visitName(_ name: String) {
    let lowercased = name.lowercased()
    if name.isEmpty || name.utf8.contains(0) {
      report(name, nil, "A table needs a name, without NUL characters.")
    } else if let prefix = Profile.reservedPrefixes.first(where: { lowercased.hasPrefix($0) }) {
      report(name, nil, "Names that begin with \(prefix) are reserved.")
    }
  }

  private mutating func visitPlain(_ table: FeatureTable, sourceNames: Set<String>) {
    if table.geometryType == nil {
      report(table.name, nil, "A plain table needs a type of geometry.")
    }
    if sourceNames.contains(table.name.lowercased()) {
      report(table.name, nil, "A network source has this name already.")
    }
    for row in 0..<table.count where table.assetGroups[row] != 0 || table.assetTypes[row] != 0 {
      report(
        table.name,
        "\(table.rowIDs[row])",
        "A row of a plain table cannot have an asset group or asset type."
      )
    }
  }

  private mutating func visitFields(_ table: FeatureTable) {
    var names = Set(Profile.featureColumns(isPlain: table.sourceID == nil))
    for field in table.fields {
      if field.name.isEmpty || field.name.utf8.contains(0) {
        report(table.name, nil, "A field needs a name, without NUL characters.")
      } else if !names.insert(field.name.uppercased()).inserted {
        report(table.name, nil, "The field name \(field.name) is taken.")
      }
    }
  }

  /// Whether all rows can be stored, which is a faster check than finding the wrong row.
  private func areSound(_ table: FeatureTable) -> Bool {
    let ids = table.rowIDs
    guard network.srid != nil, ids.indices.dropFirst().allSatisfy({ ids[$0 - 1] < ids[$0] }),
      !table.origins.mayHoldNUL
    else { return false }
    return zip(table.fields, table.attributes).allSatisfy { $1.holdsOnly($0.storage) }
  }

  private mutating func visitRows(_ table: FeatureTable) {
    if areSound(table) { return }
    var ids: Set<Int64> = []
    for row in 0..<table.count {
      let name = "\(table.rowIDs[row])"
      if !ids.insert(table.rowIDs[row]).inserted {
        report(table.name, name, "OBJECTID is used twice.")
      }
      visit(table.origins[row], "ORIGIN", table.name, name)
      if network.srid == nil, let srid = table.geometries[row]?.srid {
        let message =
          "The geometry is in EPSG:\(srid), but the network declares no reference system."
        report(table.name, name, message)
      }
      for (field, values) in zip(table.fields, table.attributes) {
        visit(values[row], field, table.name, name)
      }
    }
  }

  private mutating func visit(_ text: String?, _ column: String, _ table: String, _ row: String) {
    if let text, text.utf8.contains(0) {
      report(table, row, "\(column) contains a NUL character.")
    }
  }

  private mutating func visit(
    _ value: AttributeValue,
    _ field: AttributeField,
    _ table: String,
    _ row: String
  ) {
    switch (value, field.storage) {
    case (.null, _), (.integer, .integer), (.blob, .blob): break
    case (.real(let number), .real):
      if number.isNaN { report(table, row, "\(field.name) is NaN, which SQLite cannot store.") }
    case (.text(let text), .text): visit(text, field.name, table, row)
    default:
      let message =
        "\(field.name) is declared \(field.storage.rawValue) but holds \(value.storageName)."
      report(table, row, message)
    }
  }
}

extension AttributeValue {
  var storageName: String {
    switch self {
    case .null: "nothing"
    case .integer: "an integer"
    case .real: "a real number"
    case .text: "a text"
    case .blob: "bytes"
    }
  }
}

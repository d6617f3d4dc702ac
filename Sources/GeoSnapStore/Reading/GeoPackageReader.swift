package import GRDB
package import GeoSnap

/// Reads a network from a database and lists all its problems.
package struct GeoPackageReader {
  let database: Database
  /// Helps to read; nil when there is no second thread.
  package let second: SecondConnection?
  package let schema: DatabaseSchema
  package var problems = ProblemList()
  let brokenRows: BrokenRows
  let extent: Envelope?
  /// The rectangle that read features reach into; nil for all.
  var reach: Envelope?
  /// The asset types that rows of associations state for their ends.
  var claims: [AssetTypeClaim] = []
  /// The number of rows that were read from each table, by lower-case name.
  var rowCounts: [String: Int] = [:]
  /// Whether the spatial indexes were already compared with the rows in this state of the file.
  package var indexesAreKnown = false
  /// Whether a spatial index lacks rows, and the number of compared rows.
  package var hasStaleIndex = false
  package var checkedRows = 0
  /// Whether the network's sources are known, so that other tables are not part of it.
  var hasDefinition = false
  /// The geometry columns, by the lower-case names of their tables.
  var geometryColumns: [String: String] = [:]
  /// The bytes of the file that remain for rows yet to be read.
  package var room: Int64

  let monitor: RowMonitor?

  /// Begins to read; `isChecked` when the caller runs ``checkPages(_:)``.
  package init(
    _ database: Database,
    _ second: SecondConnection? = nil,
    brokenRows: BrokenRows = .refused,
    extent: Envelope? = nil,
    isChecked: Bool = false,
    monitor: RowMonitor? = nil
  ) throws {
    (self.database, self.monitor, self.second) = (database, monitor, second)
    (self.brokenRows, self.extent) = (brokenRows, extent)
    if !isChecked {
      try extent == nil ? Self.checkPages(database) : Self.checkSmallTables(database)
    }
    schema = try DatabaseSchema(database)
    let pages = try Row.fetchOne(database, sql: "PRAGMA page_count")?.integer(0) ?? 0
    room = try Row.fetchOne(database, sql: "PRAGMA page_size")?.integer(0) ?? 0
    room *= pages
  }

  /// Makes SQLite check its pages; after damage, no other result is useful.
  package static func checkPages(_ database: Database) throws { try checkPages(database, of: nil) }

  /// Makes SQLite check the pages of the schema and of all tables except those of features and associations, which
  /// are read in part; their keys are checked to ascend instead.
  static func checkSmallTables(_ database: Database) throws {
    try checkPages(database, of: "sqlite_schema")
    let names = try String.fetchAll(
      database,
      sql: "SELECT name FROM sqlite_schema WHERE type = 'table'"
    ).filter { name in
      let name = name.lowercased()
      return name.hasPrefix("gpkg_")
        || (Profile.tables[name] != nil && name != Profile.associations.lowercased())
    }
    for name in names { try checkPages(database, of: name) }
  }

  private static func checkPages(_ database: Database, of table: String?) throws {
    var damage: [NetworkProblem] = []
    let argument = table.map { "(\($0.quotedIdentifier))" } ?? ""
    let rows = try Row.fetchCursor(database, sql: "PRAGMA quick_check\(argument)")
    while let row = try rows.next() {
      guard let message = row.text(0), message != "ok" else { continue }
      let sentence = "The database is damaged: \(message)."
      damage.append(NetworkProblem(table: "sqlite_schema", message: sentence))
      if message.hasPrefix("***") { break }
    }
    if !damage.isEmpty { throw NetworkError(damage) }
  }

  package mutating func read() throws -> StoredNetwork {
    try checkFormat()
    let definition = try readDefinition()
    hasDefinition = definition != nil
    if definition == nil, let foreign = try foreignFile() { throw NetworkError([foreign]) }
    let sourceNames = Set((definition?.sources ?? []).map { $0.name.lowercased() })
    let layers = try readLayers(sources: definition == nil ? nil : sourceNames)
    let tolerance = UtilityNetwork.coincidenceTolerance(of: definition, srid: layers.srid).xy
    // Twice the tolerance, since computed distances are rounded.
    reach = extent?.expanded(by: 2 * tolerance)
    for layer in layers.features { geometryColumns[layer.name.lowercased()] = layer.geometryColumn }
    try expectRows(of: layers.features.map(\.name))
    var tables: [FeatureTable] = []
    let sources = definition?.sources ?? []
    for source in sources {
      guard let layer = layers.layer(for: source, &problems) else { continue }
      if let table = try readTable(layer, source: source) { tables.append(table) }
    }
    for layer in layers.features where !sourceNames.contains(layer.name.lowercased()) {
      if let table = try readTable(layer, source: nil) { tables.append(table) }
    }
    var cut: [GeoSnap.Association] = []
    let associations =
      try extent == nil ? readAssociations() : readAssociations(ofExtract: &tables, cut: &cut)
    if brokenRows == .tolerated {
      checkClaims(tables, sources)
      noteMissingColumns(definition, tables)
    }
    let rules = try readRules()
    let imports = try readImports()
    let traceConfigurations = try readTraceConfigurations().map(\.value)
    let checkout = try readCheckout()
    if extent == nil { try checkManifest(sources: sources) }
    try checkSpatialIndexes()
    if brokenRows == .tolerated { try checkDerivedData(of: layers.features) }
    problems.tellArcs()
    let network = try assemble(definition, layers, tables, associations, rules)
    var stored = StoredNetwork(
      network: network,
      imports: imports,
      traceConfigurations: traceConfigurations,
      unreadable: problems.problems,
      notes: problems.notes
    )
    stored.isSound = brokenRows == .tolerated && stored.isWhole
    stored.additional.checkout = checkout
    stored.additional.edge =
      checkout?.edge(of: network, extent, cut)
      ?? extent.map { ExtentEdge($0, of: network, cut: cut) }
    return stored
  }

  private func expectRows(of tables: [String]) throws {
    guard let monitor else { return }
    var count = 0
    for table in tables {
      // A table that has no row ids, or is missing, is reported when it is read.
      let name = table.quotedIdentifier
      let keys = try? Row.fetchOne(
        database,
        sql: "SELECT (SELECT min(rowid) FROM \(name)), (SELECT max(rowid) FROM \(name))"
      )
      guard let first = keys?.integer(0), let last = keys?.integer(1) else { continue }
      // Keys may be any integers, so their range is limited.
      count += Int(min(UInt64(bitPattern: last &- first), 1 << 40)) + 1
    }
    monitor.expect(max(count, 1))
  }

  /// Notes network attributes that are assigned to missing columns, which otherwise only have no values.
  private mutating func noteMissingColumns(
    _ definition: NetworkDefinition?,
    _ tables: [FeatureTable]
  ) {
    for attribute in definition?.networkAttributes ?? [] where !attribute.isSystemDefined {
      for assignment in attribute.assignments {
        let field = assignment.fieldName.lowercased()
        guard let table = tables.first(where: { $0.sourceID == assignment.sourceID }),
          table.count > 0,
          !table.fields.contains(where: { $0.name.lowercased().hasPrefix(field) })
        else { continue }
        let message =
          "Network attribute \(attribute.name) is assigned to \(assignment.fieldName), but there is no "
          + "such column: the attribute has no value here. Add the column, or change the definition."
        problems.note(table.name, message)
      }
    }
  }

  private mutating func assemble(
    _ definition: NetworkDefinition?,
    _ layers: LayerList,
    _ tables: [FeatureTable],
    _ associations: [GeoSnap.Association],
    _ rules: [NetworkRule]
  ) throws -> UtilityNetwork {
    // If a whole table is missing, all references to it would seem wrong.
    guard let definition, !problems.lacksParts else { throw NetworkError(problems.problems) }
    do {
      if brokenRows == .refused, extent == nil {
        let network = try UtilityNetwork(
          definition: definition,
          srid: layers.srid,
          tables: tables,
          associations: associations,
          rules: rules
        )
        if problems.problems.isEmpty { return network }
      } else if !problems.leaveNothing {
        var found: [NetworkProblem] = []
        let network = try UtilityNetwork(
          definition: definition,
          srid: layers.srid,
          tables: tables,
          associations: associations,
          rules: rules,
          besides: problems.setAside,
          toleratesAssetTypes: brokenRows == .tolerated,
          settingAside: &found
        )
        problems.add(layers.namingColumns(of: found))
        if brokenRows != .refused || problems.problems.isEmpty { return network }
      }
    } catch {
      problems.merge(error.problems)
    }
    throw NetworkError(problems.problems)
  }

  private mutating func checkFormat() throws {
    func pragma(_ name: String) throws -> Int64 {
      try Row.fetchOne(database, sql: "PRAGMA \(name)")?.integer(0) ?? 0
    }
    let id = try pragma("application_id")
    if Profile.earlierApplicationIDs.contains(id) { return }
    let version = try pragma("user_version")
    if id != Profile.applicationID {
      problems.report(
        "sqlite_schema",
        nil,
        "The application id is \(id), not \(Profile.applicationID): this is not a GeoPackage."
      )
    } else if version < Profile.leastUserVersion {
      problems.report(
        "sqlite_schema",
        nil,
        "The user version is \(version); a GeoPackage needs at least \(Profile.leastUserVersion)."
      )
    }
  }

  // MARK: Access to tables

  mutating func requiredTable(_ name: String, columns: [String]) throws -> TableSchema? {
    guard let table = try schema.table(name) else {
      problems.reportMissing(
        name,
        schema.kind(of: name).map {
          "This is a \($0.rawValue), not an ordinary table."
            + Self.remedy("Make a table of it", for: name)
        } ?? "The table is missing."
      )
      return nil
    }
    let missing = columns.filter { table.column($0) == nil }
    for column in missing { problems.reportMissing(name, "Column \(column) is missing.") }
    return missing.isEmpty ? table : nil
  }

  /// The rows that a query selects from a table; nil, and reported, when the table lacks a required column.
  mutating func requiredRows(
    of table: String,
    columns: [String],
    sql: String
  ) throws -> RowCursor? {
    guard try requiredTable(table, columns: columns) != nil else { return nil }
    return try Row.fetchCursor(database, sql: sql)
  }

  /// A table of the profile; nil, and reported, when it lacks a column.
  mutating func profileTable(_ name: String) throws -> TableSchema? {
    let required = Profile.columns(of: name).filter(\.isRequired).map(\.name)
    guard let table = try requiredTable(name, columns: required) else { return nil }
    if table.primaryKey != nil { return table }
    reportMissingKey(name)
    return nil
  }

  mutating func reportMissingKey(_ name: String) {
    problems.reportMissing(
      name,
      "The table has no primary key of type INTEGER."
        + Self.remedy("Make a copy of it with one", for: name)
    )
  }

  /// What ogr2ogr does to a table; empty for tables whose columns the format prescribes.
  private static func remedy(_ action: String, for name: String) -> String {
    let isOwn = ["gpkg_", "un_"].contains { name.lowercased().hasPrefix($0) }
    return isOwn ? "" : " \(action), for example with ogr2ogr new.gpkg old.gpkg \(name)."
  }

  /// All rows in the order of the primary key: first the key, then `columns`, NULL for missing ones.
  func rows(of table: TableSchema, columns: [String?]) throws -> RowCursor {
    try RowSelection(table, columns: columns).rows(in: database)
  }

  /// The values of the rows of a table with their keys; rows with problems are left out or set aside.
  mutating func readRows<Value>(
    of name: String,
    isOptional: Bool = false,
    _ read: (inout GeoPackageReader, Row, _ earlier: [(key: Int64?, value: Value)]) throws -> Value?
  ) throws -> [(key: Int64?, value: Value)] {
    if isOptional, schema.kind(of: name) == nil { return [] }
    guard let table = try profileTable(name) else { return [] }
    let cursor = try rows(of: table, columns: Profile.columns(of: name).map(\.name))
    var found: [(key: Int64?, value: Value)] = []
    var count = 0
    while let row = try cursor.next() {
      count += 1
      let value = try unlessBroken { try read(&$0, row, found) }
      if let value { found.append((row.integer(0), value)) }
    }
    rowCounts[name] = count
    return found
  }

  static func cell(
    _ table: String,
    _ row: Row,
    _ column: String,
    _ code: NetworkErrorCode? = nil
  ) -> ProblemList.Cell {
    let row = row.integer(0).map { "\($0)" } ?? "?"
    return ProblemList.Cell(table: table, row: row, column: column, code: code)
  }

  /// The cell of a profile's column, with number 1 for the first after the key, in a row that cannot do without it.
  static func cell(_ table: String, _ row: Row, _ column: Int) -> ProblemList.Cell {
    cell(table, row, Profile.columns(of: table)[column - 1].name, .unreadableRow)
  }

  /// The result of `read` for a row; nil when the row has problems and is set aside.
  mutating func unlessBroken<Value>(
    _ read: (inout GeoPackageReader) throws -> Value?
  ) rethrows -> Value? {
    let known = problems.problems.count
    let value = try read(&self)
    if problems.problems.count == known || brokenRows == .refused { return value }
    problems.setAside.addOthers()
    return nil
  }
}

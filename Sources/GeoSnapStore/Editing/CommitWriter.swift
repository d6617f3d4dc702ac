internal import Foundation
internal import GRDB
internal import GeoSnap

/// Writes the changes of a commit into the rows of a file, once for each changed feature and association, however
/// many edits changed it.
struct CommitWriter {
  let database: Database
  let layouts: [TableLayout]
  let associations: TableSchema
  var associationKeys: [GlobalID: Int64]

  func write(_ commit: NetworkCommit) throws -> [GlobalID: Int64?] {
    let keys = try writeAssociations(commit)
    let changes = commit.changes
    for change in changes {
      let layout = layouts[Int(change.id.table)]
      switch (change.before, change.after) {
      case (let old?, let new?): try update(old, new, layout)
      case (let old?, nil): try delete(old, layout)
      case (nil, let new?): try insert(new, layout)
      case (nil, nil): break
      }
    }
    try writeContents(changes.map { ($0.id, $0.after?.geometry) })
    try writeCounts(commit)
    return keys
  }

  // MARK: What is stored

  /// Whether the changed rows hold exactly the values that were written, and no trigger can have changed other rows.
  func isStored(_ commit: NetworkCommit) throws -> Bool {
    let harmless = [
      "rtree_", "gpkg_", "trigger_insert_feature_count_", "trigger_delete_feature_count_",
    ]
    let triggers = try String.fetchAll(
      database,
      sql: "SELECT lower(name) FROM sqlite_master WHERE type = 'trigger'"
    )
    guard triggers.allSatisfy({ name in harmless.contains { name.hasPrefix($0) } }) else {
      return false
    }
    for id in commit.touched {
      guard let feature = commit.after.present(id) else { continue }
      let layout = layouts[Int(id.table)]
      let cells = cells(feature, layout)
      guard try isStored(cells, in: layout.name, layout.key, feature.rowID.databaseValue) else {
        return false
      }
    }
    for case .insertAssociation(let new) in commit.transaction.edits {
      guard let id = new.globalID, let association = commit.after.association(globalID: id) else {
        continue
      }
      let column = associations.column("GLOBALID") ?? "GLOBALID"
      let cells = cells(association)
      guard try isStored(cells, in: associations.name, column, id.description.databaseValue) else {
        return false
      }
    }
    return true
  }

  private func isStored(
    _ cells: [(String, DatabaseValue)],
    in table: String,
    _ key: String,
    _ value: DatabaseValue
  ) throws -> Bool {
    guard !cells.isEmpty else { return true }
    let names = cells.map(\.0.quotedIdentifier).joined(separator: ", ")
    let row = try Row.fetchOne(
      database,
      sql: "SELECT \(names) FROM \(table.quotedIdentifier) WHERE \(key.quotedIdentifier) = ?",
      arguments: [value]
    )
    guard let row else { return false }
    return zip(cells.indices, cells).allSatisfy { index, cell in
      (row[index] as DatabaseValue) == cell.1
    }
  }

  // MARK: Features

  private func delete(_ feature: Feature, _ layout: TableLayout) throws {
    try execute(
      "DELETE FROM \(layout.name.quotedIdentifier) WHERE \(layout.key.quotedIdentifier) = ?",
      [feature.rowID.databaseValue]
    )
    try index(nil, feature.rowID, layout)
  }

  private func insert(_ feature: Feature, _ layout: TableLayout) throws {
    let cells = [(layout.key, feature.rowID.databaseValue)] + cells(feature, layout)
    let names = cells.map(\.0.quotedIdentifier).joined(separator: ", ")
    let marks = cells.map { _ in "?" }.joined(separator: ", ")
    try execute(
      "INSERT INTO \(layout.name.quotedIdentifier) (\(names)) VALUES (\(marks))",
      cells.map(\.1)
    )
    try index(feature.geometry, feature.rowID, layout)
  }

  private func update(_ old: Feature, _ new: Feature, _ layout: TableLayout) throws {
    let changed = zip(cells(old, layout), cells(new, layout)).filter { $0.1 != $1.1 }.map(\.1)
    guard !changed.isEmpty else { return }
    let list = changed.map { "\($0.0.quotedIdentifier) = ?" }.joined(separator: ", ")
    try execute(
      """
      UPDATE \(layout.name.quotedIdentifier) SET \(list) WHERE \(layout.key.quotedIdentifier) = ?
      """,
      changed.map(\.1) + [new.rowID.databaseValue]
    )
    if new.geometry != old.geometry { try index(new.geometry, new.rowID, layout) }
  }

  /// The existing columns except the key, with their values.
  private func cells(_ feature: Feature, _ layout: TableLayout) -> [(String, DatabaseValue)] {
    // A generated subnetwork line has neither group nor type.
    let isClassified = feature.assetGroup != 0 || feature.assetType != 0
    let special: [(String?, DatabaseValue)] = [
      (layout.geometry, blob(feature.geometry, layout)),
      (layout.globalID, feature.globalID?.description.databaseValue ?? .null),
      (layout.assetGroup, isClassified ? feature.assetGroup.databaseValue : 0.databaseValue),
      (layout.assetType, isClassified ? feature.assetType.databaseValue : 0.databaseValue),
      (layout.origin, feature.origin?.databaseValue ?? .null),
    ]
    return special.compactMap { name, value in name.map { ($0, value) } }
      + zip(layout.fields, feature.attributes.map(\.databaseValue))
  }

  private func blob(_ geometry: Geometry?, _ layout: TableLayout) -> DatabaseValue {
    guard let geometry else { return .null }
    return Data(
      GeometryBlob.encode(geometry, envelope: geometry.envelope, srsID: layout.srsID)
    ).databaseValue
  }

  /// Updates the spatial index, since some files lack the triggers that do this.
  private func index(_ geometry: Geometry?, _ rowID: Int64, _ layout: TableLayout) throws {
    guard let index = layout.spatialIndex?.quotedIdentifier else { return }
    if let box = geometry?.envelope {
      try execute(
        "INSERT OR REPLACE INTO \(index) VALUES (?, ?, ?, ?, ?)",
        [rowID.databaseValue] + [box.minX, box.maxX, box.minY, box.maxY].map(\.databaseValue)
      )
    } else {
      try execute("DELETE FROM \(index) WHERE id = ?", [rowID.databaseValue])
    }
  }

  private func execute(_ sql: String, _ values: [DatabaseValue]) throws {
    try database.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
  }

  // MARK: What others look at

  /// Grows the extents to hold all features, without shrinking them, and widens the declared geometry types.
  private func writeContents(_ changes: [(id: FeatureID, geometry: Geometry?)]) throws {
    for (table, group) in Dictionary(grouping: changes, by: { Int($0.id.table) }) {
      let name = layouts[table].name.lowercased().databaseValue
      try execute(
        """
        UPDATE gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
        WHERE lower(table_name) = ?
        """,
        [name]
      )
      let geometries = group.compactMap(\.geometry)
      if let box = Envelope.combining(geometries.map(\.envelope)) {
        try execute(
          """
          UPDATE gpkg_contents SET min_x = min(ifnull(min_x, ?1), ?1),
            min_y = min(ifnull(min_y, ?2), ?2), max_x = max(ifnull(max_x, ?3), ?3),
            max_y = max(ifnull(max_y, ?4), ?4) WHERE lower(table_name) = ?5
          """,
          [box.minX, box.minY, box.maxX, box.maxY].map(\.databaseValue) + [name]
        )
      }
      for geometry in geometries {
        try execute(
          """
          UPDATE gpkg_geometry_columns SET
            geometry_type_name = iif(upper(geometry_type_name) = ?1, geometry_type_name, 'GEOMETRY'),
            z = iif(z = ?2, z, 2), m = iif(m = ?3, m, 2)
          WHERE lower(table_name) = ?4
            AND (upper(geometry_type_name) NOT IN (?1, 'GEOMETRY') OR z NOT IN (?2, 2)
              OR m NOT IN (?3, 2))
          """,
          [
            geometry.type.name.databaseValue, (geometry.hasZ ? 1 : 0).databaseValue,
            (geometry.hasM ? 1 : 0).databaseValue, name,
          ]
        )
      }
    }
  }

  /// Updates the row counts by difference, so that rows that are set aside or missing stay counted.
  private func writeCounts(_ commit: NetworkCommit) throws {
    var changes: [(String, Int)] = layouts.indices.map { table in
      let before = commit.before.featureCount(table: table)
      return (layouts[table].name, commit.after.featureCount(table: table) - before)
    }
    changes.append(
      (Profile.associations, commit.after.associationCount - commit.before.associationCount)
    )
    for (table, change) in changes where change != 0 {
      try execute(
        """
        UPDATE \(Profile.manifest) SET ROWCOUNT = max(0, ROWCOUNT + ?)
        WHERE lower(TABLENAME) = ? AND typeof(ROWCOUNT) = 'integer'
          AND typeof(COLUMNS) IN ('text', 'null')
        """,
        [change.databaseValue, table.lowercased().databaseValue]
      )
    }
  }

  // MARK: Associations

  private func writeAssociations(_ commit: NetworkCommit) throws -> [GlobalID: Int64?] {
    let named = commit.namedAssociations
    var keys: [GlobalID: Int64?] = [:]
    let table = associations.name.quotedIdentifier
    let key = (associations.primaryKey ?? "OBJECTID").quotedIdentifier
    for id in named {
      guard let row = associationKeys[id] else { continue }
      try execute("DELETE FROM \(table) WHERE \(key) = ?", [row.databaseValue])
      keys.updateValue(nil, forKey: id)
    }
    for id in named {
      guard let association = commit.after.association(globalID: id) else { continue }
      let cells = cells(association)
      let names = cells.map(\.0.quotedIdentifier).joined(separator: ", ")
      let marks = cells.map { _ in "?" }.joined(separator: ", ")
      try execute("INSERT INTO \(table) (\(names)) VALUES (\(marks))", cells.map(\.1))
      keys.updateValue(database.lastInsertedRowID, forKey: id)
    }
    return keys
  }

  private func cells(_ association: GeoSnap.Association) -> [(String, DatabaseValue)] {
    zip(Profile.columns(of: Profile.associations), association.cells(status: 0))
      .compactMap { known, value in associations.column(known.name).map { ($0, value) } }
  }
}

extension TableSchema {
  /// The row ids of associations by global id; of associations that share one, the first.
  func rowsByGlobalID(in database: Database) throws -> [GlobalID: Int64] {
    guard let key = primaryKey?.quotedIdentifier, let column = column("GLOBALID")?.quotedIdentifier
    else { return [:] }
    var rows: [GlobalID: Int64] = [:]
    let cursor = try Row.fetchCursor(
      database,
      sql: "SELECT \(key), \(column) FROM \(name.quotedIdentifier) ORDER BY \(key)"
    )
    while let row = try cursor.next() {
      guard let number = row.integer(0), let id = row.text(1).flatMap({ GlobalID($0) }) else {
        continue
      }
      if rows[id] == nil { rows[id] = number }
    }
    return rows
  }
}

struct TableLayout: Sendable {
  let name: String
  let key: String
  let geometry: String?
  let srsID: Int32
  let globalID: String?
  let assetGroup: String?
  let assetType: String?
  let origin: String?
  let fields: [String]
  let spatialIndex: String?

  func add(_ field: AttributeField, to database: Database) throws {
    try database.execute(
      sql: "ALTER TABLE \(name.quotedIdentifier) ADD COLUMN "
        + "\(field.name.quotedIdentifier) \(field.storage.rawValue)"
    )
  }
}

extension GeoPackageReader {
  mutating func layouts(of network: UtilityNetwork) throws -> [TableLayout] {
    let sources = Set(network.definition.sources.map { $0.name.lowercased() })
    let layers = try readLayers(sources: sources)
    return try network.tables.map { table in
      let name = table.name.lowercased()
      guard let layer = layers.layers.first(where: { $0.name.lowercased() == name }),
        let declared = try schema.table(table.name), let key = declared.primaryKey
      else { throw NetworkError(problems.problems) }
      let geometry = layer.geometryColumn.flatMap(declared.column)
      let index = geometry.flatMap { schema.spatialIndex(of: layer.name, $0) }
      let isPlain = table.sourceID == nil
      return TableLayout(
        name: declared.name,
        key: key,
        geometry: geometry,
        srsID: Int32(truncatingIfNeeded: layer.srsID),
        globalID: declared.column("GLOBALID"),
        assetGroup: isPlain ? nil : declared.column("ASSETGROUP"),
        assetType: isPlain ? nil : declared.column("ASSETTYPE"),
        origin: declared.column("ORIGIN"),
        fields: table.fields.map(\.name),
        spatialIndex: index
      )
    }
  }

  mutating func associationTable() throws -> TableSchema {
    guard let table = try profileTable(Profile.associations), table.primaryKey != nil else {
      throw NetworkError(problems.problems)
    }
    return table
  }
}

/// Refuses values for which a file from another program has no column.
struct ColumnCheck: NetworkCommitCheck {
  let layouts: [TableLayout]

  func problems(
    before: EditedNetwork,
    after: EditedNetwork,
    touched: [FeatureID]
  ) -> [TransactionProblem] {
    touched.flatMap { id -> [TransactionProblem] in
      let layout = layouts[Int(id.table)]
      guard let feature = after.feature(id) else { return [] }
      var missing: [String] = []
      if layout.globalID == nil, feature.globalID != nil { missing.append("GLOBALID") }
      if layout.origin == nil, feature.origin != nil { missing.append("ORIGIN") }
      if layout.assetGroup == nil, feature.assetGroup != 0 { missing.append("ASSETGROUP") }
      if layout.assetType == nil, feature.assetType != 0 { missing.append("ASSETTYPE") }
      return missing.map { column in
        TransactionProblem(
          .wrongValue,
          table: layout.name,
          row: "\(feature.rowID)",
          features: [id],
          "The table has no column \(column): omit the value, or add the column."
        )
      }
    }
  }
}

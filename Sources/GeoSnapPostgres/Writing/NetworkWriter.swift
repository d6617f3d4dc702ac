internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

/// Fills an empty schema with a network, in one transaction.
struct NetworkWriter {
  let connection: Connection
  let script: SchemaScript
  let content: GeoPackageContent
  let additional: CopiedData
  let tolerance: Double
  /// Receives the number of rows that were just written; throws to stop.
  let note: (Int) throws -> Void

  private var srid: Int32 { max(content.srsID, 0) }

  func write() throws {
    try connection.run(script.creation)
    var taken: Set<String> = []
    let relations = content.tables.map { Relation($0, taken: &taken) }
    // All tables come before the first index, since PostgreSQL names indexes itself and must avoid the names of
    // tables.
    for relation in relations { try connection.run(relation.creation(script, srid: srid)) }
    for (table, relation) in zip(content.tables, relations) { try write(table, relation) }
    try writeCatalogue(relations)
    try connection.query(
      "INSERT INTO \(script.schema).un_definition (definition) VALUES ($1)",
      [.text(content.definition)]
    )
    try writeRules()
    try writeAssociations()
    if additional.keys != nil { try continueIDs(of: "un_associations") }
    try writeImports()
    try writeTraceConfigurations()
    try connection.run(Relation.associationTriggers(script) + script.watching)
    try connection.query(
      """
      INSERT INTO \(script.schema).un_network (network, version, srid, tolerance, cluster, foreign_edits, forgotten)
      VALUES (gen_random_uuid(), \(SchemaScript.version), \(srid), $1, \(script.schema).un_cluster(), $2, $3)
      """,
      [
        .real(tolerance), .text(additional.history?.foreignEdits ?? "recorded"),
        .integer(additional.history?.forgotten ?? 0),
      ]
    )
    try writeHistory()
    try connection.run("ANALYZE \(script.schema).un_associations")
  }

  // MARK: Features

  private func write(_ table: FeatureTable, _ relation: Relation) throws {
    let name = "\(script.schema).\(relation.relation.quotedIdentifier)"
    var greatest: Int64 = 0
    try connection.copyIn(
      "COPY \(name) (\(relation.columnList)) FROM STDIN (FORMAT binary)"
    ) { send in
      var rows = BinaryWriter()
      let count = relation.columns.count
      for (number, row) in table.rowIDs.indices.sorted(by: { table.rowIDs[$0] < table.rowIDs[$1] })
        .enumerated()
      {
        rows.begin(count)
        greatest = max(greatest, table.rowIDs[row])
        append(row, of: table, relation, to: &rows)
        if rows.bytes.count > 1 << 16 { try send(rows.take()) }
        if number % 1024 == 1023 { try note(1024) }
      }
      try send(rows.take())
    }
    try connection.run(relation.completion(script, srid: srid, greatestRowID: greatest))
    if let description = additional.keys?.descriptions[table.name.lowercased()] {
      try connection.run("COMMENT ON TABLE \(name) IS '\(description.literal)'")
    }
    try connection.run("ANALYZE \(name)")
  }

  private func append(
    _ row: Int,
    of table: FeatureTable,
    _ relation: Relation,
    to rows: inout BinaryWriter
  ) {
    rows.append(.integer(table.rowIDs[row]))
    if relation.hasGeometry {
      rows.append(ServerValue(table.geometries[row], srid: srid))
    }
    rows.append(table.globalIDs[row].map { .globalID($0) } ?? .null)
    if relation.sourceID != nil {
      rows.append(.small(table.assetGroups[row]))
      rows.append(.small(table.assetTypes[row]))
    }
    rows.append(table.origins[row].map { .text($0) } ?? .null)
    for column in table.attributes { rows.append(ServerValue(column[row])) }
  }

  private func writeCatalogue(_ relations: [Relation]) throws {
    for (position, relation) in relations.enumerated() {
      try connection.queryPrepared(
        """
        INSERT INTO \(script.schema).un_tables (position, name, relation, source_id, geometry_type)
        VALUES ($1, $2, $3, $4, $5)
        """,
        [
          .small(Int32(position)), .text(relation.name), .text(relation.relation),
          relation.sourceID.map { .small(Int32(truncatingIfNeeded: $0)) } ?? .null,
          relation.geometryType.map { .text($0.name) } ?? .null,
        ]
      )
      for (place, field) in relation.fields.enumerated() {
        try connection.queryPrepared(
          """
          INSERT INTO \(script.schema).un_columns (relation, position, name, "column", storage)
          VALUES ($1, $2, $3, $4, $5)
          """,
          [
            .text(relation.relation), .small(Int32(place)), .text(field.name), .text(field.column),
            .text(field.storage.rawValue),
          ]
        )
      }
    }
  }

  // MARK: What belongs to the network

  private func writeRules() throws {
    let columns = RuleColumns.names
    try connection.copyIn(
      "COPY \(script.schema).un_rules (\(columns.joined(separator: ", "))) FROM STDIN (FORMAT binary)"
    ) { send in
      var rows = BinaryWriter()
      for rule in content.rules {
        rows.begin(columns.count)
        rows.append(.integer(Int64(rule.id)))
        rows.append(.small(Int32(rule.kind.rawValue)))
        for side in [rule.from, rule.to, rule.via] {
          for number in [
            side?.assetType.sourceID, side?.assetType.assetGroup, side?.assetType.assetType,
            side?.terminalID,
          ] {
            rows.append(number.map { .small(Int32(truncatingIfNeeded: $0)) } ?? .null)
          }
        }
        rows.append(rule.origin.map { .text($0) } ?? .null)
      }
      try send(rows.take())
    }
  }

  private func writeAssociations() throws {
    let keys = additional.keys
    let columns = AssociationRow.columns + (keys == nil ? [] : ["objectid", "status"])
    try connection.copyIn(
      "COPY \(script.schema).un_associations (\(columns.joined(separator: ", "))) FROM STDIN (FORMAT binary)"
    ) { send in
      var rows = BinaryWriter()
      for (number, association) in content.associations.enumerated() {
        rows.begin(columns.count)
        for cell in AssociationRow.cells(association) { rows.append(cell) }
        if let keys {
          rows.append(.integer(keys.associations[number]))
          rows.append(.small(Int32(truncatingIfNeeded: keys.statuses[number])))
        }
        if rows.bytes.count > 1 << 16 { try send(rows.take()) }
        if number % 1024 == 1023 { try note(1024) }
      }
      try send(rows.take())
    }
  }

  private func writeImports() throws {
    for record in content.imports {
      try connection.queryPrepared(
        """
        INSERT INTO \(script.schema).un_import (network, tablename, "rows", imported, note)
        VALUES ($1, $2, $3, $4, $5)
        """,
        [
          .text(record.network), .text(record.table), .integer(Int64(record.rows)),
          .bool(record.isImported), record.note.map { .text($0) } ?? .null,
        ]
      )
    }
  }

  private func writeTraceConfigurations() throws {
    let keys = additional.keys?.traceConfigurations
    for (row, saved) in content.traceConfigurations.enumerated() {
      try connection.queryPrepared(
        """
        INSERT INTO \(script.schema).un_trace_configurations (name, description, tracetype, configuration, objectid)
        VALUES ($1, $2, $3, $4, $5)
        """,
        try Self.cells(saved) + [.integer(keys?[row] ?? Int64(row + 1))]
      )
    }
    try continueIDs(of: "un_trace_configurations")
  }

  static func cells(_ saved: SavedTraceConfiguration) throws -> [ServerValue] {
    [
      .text(saved.name), .text(saved.summary), saved.type.map { .text($0.rawValue) } ?? .null,
      .text(try sortedJSON(saved.configuration)),
    ]
  }

  /// Makes the database's row ids continue after those that were written.
  private func continueIDs(of table: String) throws {
    try connection.query(
      """
      SELECT setval(pg_get_serial_sequence($1::text, 'objectid'), max(objectid))
      FROM \(script.schema).\(table) HAVING max(objectid) > 0
      """,
      [.text("\(script.schema).\(table)")]
    )
  }

  private func writeHistory() throws {
    for step in additional.steps {
      try connection.queryPrepared(
        """
        INSERT INTO \(script.schema).un_history VALUES ($1, $2, 'commit', $3, $4::text::timestamptz, session_user, $5,
          $6, $7, $2, $8, gen_random_uuid(), '{}', '{}', '3')
        """,
        [
          .integer(step.revision), .integer(step.number), .text(step.name), .text(step.time),
          .text(ThisMachine.name), .text(step.edits), .text(step.inverse),
          .text(step.isUndone ? "yes" : "no"),
        ]
      )
    }
    try additional.history?.write(to: script.schema, connection)
    try connection.query(
      """
      SELECT setval($1::text::regclass, max(revision)) FROM \(script.schema).un_history HAVING max(revision) > 0
      """,
      [.text("\(script.schema).un_revision")]
    )
  }
}

extension ServerValue {
  init(_ value: AttributeValue) {
    switch value {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let value): self = .text(value)
    case .blob(let value): self = .bytes(value)
    }
  }

  /// A geometry with its reference system, as a typed geometry column needs.
  init(_ geometry: Geometry?, srid: Int32) {
    guard let geometry else {
      self = .null
      return
    }
    self = .geometry(geometry.declared(in: srid == 0 ? nil : srid).wkb(includingSRID: true))
  }
}

/// What a copy of a network has in addition: all is missing in a new network.
struct CopiedData: Sendable {
  var steps: [StoredStep] = []
  /// The row ids that a copy keeps; nil for new ones.
  var keys: RowKeys?
  /// The history of another database, which keeps its authors.
  var history: CopiedHistory?
}

/// The stored history of a network in a database, with its authors.
struct CopiedHistory: Sendable {
  let foreignEdits: String
  let forgotten: Int64
  private let rows: [[String?]]
  /// The schema of the history; lock keys are valid in a schema of this name only.
  private let schema: String

  private static let columns = [
    ("revision", "bigint"), ("number", "bigint"), ("kind", "text"), ("name", "text"),
    ("time", "timestamptz"), ("author", "text"), ("place", "text"), ("edits", "text"),
    ("inverse", "text"), ("step", "bigint"), ("undone", "text"), ("\"commit\"", "uuid"),
    ("changed", "bigint[]"), ("seen", "bigint[]"),
  ]

  init(_ connection: Connection, _ catalogue: Catalogue) throws {
    schema = catalogue.schema
    let about = try connection.query("SELECT foreign_edits, forgotten FROM \(schema).un_network")
    foreignEdits = about[0, 0] ?? "recorded"
    forgotten = about[0, 1].flatMap { Int64($0) } ?? 0
    let names = Self.columns.map { "\($0.0)::text" }.joined(separator: ", ")
    let found = try connection.query("SELECT \(names) FROM \(schema).un_history ORDER BY revision")
    rows = (0..<found.count).map { row in Self.columns.indices.map { found[row, $0] } }
  }

  func write(to target: String, _ connection: Connection) throws {
    // The name of the schema is the seed of lock keys.
    let isSame = target == schema
    let values = Self.columns.enumerated().map { index, column in
      let isLocks = column.1 == "bigint[]"
      return isLocks && !isSame ? "'{}'" : "$\(index + 1)::text::\(column.1)"
    }
    let names = Self.columns.map(\.0).joined(separator: ", ")
    let count = Self.columns.count - (isSame ? 0 : 2)
    for row in rows {
      // Transaction 3 is complete for every session.
      try connection.queryPrepared(
        "INSERT INTO \(target).un_history (\(names), xid) VALUES (\(values.joined(separator: ", ")), '3')",
        row.prefix(count).map { $0.map { .text($0) } ?? .null }
      )
    }
  }
}

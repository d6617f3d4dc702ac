package import GeoSnap
package import GeoSnapStore

extension PostGIS {
  /// Writes a network into a separate schema, in one transaction: the schema appears when the network is complete.
  static func write(
    _ stored: StoredNetwork,
    to address: PostgresAddress,
    _ additional: CopiedData = CopiedData(),
    replacing: Bool,
    progress: ProgressHandler?
  ) async throws {
    try await reporting(progress, shareOfRows: 0.95) { monitor in
      try StoreError.telling(address, otherwise: .cannotWrite) {
        try write(stored, to: address, additional, replacing, monitor)
      }
    }
  }

  private static func write(
    _ stored: StoredNetwork,
    to address: PostgresAddress,
    _ additional: CopiedData,
    _ replacing: Bool,
    _ monitor: RowMonitor
  ) throws {
    guard let schema = address.schema else {
      let message = "The address names no schema to put the network into: add schema=NAME."
      throw address.error(.cannotWrite, message)
    }
    let network = stored.network
    let content = try GeoPackageContent(
      stored,
      for: "\(address)",
      besides: network.tables.flatMap(mixedCollections)
    )
    let connection = try Connection(address)
    monitor.begin { connection.cancel() }
    let script = try Catalogue.script(connection, address)
    let rows = content.tables.reduce(0) { $0 + $1.count } + content.associations.count
    monitor.expect(rows)
    // The rights of roles stay when the network is replaced.
    var roles: [DatabaseRole] = []
    try connection.run("BEGIN")
    if try connection.hasSchema(schema) {
      guard replacing else {
        let message =
          "The schema \(schema) already exists: give another schema, or replace this one."
        throw address.error(.alreadyExists, message)
      }
      guard try connection.hasNetwork(script.schema) else {
        let message =
          "The schema \(schema) holds something other than a network, and is not replaced: give "
          + "another schema."
        throw address.error(.alreadyExists, message)
      }
      try connection.becomeOwner(of: address, for: "replaces the network")
      roles = try DatabaseRole.read(connection, script.schema)
      try connection.run("DROP SCHEMA \(script.schema) CASCADE")
    }
    try NetworkWriter(
      connection: connection,
      script: script,
      content: content,
      additional: additional,
      tolerance: network.coincidenceTolerance.xy,
      note: { try monitor.note($0) }
    ).write()
    let owner = try connection.query("SELECT current_user")[0, 0]
    for role in roles where role.right != .owner && role.name != owner && role.name != "PUBLIC" {
      try connection.grant(role.right, to: role.name, script.schema)
    }
    guard monitor.settle() else { throw CancellationError() }
    try connection.run("COMMIT")
  }

  /// The rows with geometries that PostGIS cannot store: collections in which only some parts have Z or M.
  static func mixedCollections(_ table: FeatureTable) -> [NetworkProblem] {
    guard table.geometryType == .geometryCollection else { return [] }
    return table.rowIDs.indices.filter { table.geometries[$0]?.isMixed ?? false }.map { row in
      NetworkProblem(
        table: table.name,
        row: "\(table.rowIDs[row])",
        column: "SHAPE",
        message:
          "Some parts of the collection SHAPE have Z or M and others do not: give all parts the same ordinates, or remove Z and M.",
        globalID: table.globalIDs[row]
      )
    }
  }

  /// Adds a field without values to the tables that lack it; undo does not remove it.
  package static func addField(
    _ field: AttributeField,
    to tables: [String],
    of address: PostgresAddress
  ) throws(StoreError) {
    try StoreError.telling(address, otherwise: .cannotWrite) {
      let connection = try Connection(address)
      let catalogue = try Catalogue(connection, address)
      let wanted = Set(tables.map { $0.lowercased() })
      let relations = catalogue.relations.filter { relation in
        wanted.contains(relation.name.lowercased())
          && !relation.fields.contains { $0.name.lowercased() == field.name.lowercased() }
      }
      if relations.isEmpty { return }
      try connection.run("BEGIN")
      try connection.becomeOwner(of: catalogue.address, for: "adds fields to the network's tables")
      for relation in relations {
        let wider = relation.adding(field)
        guard let added = wider.fields.last else { continue }
        try connection.run(
          """
          ALTER TABLE \(catalogue.schema).\(relation.relation.quotedIdentifier)
            ADD COLUMN \(added.column.quotedIdentifier) \(added.type)
          """
        )
        try connection.query(
          """
          INSERT INTO \(catalogue.schema).un_columns (relation, position, name, "column", storage)
          SELECT $1::text, coalesce(max(position), -1) + 1, $2::text, $3::text, $4::text
          FROM \(catalogue.schema).un_columns WHERE relation = $1::text
          """,
          [
            .text(relation.relation), .text(added.name), .text(added.column),
            .text(added.storage.rawValue),
          ]
        )
        // The triggers that record changes have to include the new column.
        try connection.run(wider.triggers(catalogue.script))
      }
      try connection.run("COMMIT")
    }
  }
}

extension Geometry {
  fileprivate var isMixed: Bool {
    guard case .collection(let collection) = self else { return false }
    return collection.geometries.contains { $0.dimensions != dimensions || $0.isMixed }
  }
}

public import GeoSnap
public import GeoSnapStore

extension PostGIS {
  /// Adds a field to tables; undo does not remove it.
  ///
  /// Sessions read the network again. The role has to own the tables.
  ///
  /// - Parameters:
  ///   - field: The field, which has no value in any row then.
  ///   - tables: The names of the tables; tables that already have such a field stay unchanged.
  ///   - address: The network.
  /// - Throws: ``StoreError`` with code `cannotOpen` or `cannotWrite`.
  public static func addField(
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

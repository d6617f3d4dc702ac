internal import GRDB
internal import GeoSnap

/// The column names of a feature table in its file.
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
}

extension TableLayout {
  func add(_ field: AttributeField, to database: Database) throws {
    try database.execute(
      sql: "ALTER TABLE \(name.quotedIdentifier) ADD COLUMN "
        + "\(field.name.quotedIdentifier) \(field.storage.rawValue)"
    )
  }
}

extension GeoPackageReader {
  /// The layouts of the tables of a network that this reader has read.
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

internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  /// Reads a feature table; nil, and reported, when it cannot be read.
  ///
  /// With `takesAllColumns`, global id and origin are ordinary columns.
  mutating func readTable(
    _ layer: Layer,
    source: NetworkSource?,
    takesAllColumns: Bool = false
  ) throws -> FeatureTable? {
    let known = problems
    guard let declared = try schema(of: layer, source: source, takesAllColumns) else {
      if source == nil, !takesAllColumns, hasDefinition {
        let found = problems.problems.dropFirst(known.problems.count).map(\.message)
        problems = known
        problems.noteOther(layer.name, found.joined(separator: " "))
      }
      return nil
    }
    let special =
      takesAllColumns
      ? []
      : Profile.featureColumns(isPlain: source == nil).dropFirst(2).compactMap(declared.column)
    let skipped = Set(special + [declared.primaryKey, layer.geometryColumn].compactMap(\.self))
      .union([layer.geometryColumn.flatMap(declared.column)].compactMap(\.self))
    let documents = takesAllColumns ? try columnsOfJSON(declared) : []
    let fields = try declared.columns.filter { !skipped.contains($0.name) }.map { column in
      var field = AttributeField(column.name, column.storage)
      if takesAllColumns, !column.hasKnownType, field.storage != .text {
        field = try self.field(of: column, declared.name)
      }
      if takesAllColumns {
        field.content = [AttributeField.Content.boolean, .date, .dateTime].first {
          $0.columnType == column.type
        }
      }
      if field.storage == .text, column.type == "JSON" || documents.contains(column.name) {
        field.content = .json
      }
      return field
    }
    let selection = RowSelection(
      declared,
      columns: [
        layer.geometryColumn, takesAllColumns ? nil : "GLOBALID",
        source == nil ? nil : "ASSETGROUP", source == nil ? nil : "ASSETTYPE",
        takesAllColumns ? nil : "ORIGIN",
      ] + fields.map(\.name)
    )
    var table = FeatureTable(
      name: layer.name,
      sourceID: source?.sourceID,
      geometryType: layer.geometryType ?? source?.usage.geometryType
        ?? (layer.geometryColumn == nil ? nil : .geometryCollection),
      fields: fields
    )
    var rows = FeatureRows(
      selection: selection,
      layer: layer,
      source: source,
      fields: fields,
      monitor: monitor,
      brokenRows: brokenRows,
      checksTexts: !takesAllColumns
    )
    let setAside = problems.setAside.count
    try extent == nil ? read(rows, into: &table) : readExtract(&rows, into: &table)
    rowCounts[layer.name.lowercased()] = table.count + problems.setAside.count - setAside
    let isMixed = layer.geometryColumn != nil && layer.geometryType == nil && source == nil
    return isMixed ? withTypeOfRows(table) : table
  }

  private func columnsOfJSON(_ table: TableSchema) throws -> Set<String> {
    let described = try schema.table("gpkg_data_columns")
    guard let described, described.column("mime_type") != nil else { return [] }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT column_name FROM gpkg_data_columns
        WHERE lower(table_name) = lower(?) AND mime_type = 'application/json'
        """,
      arguments: [table.name]
    )
    var names: Set<String> = []
    while let row = try rows.next() {
      if let name = row.text(0).flatMap(table.column) { names.insert(name) }
    }
    return names
  }

  /// The field of a column whose declared type is none of GeoPackage's, by the values in it.
  private func field(of column: TableSchema.Column, _ table: String) throws -> AttributeField {
    let name = column.name.quotedIdentifier
    let found = try Row.fetchCursor(
      database,
      sql: """
        SELECT DISTINCT typeof(\(name)), \(name) = CAST(\(name) AS REAL)
        FROM \(table.quotedIdentifier)
        """
    )
    var kinds: AttributeField.Kinds = []
    while let row = try found.next() {
      switch row.text(0) {
      case "null": break
      case "integer": kinds.insert(row.integer(1) == 1 ? .integer : .longInteger)
      case "real": kinds.insert(.real)
      case "text": kinds.insert(.text)
      default: return AttributeField(column.name, .blob)
      }
    }
    return kinds.isEmpty ? AttributeField(column.name, column.storage) : kinds.field(column.name)
  }

  /// The declaration of a layer's table; nil, and reported, when it lacks a column that its role needs.
  private mutating func schema(
    of layer: Layer,
    source: NetworkSource?,
    _ takesAllColumns: Bool
  ) throws -> TableSchema? {
    var columns = layer.geometryColumn.map { [$0] } ?? []
    if let source {
      columns += ["GLOBALID", "ORIGIN"]
      if source.usage != .subnetLine { columns += ["ASSETGROUP", "ASSETTYPE"] }
    }
    guard let table = try requiredTable(layer.name, columns: columns) else { return nil }
    guard table.primaryKey != nil else {
      reportMissingKey(layer.name)
      return nil
    }
    let generated = takesAllColumns ? [] : table.columns.filter(\.isGenerated)
    for column in generated {
      problems.reportMissing(
        layer.name,
        "Column \(column.name) is generated; store its values in an ordinary column."
      )
    }
    return generated.isEmpty ? table : nil
  }

  /// The table with the type that fits its rows, if there is one, since its column takes any geometry.
  ///
  /// Single and multi geometries of one kind make a table of multi geometries.
  private func withTypeOfRows(_ table: FeatureTable) -> FeatureTable {
    var types = Set((0..<table.count).compactMap { table.geometries.type($0) })
    let kinds: [(single: GeometryType, multi: GeometryType)] = [
      (.point, .multiPoint), (.lineString, .multiLineString), (.polygon, .multiPolygon),
    ]
    for kind in kinds where types.contains(kind.multi) { types.remove(kind.single) }
    guard types.count == 1, let type = types.first else { return table }
    var typed = FeatureTable(
      name: table.name,
      sourceID: table.sourceID,
      geometryType: type,
      fields: table.fields
    )
    for row in 0..<table.count { typed.append(table[row]) }
    return typed
  }
}

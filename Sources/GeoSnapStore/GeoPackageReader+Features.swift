internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
  /// Reads a feature table; nil, and reported, when it cannot be read at all.
  ///
  /// A row with broken cells is kept without them, so that what refers to it is not reported too.
  mutating func readTable(_ layer: Layer, source: NetworkSource?) throws -> FeatureTable? {
    guard let declared = try schema(of: layer, source: source) else { return nil }
    let special = Profile.featureColumns(isPlain: source == nil).dropFirst(2)
      .compactMap(declared.column)
    let skipped = Set(special + [declared.primaryKey, layer.geometryColumn].compactMap(\.self))
      .union([layer.geometryColumn.flatMap(declared.column)].compactMap(\.self))
    let fields = declared.columns.filter { !skipped.contains($0.name) }.map {
      AttributeField($0.name, $0.storage)
    }
    let features = FeatureRows(layer: layer, source: source, fields: fields)
    let cursor = try rows(
      of: declared,
      columns: [
        layer.geometryColumn, "GLOBALID", source == nil ? nil : "ASSETGROUP",
        source == nil ? nil : "ASSETTYPE", "ORIGIN",
      ] + fields.map(\.name)
    )
    var table = FeatureTable(
      name: layer.name,
      sourceID: source?.sourceID,
      geometryType: layer.geometryType ?? source?.usage.geometryType
        ?? (layer.geometryColumn == nil ? nil : .geometryCollection),
      fields: fields
    )
    while let row = try cursor.next() {
      if let feature = features.feature(row, &problems) { table.append(feature) }
    }
    rowCounts[layer.name.lowercased()] = table.count
    let isMixed = layer.geometryColumn != nil && layer.geometryType == nil && source == nil
    return isMixed ? withTypeOfRows(table) : table
  }

  /// The declaration of a layer's table, which must have what its part in the network needs.
  private mutating func schema(of layer: Layer, source: NetworkSource?) throws -> TableSchema? {
    var columns = layer.geometryColumn.map { [$0] } ?? []
    if let source {
      columns += ["GLOBALID", "ORIGIN"]
      if source.usage != .subnetLine { columns += ["ASSETGROUP", "ASSETTYPE"] }
    }
    guard let table = try requiredTable(layer.name, columns: columns) else { return nil }
    guard table.primaryKey != nil else {
      problems.reportMissing(layer.name, "The table has no primary key of type INTEGER.")
      return nil
    }
    let generated = table.columns.filter(\.isGenerated)
    for column in generated {
      problems.reportMissing(
        layer.name,
        "Column \(column.name) is generated; store its values in an ordinary column."
      )
    }
    return generated.isEmpty ? table : nil
  }

  /// The table with the type that fits its rows, if there is one: its column takes any geometry.
  ///
  /// Single and multi geometries of one kind are a table of multi geometries.
  private func withTypeOfRows(_ table: FeatureTable) -> FeatureTable {
    var types = Set(table.geometries.compactMap { $0?.type })
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

/// Turns rows of one table into features.
private struct FeatureRows {
  let layer: Layer
  let source: NetworkSource?
  let fields: [AttributeField]

  /// The feature in a row of: id, geometry, global id, group, type, origin, fields.
  func feature(_ row: Row, _ problems: inout ProblemList) -> Feature? {
    guard let rowID = row.integer(0) else {
      problems.report(layer.name, nil, "A primary key is no integer.")
      return nil
    }
    let name = "\(rowID)"
    func cell(_ column: String) -> ProblemList.Cell {
      ProblemList.Cell(table: layer.name, row: name, column: column)
    }
    let geometry = geometry(row.value(1), name, &problems)
    let globalID =
      source == nil
      ? problems.optionalGlobalID(row.value(2), cell("GLOBALID"))
      : problems.globalID(row.value(2), cell("GLOBALID"))
    // A generated subnetwork line has neither group nor type.
    let isClassified = source.map { $0.usage != .subnetLine || !row.value(3).isNull } ?? false
    let group = isClassified ? problems.code(row.value(3), cell("ASSETGROUP")) : 0
    let hasType = source.map { $0.usage != .subnetLine || !row.value(4).isNull } ?? false
    let type = hasType ? problems.code(row.value(4), cell("ASSETTYPE")) : 0
    let origin = problems.optionalText(row.value(5), cell("ORIGIN"))
    var attributes: [AttributeValue] = []
    attributes.reserveCapacity(fields.count)
    for (index, field) in fields.enumerated() {
      attributes.append(value(row.value(6 + index), field, name, &problems))
    }
    return Feature(
      rowID: rowID,
      globalID: globalID,
      assetGroup: group ?? 0,
      assetType: type ?? 0,
      origin: origin,
      geometry: geometry,
      attributes: attributes
    )
  }

  private func geometry(
    _ value: DatabaseValue,
    _ row: String,
    _ problems: inout ProblemList
  ) -> Geometry? {
    guard let column = layer.geometryColumn, !value.isNull else { return nil }
    guard case .blob(let data) = value.storage else {
      problems.report(layer.name, row, "\(column) is no blob.")
      return nil
    }
    do {
      return try GeometryBlob.decode([UInt8](data), srsID: layer.srsID, srid: layer.srid)
    } catch {
      problems.report(layer.name, row, "\(column) \(error.message)")
      return nil
    }
  }

  private func value(
    _ value: DatabaseValue,
    _ field: AttributeField,
    _ row: String,
    _ problems: inout ProblemList
  ) -> AttributeValue {
    switch (value.storage, field.storage) {
    case (.null, _): return .null
    case (.int64(let integer), .integer): return .integer(integer)
    case (.double(let number), .real): return .real(number)
    case (.int64(let integer), .real): return .real(Double(integer))
    case (.string(let text), .text): return .text(text)
    case (.blob(let data), .blob): return .blob([UInt8](data))
    default:
      problems.report(
        layer.name,
        row,
        "\(field.name) is declared \(field.storage.rawValue) and holds another type of value."
      )
      return .null
    }
  }
}

extension TableSchema.Column {
  /// How the values of a column of this declared type are stored, as GeoPackage lists types; for
  /// others by the rules of SQLite's affinity.
  fileprivate var storage: AttributeField.Storage {
    let type = self.type
    if type.contains("INT") || type == "BOOLEAN" { return .integer }
    if ["CHAR", "CLOB", "TEXT", "DATE", "TIME"].contains(where: type.contains) { return .text }
    if ["REAL", "FLOA", "DOUB", "NUM", "DEC"].contains(where: type.contains) { return .real }
    return .blob
  }
}

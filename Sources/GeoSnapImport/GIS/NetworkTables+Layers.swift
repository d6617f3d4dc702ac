internal import GeoSnap

extension NetworkTables {
  /// Adds the features of a layer to the prepared table of a source; the `kept` columns are copied unchanged.
  mutating func append(
    _ layer: GISLayerFeatures,
    besides kept: [(name: String, values: FieldColumn)],
    to source: NetworkSource
  ) {
    if layer.count == 0 { return }
    if let fields = fieldsOfEmptyTable(of: source) {
      fill(source, with: Self.table(of: layer, besides: kept, source, fields))
      return
    }
    let columns = CopiedColumns(kept, in: positions(of: source))
    for number in 0..<layer.count {
      guard var assetType = layer.assetType(number) else { continue }
      assetType.sourceID = source.sourceID
      append(
        to: source,
        globalID: layer.globalIDs[number] ?? GlobalID(high: 0, low: 0),
        assetType: assetType,
        origin: layer.origins[number],
        geometry: layer.geometries[number],
        attributes: layer.ownAttributes(number),
        besides: columns,
        at: Int(layer.rows[number])
      )
    }
  }

  /// The table of a layer; columns with a row for each feature are shared, not copied.
  private static func table(
    of layer: GISLayerFeatures,
    besides kept: [(name: String, values: FieldColumn)],
    _ source: NetworkSource,
    _ fields: [AttributeField]
  ) -> FeatureTable {
    var groups = Column<Int32>()
    var types = Column<Int32>()
    groups.reserveCapacity(layer.count)
    types.reserveCapacity(layer.count)
    for number in 0..<layer.count {
      let type = layer.assetType(number)
      groups.append(Int32(type?.assetGroup ?? 0))
      types.append(Int32(type?.assetType ?? 0))
    }
    return FeatureTable(
      name: source.name,
      sourceID: source.sourceID,
      geometryType: source.usage.geometryType,
      fields: fields,
      rowIDs: Column((0..<layer.count).lazy.map { Int64($0 + 1) }),
      globalIDs: layer.globalIDs,
      assetGroups: groups,
      assetTypes: types,
      origins: layer.origins,
      geometries: layer.geometries,
      attributes: fields.map { values(of: $0.name, layer, kept) }
    )
  }

  private static func values(
    of field: String,
    _ layer: GISLayerFeatures,
    _ kept: [(name: String, values: FieldColumn)]
  ) -> FieldColumn {
    for (end, name) in [(LinkEnd.start, FieldName.fromTerminal), (.end, FieldName.toTerminal)]
    where name == field && !layer.terminals[end].isEmpty {
      return FieldColumn(
        (0..<layer.count).lazy.map { layer.terminal($0, end).map { .integer($0) } ?? .null }
      )
    }
    if let own = layer.attributes.first(where: { $0.name == field }) { return own.values }
    guard let column = kept.first(where: { $0.name == field })?.values else {
      return FieldColumn(repeatElement(.null, count: layer.count))
    }
    let hasExceptions = layer.exceptions.values.contains { $0[field] != nil }
    if layer.areRows(column.count) && !hasExceptions { return column }
    return FieldColumn(
      (0..<layer.count).lazy.map { number in
        layer.exceptions[number]?[field] ?? column[Int(layer.rows[number])]
      }
    )
  }
}

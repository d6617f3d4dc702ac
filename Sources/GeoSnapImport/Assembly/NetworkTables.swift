internal import GeoSnap

/// The tables of the network being made, with those of the network appended to in front.
struct NetworkTables {
  private var tables: [FeatureTable]
  private var positions: [String: Int] = [:]
  private var nextRowIDs: [Int64]
  /// The number of features added to each table.
  private(set) var added: [String: Int] = [:]

  /// The greatest row id that a table may have and still be appended to: ids above are left for
  /// the new rows.
  static let greatestRowID = Int64.max - Int64(UInt32.max)

  init(_ network: UtilityNetwork?) {
    tables = network?.tables ?? []
    nextRowIDs = tables.map { ($0.rowIDs.max() ?? 0) + 1 }
    for (index, table) in tables.enumerated() { positions[table.name.lowercased()] = index }
  }

  /// All tables.
  var all: [FeatureTable] { tables }

  /// Makes sure that a source has a table with the given columns.
  mutating func prepare(_ source: NetworkSource, fields: [AttributeField]) {
    guard let index = positions[source.name.lowercased()] else {
      positions[source.name.lowercased()] = tables.count
      nextRowIDs.append(1)
      tables.append(
        FeatureTable(
          name: source.name,
          sourceID: source.sourceID,
          geometryType: source.usage.geometryType,
          fields: fields
        )
      )
      return
    }
    let known = tables[index]
    let names = Set(known.fields.map { $0.name.lowercased() })
    let missing = fields.filter { !names.contains($0.name.lowercased()) }
    guard !missing.isEmpty else { return }
    var wider = FeatureTable(
      name: known.name,
      sourceID: known.sourceID,
      geometryType: known.geometryType,
      fields: known.fields + missing
    )
    for row in 0..<known.count {
      var feature = known[row]
      feature.attributes += missing.map { _ in .null }
      wider.append(feature)
    }
    tables[index] = wider
  }

  /// Adds a feature to a source's table, which was prepared.
  mutating func append(
    to source: NetworkSource,
    globalID: GlobalID,
    assetType: AssetTypeID,
    origin: String?,
    geometry: Geometry?,
    attributes: [String: AttributeValue]
  ) {
    guard let index = positions[source.name.lowercased()] else {
      preconditionFailure("The table of \(source.name) was not prepared")
    }
    // A table that was there before may spell its fields in another case.
    var byName: [String: AttributeValue] = [:]
    for (name, value) in attributes { byName[name.lowercased()] = value }
    let values = tables[index].fields.map { byName[$0.name.lowercased()] ?? .null }
    tables[index].append(
      Feature(
        rowID: nextRowIDs[index],
        globalID: globalID,
        assetGroup: assetType.assetGroup,
        assetType: assetType.assetType,
        origin: origin,
        geometry: geometry,
        attributes: values
      )
    )
    nextRowIDs[index] += 1
    added[source.name, default: 0] += 1
  }
}

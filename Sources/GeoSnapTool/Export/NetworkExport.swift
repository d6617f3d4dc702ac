import GeoSnap

/// The features of a network as records with attributes by name.
struct NetworkExport {
  private let network: UtilityNetwork
  /// Whether codes are replaced by their names.
  private let usesNames: Bool
  private let tables: [Int]
  private let filters: [AttributeFilter]
  private let assetTypes: Set<AssetTypeID>
  private let extent: Geometry?
  /// The columns before those of the tables, renamed where a table has a column of the same name.
  private let ownNames: [String]
  let fields: FieldList

  /// - `sources`: The sources to export; all when empty.
  /// - `assetTypes`: The asset types to export; all when empty.
  /// - `filters`: Conditions on attributes.
  /// - `extent`: The extent that geometries have to intersect; nil for all.
  /// - `usesNames`: Whether codes are replaced by their names.
  /// - Throws: ``Failure`` when a condition names a field that no table has, or an invalid value.
  init(
    _ network: UtilityNetwork,
    sources: [String],
    assetTypes: Set<AssetTypeID>,
    filters: [AttributeFilter],
    extent: Envelope?,
    usesNames: Bool
  ) throws {
    self.network = network
    self.usesNames = usesNames
    self.filters = filters
    self.assetTypes = assetTypes
    self.extent = extent.map { Geometry($0, srid: network.srid) }
    let names = Set(sources.map { $0.lowercased() })
    let ids = Set(assetTypes.map(\.sourceID))
    let tables = network.tables.indices.filter { number in
      let table = network.tables[number]
      return (names.isEmpty || names.contains(table.name.lowercased()))
        && (ids.isEmpty || table.sourceID.map(ids.contains) ?? false)
    }
    self.tables = tables
    for filter in filters { try filter.check(network, tables) }
    let taken = Set(tables.flatMap { network.tables[$0].fields.map { $0.name.lowercased() } })
    let own = ["SOURCE", "OBJECTID", "GLOBALID", "ASSETGROUP", "ASSETTYPE", "ORIGIN"].map { name in
      var name = name
      while taken.contains(name.lowercased()) { name += "_1" }
      return name
    }
    ownNames = own
    var fields = FieldList()
    let code: AttributeField.Storage = usesNames ? .text : .integer
    for (name, storage) in zip(
      own,
      [.text, .integer, .text, code, code, .text] as [AttributeField.Storage]
    ) {
      fields.add(name, storage)
    }
    for number in tables {
      for field in network.tables[number].fields {
        let isNamed = usesNames && network.definition.hasCodedNames(field.name)
        fields.add(field.name, isNamed || field.storage == .blob ? .text : field.storage)
      }
    }
    self.fields = fields
  }

  /// The type of all geometries; nil where they differ.
  var geometryType: GeometryType? {
    let types = Set(
      tables.flatMap { number in network.tables[number].geometries.lazy.compactMap { $0?.type } }
    )
    return types.count == 1 ? types.first : nil
  }

  /// Calls `body` with each feature, table by table, in the order of rows; throws errors of `body`, and
  /// `CancellationError` when the task was cancelled.
  func visit(
    progress: (Double) -> Void,
    _ body: (FeatureRecord) throws -> Void
  ) throws {
    let all = tables.reduce(0) { $0 + network.tables[$1].count }
    var visited = 0
    for number in tables {
      let table = network.tables[number]
      let matchers = filters.compactMap { $0.matcher(network, table: number) }
      guard matchers.count == filters.count else { continue }
      for row in 0..<table.count {
        visited += 1
        if visited & (1 << 10 - 1) == 0 {
          try Task.checkCancellation()
          progress(Double(visited) / Double(all))
        }
        if !assetTypes.isEmpty, !(table.assetTypeID(of: row).map(assetTypes.contains) ?? false) {
          continue
        }
        guard matchers.allSatisfy({ $0(row) }), try meetsExtent(table.geometries[row]) else {
          continue
        }
        try body(record(FeatureID(table: number, row: row)))
      }
    }
  }

  private func meetsExtent(_ geometry: Geometry?) throws -> Bool {
    guard let extent else { return true }
    guard let geometry, let envelope = geometry.envelope, let wanted = extent.envelope,
      wanted.intersects(envelope)
    else { return false }
    return try wanted.contains(envelope) || geometry.intersects(extent)
  }

  private func record(_ feature: FeatureID) -> FeatureRecord {
    let table = network.tables[Int(feature.table)]
    let row = Int(feature.row)
    let type = network.assetType(of: feature)
    let own: [JSONValue] = [
      .string(table.name), .integer(Int(table.rowIDs[row])),
      JSONValue(table.globalIDs[row]?.description),
      usesNames ? JSONValue(type?.group.name) : JSONValue(type?.group.code),
      usesNames ? JSONValue(type?.type.name) : JSONValue(type?.type.code),
      JSONValue(table.origins[row]),
    ]
    var properties = Array(zip(ownNames, own)).map { (name: $0, value: $1) }
    for (position, field) in table.fields.enumerated() {
      let value = table.attributes[position][row]
      let name = usesNames ? network.codedName(of: field.name, of: feature) : nil
      properties.append((field.name, name.map { .string($0) } ?? JSONValue(value)))
    }
    return FeatureRecord(geometry: table.geometries[row], properties: properties)
  }
}

extension NetworkDefinition {
  /// Whether codes in a field may have names: a network attribute that is assigned to it has a domain.
  fileprivate func hasCodedNames(_ field: String) -> Bool {
    networkAttributes.contains { attribute in
      domain(of: attribute) != nil
        && attribute.assignments.contains { $0.fieldName.lowercased() == field.lowercased() }
    }
  }
}
